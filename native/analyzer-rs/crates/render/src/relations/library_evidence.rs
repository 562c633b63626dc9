//! What says that a folder is a library of others: its manifest, or its licence.

use std::collections::BTreeMap;

use tree::location::TreePath;
use tree::source::TreeSource;

use super::folders::{folders_of, name_of};
use super::package_evidence::{NamedPackage, licence_of, package_of_headers, package_of_json};
use super::rules::RELATIONS;

/// A file that can belong to a library, or be evidence of one.
pub struct LibraryFile<'a> {
    pub path: &'a str,
    /// `None` for a file that is not parsed.
    pub lines: Option<u64>,
}

/// A package in a folder, or a single file.
pub struct Library {
    pub package: NamedPackage,
    pub side: String,
    /// Path of the file that names the package, or its licence.
    pub evidence: String,
    pub lines: u64,
}

impl Library {
    pub fn new(package: NamedPackage, side: &str, evidence: &str) -> Self {
        Library {
            package,
            side: side.to_owned(),
            evidence: evidence.to_owned(),
            lines: 0,
        }
    }
}

/// Paths of the manifests of a folder, in the order of the rules, and of its licences.
#[derive(Default)]
pub struct FolderEvidence<'a> {
    pub manifests: Vec<&'a str>,
    pub licences: Vec<&'a str>,
}

/// With the folders.
pub fn evidence_of_folders<'a>(
    files: &[LibraryFile<'a>],
    mut is_meant: impl FnMut(&str) -> bool,
) -> Vec<(&'a str, FolderEvidence<'a>)> {
    let mut evidence: Vec<(&str, FolderEvidence<'_>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for LibraryFile { path, lines } in files {
        let folder = folders_of(path).next().unwrap_or_default();
        let is_manifest = rank(path).is_some();
        if lines.is_some() || !(is_manifest || is_licence(name_of(path))) {
            continue;
        }
        if !is_meant(folder) || is_installed(folder) {
            continue;
        }
        let at = *places.entry(folder).or_insert(evidence.len());
        if at == evidence.len() {
            evidence.push((folder, FolderEvidence::default()));
        }
        let its = &mut evidence[at].1;
        let paths = if is_manifest {
            &mut its.manifests
        } else {
            &mut its.licences
        };
        paths.push(path);
    }
    for (_, its) in &mut evidence {
        its.manifests.sort_by_key(|path| rank(path));
    }
    evidence
}

fn rank(path: &str) -> Option<usize> {
    let order = &RELATIONS.vendored_library.manifests;
    order.iter().position(|it| it == name_of(path))
}

/// That of its first manifest with a name, or of its first licence.
pub fn library_of_folder(side: &str, its: &FolderEvidence<'_>, reader: &mut EvidenceReader<'_>) -> Option<Library> {
    let first = its.licences.first();
    let text = first.and_then(|path| reader.read(path));
    let licence = text.as_deref().and_then(licence_of).map(str::to_owned);
    let found = its.manifests.iter().find_map(|path| {
        let bytes = reader.read(path)?;
        let of = if name_of(path) == "PKG-INFO" {
            package_of_headers
        } else {
            package_of_json
        };
        let package = of(&bytes)?;
        let licence = package.licence.clone().or_else(|| licence.clone());
        Some(Library::new(NamedPackage { licence, ..package }, side, path))
    });
    found.or_else(|| {
        text.as_ref()?;
        let package = NamedPackage {
            licence: licence.clone(),
            ..NamedPackage::default()
        };
        Some(Library::new(package, side, first?))
    })
}

fn is_licence(name: &str) -> bool {
    let word = name.split(['-', '.', '_']).next().unwrap_or_default().to_lowercase();
    RELATIONS.vendored_library.licence_files.contains(&word)
}

pub fn is_installed(folder: &str) -> bool {
    folder.ends_with(".dist-info")
}

pub struct EvidenceReader<'a> {
    /// Number of files that may be evidence, and were not read because of the limit.
    pub left_out: u64,
    source: &'a dyn TreeSource,
    read: usize,
}

impl<'a> EvidenceReader<'a> {
    pub fn new(source: &'a dyn TreeSource) -> Self {
        EvidenceReader {
            left_out: 0,
            source,
            read: 0,
        }
    }

    /// `None` for a file that cannot be read, is too large or exceeds the limit.
    pub fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        self.read += 1;
        if self.read > RELATIONS.vendored_library.most_read_files {
            self.left_out += 1;
            return None;
        }
        let path = TreePath {
            path: path.to_owned(),
            raw: None,
        };
        let mut content = Vec::new();
        let reading = self
            .source
            .read(&path, RELATIONS.candidates.largest_file_bytes, &mut content);
        reading.is_ok_and(|it| it.held).then_some(content)
    }
}
