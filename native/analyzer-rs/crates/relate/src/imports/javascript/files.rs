//! Files as imports name them: without their extension, or with that of a sibling.

use crate::model::FileIndex;
use crate::paths::in_folder;
use crate::project_files::ProjectFiles;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    JavaScript,
    TypeScript,
}

/// Extensions tried after a specifier without one, in order: the importer's own language first.
pub const TYPESCRIPT: [&str; 12] = [
    ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".d.ts", ".d.mts", ".d.cts",
];
const JAVASCRIPT: [&str; 12] = [
    ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json", ".d.ts", ".d.mts", ".d.cts",
];

impl Dialect {
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::JavaScript => &JAVASCRIPT,
            Self::TypeScript => &TYPESCRIPT,
        }
    }
}

/// The files that a written extension can refer to besides itself, in TypeScript's order: the sources that emit such a
/// file (TypeScript imports the file it will emit), then other files with the same stem.
/// https://www.typescriptlang.org/docs/handbook/modules/theory.html, "The role of the host"
fn siblings(ending: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match ending {
        ".js" => (&[".ts", ".tsx"], &[".d.ts", ".jsx"]),
        ".jsx" => (&[".tsx", ".ts"], &[".d.ts", ".js"]),
        ".mjs" => (&[".mts"], &[".d.mts"]),
        ".cjs" => (&[".cts"], &[".d.cts"]),
        ".ts" => (&[], &[".tsx", ".d.ts", ".js", ".jsx"]),
        ".tsx" => (&[], &[".ts", ".d.ts", ".jsx", ".js"]),
        ".mts" => (&[], &[".d.mts", ".mjs"]),
        ".cts" => (&[], &[".d.cts", ".cjs"]),
        _ => (&[], &[]),
    }
}

pub fn find_file(files: &ProjectFiles<'_>, path: &str, dialect: Dialect) -> Option<FileIndex> {
    if !files.has_any_ending(path) {
        return None;
    }
    let dot = path.rfind('.');
    let stem = &path[..dot.unwrap_or(0)];
    let (sources, others) = siblings(dot.map_or("", |dot| &path[dot..]));
    let first = if dialect == Dialect::TypeScript {
        first_of(files, stem, sources)
    } else {
        None
    };
    first
        .or_else(|| files.get(path))
        .or_else(|| first_of(files, stem, sources))
        .or_else(|| first_of(files, path, dialect.extensions()))
        .or_else(|| first_of(files, stem, others))
}

/// The files at a path with `moduleSuffixes` in front of their extension. Which one is loaded depends on the platform.
///
/// https://www.typescriptlang.org/tsconfig/#moduleSuffixes
pub fn find_suffixed(files: &ProjectFiles<'_>, path: &str, suffixes: &[String], dialect: Dialect) -> Vec<FileIndex> {
    let at = path
        .rfind('.')
        .filter(|at| is_extension(&path[*at..]))
        .unwrap_or(path.len());
    let (stem, extension) = path.split_at(at);
    let mut found = Vec::new();
    for suffix in suffixes {
        if let Some(file) = find_file(files, &format!("{stem}{suffix}{extension}"), dialect)
            && !found.contains(&file)
        {
            found.push(file);
        }
    }
    found
}

fn is_extension(ending: &str) -> bool {
    matches!(
        ending,
        ".js" | ".jsx" | ".mjs" | ".mjsx" | ".cjs" | ".cjsx" | ".ts" | ".tsx" | ".mts" | ".mtsx" | ".cts" | ".ctsx"
    )
}

/// The index file of a folder.
pub fn find_index(files: &ProjectFiles<'_>, folder: &str, dialect: Dialect) -> Option<FileIndex> {
    if !files.is_folder(folder) {
        return None;
    }
    first_of(files, &in_folder(folder, "index"), dialect.extensions())
}

pub fn first_of(files: &ProjectFiles<'_>, stem: &str, endings: &[&str]) -> Option<FileIndex> {
    let mut path = String::with_capacity(stem.len() + 8);
    endings.iter().find_map(|ending| {
        path.clear();
        path.push_str(stem);
        path.push_str(ending);
        files.get(&path)
    })
}
