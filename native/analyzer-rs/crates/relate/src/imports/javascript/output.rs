//! Sources of build outputs that are not in the tree.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::model::FileIndex;
use crate::paths::{folder_of, in_folder};
use crate::project_files::ProjectFiles;
use base::languages::documents;

use super::files::{TYPESCRIPT, first_of};

#[derive(Deserialize)]
struct ProjectFilesData {
    outputs: Outputs,
}

#[derive(Deserialize)]
struct Outputs {
    folders: HashSet<String>,
    formats: HashSet<String>,
    sources: Vec<String>,
}

static OUTPUTS: LazyLock<Outputs> = LazyLock::new(|| {
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

/// `target`: path of the output below the package in `folder`; `written`: output folders of the package's compiler.
pub fn source_of_output(
    files: &ProjectFiles<'_>,
    folder: &str,
    target: &str,
    written: &[OutputFolder],
) -> Option<FileIndex> {
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

/// `a/b.js` and `a/b.d.ts` come from `a/b.ts`; `a/index.esm.js` and `a/index.cjs.js` from `a/index.ts`.
fn source_at(files: &ProjectFiles<'_>, output: &str) -> Option<FileIndex> {
    let stem = ENDINGS.iter().find_map(|it| output.strip_suffix(it)).unwrap_or(output);
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
