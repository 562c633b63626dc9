//! Libraries of others outside of folders of dependencies, which say so themselves.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::folders::{folders_of, name_of};
use super::library_evidence::{
    EvidenceReader, FolderEvidence, Library, LibraryFile, evidence_of_folders, library_of_folder,
};
use super::package_owner::{holders_of, owner_of_json};
use super::rules::RELATIONS;

/// By folder: the index of its library. A folder has the `PKG-INFO` of a distribution; or the repository of its manifest is one of
/// another owner than that of the project; or it has no manifest, and its licence names none of the holders of the project's
/// licence.
pub fn libraries_elsewhere<'a>(
    files: &[LibraryFile<'a>],
    reader: &mut EvidenceReader<'_>,
    libraries: &mut Vec<Library>,
) -> FxHashMap<&'a str, usize> {
    let own = &RELATIONS.vendored_library.own_manifests;
    let is_own = |file: &&LibraryFile<'_>| own.iter().any(|it| it == name_of(file.path));
    let managed: FxHashSet<&str> = files
        .iter()
        .filter(is_own)
        .filter_map(|it| folders_of(it.path).next())
        .collect();
    let mut evidence = evidence_of_folders(files, |_| true);
    let root = evidence.iter().position(|(folder, _)| folder.is_empty());
    let root = root.map(|at| evidence.remove(at).1).unwrap_or_default();
    let mut of_folder = FxHashMap::default();
    if evidence.is_empty() {
        return of_folder;
    }
    let owner = owner_of(&root, reader);
    let holders = licence_holders(&root, reader);
    for (side, its) in evidence {
        let is_of_others = if its.manifests.iter().any(|path| name_of(path) == "PKG-INFO") {
            true
        } else if !its.manifests.is_empty() {
            let other = owner_of(&its, reader);
            owner.is_some() && other.is_some() && owner != other
        } else if managed.contains(side) {
            false
        } else {
            let others = licence_holders(&its, reader);
            !holders.is_empty() && !others.is_empty() && others.is_disjoint(&holders)
        };
        if is_of_others && let Some(library) = library_of_folder(side, &its, reader) {
            of_folder.insert(side, libraries.len());
            libraries.push(library);
        }
    }
    of_folder
}

/// Of the first manifest that names a repository.
fn owner_of(its: &FolderEvidence<'_>, reader: &mut EvidenceReader<'_>) -> Option<String> {
    let manifests = its.manifests.iter().filter(|path| name_of(path) != "PKG-INFO");
    manifests
        .filter_map(|path| reader.read(path))
        .find_map(|bytes| owner_of_json(&bytes))
}

fn licence_holders(its: &FolderEvidence<'_>, reader: &mut EvidenceReader<'_>) -> BTreeSet<Vec<u8>> {
    let texts = its.licences.iter().filter_map(|path| reader.read(path));
    texts.flat_map(|bytes| holders_of(&bytes)).collect()
}
