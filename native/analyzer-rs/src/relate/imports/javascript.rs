//! Specifiers of `import`, `export … from` or `require`, as Node.js, TypeScript and the usual bundlers agree on them. No
//! configuration is read: path maps, export maps and `main` stay unresolved.

use crate::relate::model::{Destination, FileIndex, ImportRule};
use crate::relate::paths::{folder_of, follow, in_folder};
use crate::relate::project_files::ProjectFiles;
use crate::relate::reasons::{import, nothing_at};

use super::builtin_modules::is_node_builtin;
use super::link::{external, leads_nowhere, leads_to, unresolved};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    JavaScript,
    TypeScript,
}

/// Extensions tried after a specifier without one, in order: the importer's own language first.
const TYPESCRIPT: [&str; 12] = [
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

/// What a written output extension may stand for (TypeScript names the file it will emit): sources, then declarations.
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

/// For `./x` the order is: in TypeScript the sources that emit `x` (`./a.js` is `a.ts`); `x` as written; the other such
/// sources; `x` with each extension; declarations that stand for `x`; `x/index` with each extension. A `?query` or
/// `#fragment` is cut off where nothing bears it.
pub fn resolve_specifier(files: &ProjectFiles<'_>, importer: &str, dialect: Dialect, specifier: &str) -> Destination {
    if specifier.is_empty() {
        return unresolved(import::EMPTY);
    }
    if is_relative(specifier) {
        return resolve_relative(files, importer, dialect, specifier);
    }
    if is_node_builtin(specifier) {
        return external(import::NODE);
    }
    if specifier.starts_with('#') {
        return unresolved(import::PACKAGE_IMPORTS);
    }
    if specifier.contains('!') {
        return unresolved(import::LOADER);
    }
    if specifier.starts_with('/') {
        return unresolved(import::ABSOLUTE);
    }
    if has_scheme(specifier) {
        return external(import::URL);
    }
    if specifier.starts_with('~') || !names_package(specifier) {
        return unresolved(import::PATH_MAP);
    }
    // `src/a` is a package by its form, yet a base URL of the type checker makes it a path: neither is certain.
    if specifier.contains('/') && find_file(files, specifier, dialect).is_some() {
        return unresolved(import::PATH_MAP);
    }
    external(import::PACKAGE)
}

fn is_relative(specifier: &str) -> bool {
    let Some(rest) = specifier.strip_prefix('.') else {
        return false;
    };
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    rest.is_empty() || rest.starts_with('/')
}

/// A letter, then one or more of `a-z0-9+.-`, then a colon.
pub fn has_scheme(specifier: &str) -> bool {
    let Some(colon) = specifier.find(':') else { return false };
    let scheme = &specifier.as_bytes()[..colon];
    scheme.len() > 1
        && scheme[0].is_ascii_alphabetic()
        && scheme
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
}

/// `name` or `@scope/name`, and perhaps more behind a slash.
fn names_package(specifier: &str) -> bool {
    match specifier.strip_prefix('@') {
        None => is_package_part(specifier.split('/').next().unwrap_or("")),
        Some(scoped) => {
            let mut parts = scoped.split('/');
            is_package_part(parts.next().unwrap_or("")) && parts.next().is_some_and(is_package_part)
        }
    }
}

fn is_package_part(part: &str) -> bool {
    let begins = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'~' | b'-');
    part.as_bytes().first().is_some_and(begins) && part.bytes().all(|byte| begins(&byte) || matches!(byte, b'.' | b'_'))
}

fn resolve_relative(files: &ProjectFiles<'_>, importer: &str, dialect: Dialect, specifier: &str) -> Destination {
    let Some(written) = follow(folder_of(importer), specifier) else {
        return unresolved(import::OUTSIDE);
    };
    let names_folder = matches!(specifier.rsplit('/').next(), Some("" | "." | ".."));
    let file = if names_folder {
        None
    } else {
        find_file(files, &written, dialect)
    };
    if let Some(file) = file.or_else(|| find_index(files, &written, dialect)) {
        return leads_to(file, ImportRule::Relative);
    }
    if let Some(suffix) = specifier.find(['?', '#']).filter(|at| *at > 0) {
        return resolve_relative(files, importer, dialect, &specifier[..suffix]);
    }
    if !files.is_folder(&written) {
        leads_nowhere(nothing_at(&[written]))
    } else if files.has(&in_folder(&written, "package.json")) {
        unresolved(import::PACKAGE_FOLDER)
    } else {
        unresolved(import::NO_INDEX)
    }
}

fn find_file(files: &ProjectFiles<'_>, path: &str, dialect: Dialect) -> Option<FileIndex> {
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

/// A folder with a `package.json` is left alone: its `main` comes before any index file.
fn find_index(files: &ProjectFiles<'_>, folder: &str, dialect: Dialect) -> Option<FileIndex> {
    if !files.is_folder(folder) || files.has(&in_folder(folder, "package.json")) {
        return None;
    }
    first_of(files, &in_folder(folder, "index"), dialect.extensions())
}

fn first_of(files: &ProjectFiles<'_>, stem: &str, endings: &[&str]) -> Option<FileIndex> {
    let mut path = String::with_capacity(stem.len() + 8);
    endings.iter().find_map(|ending| {
        path.clear();
        path.push_str(stem);
        path.push_str(ending);
        files.get(&path)
    })
}
