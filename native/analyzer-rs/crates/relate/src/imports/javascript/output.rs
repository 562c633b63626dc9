//! Sources of build outputs that are not in the tree.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::model::FileIndex;
use crate::paths::{folder_of, follow, in_folder};
use crate::project_files::ProjectFiles;
use base::languages::documents;

use super::files::{TYPESCRIPT, first_of};

#[derive(Deserialize)]
struct ProjectFilesData {
    outputs: OutputNames,
}

#[derive(Deserialize)]
struct OutputNames {
    folders: HashSet<String>,
    formats: HashSet<String>,
    sources: Vec<String>,
}

static OUTPUTS: LazyLock<OutputNames> = LazyLock::new(|| {
    let data: ProjectFilesData = serde_json::from_str(documents::PROJECT_FILES).expect("part of the program");
    data.outputs
});

/// Ends of output file names, longest first.
const ENDINGS: [&str; 9] = [
    ".d.ts", ".d.mts", ".d.cts", ".min.js", ".js", ".mjs", ".cjs", ".jsx", ".json",
];

/// Where a compiler writes its output, from `tsconfig.json`.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    pub out: String,
    pub source: String,
}

/// An output of a bundler, from its configuration in the folder of a package.
#[derive(Clone, Debug)]
pub struct BundlerEntry {
    /// Below the output folder, without its ending.
    pub name: String,
    /// Path below the package.
    pub source: String,
}

/// What the configuration of a package says about its outputs.
pub struct Outputs {
    /// Of its compiler.
    pub written: Vec<OutputFolder>,
    pub entries: Vec<BundlerEntry>,
}

/// `target`: path of the output below the package in `folder`.
pub fn source_of_output(
    files: &ProjectFiles<'_>,
    folder: &str,
    target: &str,
    Outputs { written, entries }: &Outputs,
) -> Option<FileIndex> {
    let bundled = source_of_entry(files, folder, target, entries);
    if bundled.is_some() {
        return bundled;
    }
    let path = in_folder(folder, target);
    for OutputFolder { out, source } in written {
        let below = path.strip_prefix(out.as_str()).and_then(|it| it.strip_prefix('/'));
        let Some(below) = below.filter(|_| !out.is_empty()) else {
            continue;
        };
        if let Some(found) = source_at(files, &in_folder(source, below)) {
            return Some(found);
        }
    }
    let mut segments = target.split('/');
    let first = segments.next().unwrap_or("");
    if !OUTPUTS.folders.contains(first) {
        return None;
    }
    let rest: Vec<&str> = segments.collect();
    let mut rest = rest.as_slice();
    loop {
        for source in OUTPUTS.sources.iter().filter(|source| *source != first) {
            let parts = [folder, source].into_iter().chain(rest.iter().copied());
            let parts: Vec<&str> = parts.filter(|it| !it.is_empty()).collect();
            if let Some(found) = source_at(files, &parts.join("/")) {
                return Some(found);
            }
        }
        if rest.len() < 2 || !OUTPUTS.formats.contains(rest[0]) {
            return None;
        }
        rest = &rest[1..];
    }
}

/// The source of the one entry that has the name of the output.
fn source_of_entry(
    files: &ProjectFiles<'_>,
    folder: &str,
    target: &str,
    entries: &[BundlerEntry],
) -> Option<FileIndex> {
    if entries.is_empty() {
        return None;
    }
    let mut rest = target.split_once('/').map(|(_, rest)| rest);
    while let Some(output) = rest {
        let name = without_ending(output);
        let named = entries.iter().filter(|entry| entry.name == name);
        let mut paths: Vec<String> = named.filter_map(|entry| follow(folder, &entry.source)).collect();
        paths.sort_unstable();
        paths.dedup();
        if let [path] = paths.as_slice()
            && let Some(found) = files.get(path)
        {
            return Some(found);
        }
        let (first, after) = output.split_once('/')?;
        if !OUTPUTS.formats.contains(first) {
            return None;
        }
        rest = Some(after);
    }
    None
}

fn without_ending(output: &str) -> &str {
    ENDINGS.iter().find_map(|it| output.strip_suffix(it)).unwrap_or(output)
}

/// `a/b.js` and `a/b.d.ts` come from `a/b.ts`; `a/index.esm.js` and `a/index.cjs.js` from `a/index.ts`.
fn source_at(files: &ProjectFiles<'_>, output: &str) -> Option<FileIndex> {
    let stem = without_ending(output);
    let found = first_of(files, stem, &TYPESCRIPT).or_else(|| first_of(files, &in_folder(stem, "index"), &TYPESCRIPT));
    if found.is_some() {
        return found;
    }
    let dot = stem.rfind('.').filter(|dot| *dot > folder_of(stem).len())?;
    if !OUTPUTS.formats.contains(&stem[dot + 1..]) {
        return None;
    }
    first_of(files, &stem[..dot], &TYPESCRIPT)
}
