//! Literal paths that a process opens at run time (PHP `include`, Bash `source`).

use crate::left_out::LeftOut;
use crate::model::{Destination, FileIndex, LinkState, Reason, rule};
use crate::paths::{folder_of, follow};
use crate::project_files::ProjectFiles;
use crate::reasons::{import, nothing_at, nothing_at_run};

use super::javascript::has_scheme;
use super::link::{external, leads_nowhere, leads_to, leads_to_any, unresolved};

/// Searched next to the including file, then below the root: the two usual working directories. Two different files
/// there are ambiguous.
pub fn resolve_path<'a>(
    files: &ProjectFiles<'_>,
    left_out: &LeftOut<'_>,
    importer: &str,
    target: &str,
    path_of: impl Fn(u32) -> &'a str,
) -> Destination {
    if target.is_empty() {
        return unresolved(import::EMPTY);
    }
    if is_absolute(target) {
        return external(import::ABSOLUTE);
    }
    if has_scheme(target) {
        return external(import::URL);
    }
    let mut paths: Vec<String> = Vec::new();
    for path in [folder_of(importer), ""]
        .into_iter()
        .filter_map(|folder| follow(folder, target))
    {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return unresolved(import::OUTSIDE);
    }
    let found: Vec<u32> = paths.iter().filter_map(|path| files.get(path)).collect();
    if found.is_empty() {
        leads_nowhere(reason_at(left_out, &paths).unwrap_or_else(|| nothing_at_run(&paths)))
    } else {
        leads_to_any(found, rule::WORKING_DIRECTORY, path_of)
    }
}

/// A literal path relative to the file's own folder (PHP `__DIR__ . '/x.php'`), which does not depend on the working
/// directory.
pub fn resolve_from_folder(
    files: &ProjectFiles<'_>,
    left_out: &LeftOut<'_>,
    importer: &str,
    target: &str,
) -> Destination {
    match follow(folder_of(importer), target) {
        None => unresolved(import::OUTSIDE),
        Some(path) => match files.get(&path) {
            Some(file) => leads_to(file, rule::DIRECTORY),
            None => {
                let paths = [path];
                leads_nowhere(reason_at(left_out, &paths).unwrap_or_else(|| nothing_at(&paths)))
            }
        },
    }
}

/// The only file with this path below any folder (Bash `"$X/lib/y"`): a candidate, which is never certain. The including
/// file does not count.
pub fn resolve_suffix(files: &ProjectFiles<'_>, left_out: &LeftOut<'_>, importer: &str, target: &str) -> Destination {
    let importer = files.get(importer);
    let found: Vec<FileIndex> = files
        .ending_with(target)
        .into_iter()
        .filter(|it| Some(*it) != importer)
        .collect();
    match found[..] {
        [] => match left_out.file(|files| files.ending_with(target).first().copied()) {
            Some(reason) => leads_nowhere(reason),
            None => unresolved(import::SUFFIX_NONE),
        },
        [file] => Destination {
            state: LinkState::Ambiguous,
            files: vec![file],
            rule: Some(rule::SUFFIX),
            reason: Some(Reason::Known(import::SUFFIX)),
        },
        _ => unresolved(import::SUFFIX_MANY),
    }
}

fn reason_at(left_out: &LeftOut<'_>, paths: &[String]) -> Option<Reason> {
    left_out
        .file(|files| paths.iter().find_map(|path| files.get(path)))
        .or_else(|| left_out.around(paths))
}

fn is_absolute(target: &str) -> bool {
    let bytes = target.as_bytes();
    matches!(bytes[0], b'/' | b'~' | b'\\')
        || (bytes[0].is_ascii_alphabetic() && bytes.get(1) == Some(&b':') && matches!(bytes.get(2), Some(b'\\' | b'/')))
}
