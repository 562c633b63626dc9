//! Files as imports name them: without their extension, or with that of their output.

use crate::relate::model::FileIndex;
use crate::relate::paths::in_folder;
use crate::relate::project_files::ProjectFiles;

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

/// The files that an output extension can refer to (TypeScript imports the file it will emit): sources, then declarations.
/// https://www.typescriptlang.org/docs/handbook/modules/theory.html, "The role of the host"
fn emitted_from(ending: &str) -> Option<(&'static [&'static str], &'static [&'static str])> {
    match ending {
        ".js" => Some((&[".ts", ".tsx"], &[".d.ts"])),
        ".jsx" => Some((&[".tsx", ".ts"], &[".d.ts"])),
        ".mjs" => Some((&[".mts"], &[".d.mts"])),
        ".cjs" => Some((&[".cts"], &[".d.cts"])),
        _ => None,
    }
}

pub fn find_file(files: &ProjectFiles<'_>, path: &str, dialect: Dialect) -> Option<FileIndex> {
    if !files.has_any_ending(path) {
        return None;
    }
    let dot = path.rfind('.');
    let stem = &path[..dot.unwrap_or(0)];
    let (sources, declarations) = dot.and_then(|dot| emitted_from(&path[dot..])).unwrap_or((&[], &[]));
    let first = if dialect == Dialect::TypeScript {
        first_of(files, stem, sources)
    } else {
        None
    };
    first
        .or_else(|| files.get(path))
        .or_else(|| first_of(files, stem, sources))
        .or_else(|| first_of(files, path, dialect.extensions()))
        .or_else(|| first_of(files, stem, declarations))
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
