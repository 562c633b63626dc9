//! Lists the folder of a revision.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::AtomicBool;

use rustc_hash::{FxHashMap, FxHashSet};

use base::errors::AnalyzerError;

use super::listing::{GitKind, Listing, listing_of};
use super::missing_objects::missing_objects;
use super::revision::Revision;
use super::run_git::{run_git, run_git_with};
use super::work_files::{WorkFiles, find_work_files};

pub struct ListedTree {
    pub listing: Listing,
    /// Blobs that the repository does not have.
    pub work: WorkFiles,
}

/// Git fails if a blob whose size it has to print is missing. Fails with `unreadable`, `cancelled`.
pub fn list_tree(revision: &Revision, cancelled: &AtomicBool) -> Result<ListedTree, AnalyzerError> {
    let args = ["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", &revision.tree].map(OsStr::new);
    let answer = run_git(&revision.folder, &args, cancelled)?;
    if !answer.success {
        return list_partial(revision, cancelled);
    }
    let listing = listing_of(&answer.stdout).ok_or_else(|| not_listed(revision))?;
    let work = WorkFiles::default();
    Ok(ListedTree { listing, work })
}

/// Takes missing blobs from the work tree.
fn list_partial(revision: &Revision, cancelled: &AtomicBool) -> Result<ListedTree, AnalyzerError> {
    let Revision {
        folder, tree, written, ..
    } = revision;
    let args = ["rev-list", "--objects", "--missing=print", tree].map(OsStr::new);
    let objects = run_git(folder, &args, cancelled)?.stdout;
    let objects = String::from_utf8_lossy(&objects);
    let missing: FxHashSet<&str> = objects.lines().filter_map(|it| it.strip_prefix('?')).collect();
    if missing.is_empty() {
        return Err(not_listed(revision));
    }
    let args = ["ls-tree", "-r", "-t", "-z", "--full-tree", tree].map(OsStr::new);
    let answer = run_git(folder, &args, cancelled)?;
    if !answer.success {
        return Err(missing_objects(written, tree, None));
    }
    let mut listing = listing_of(&answer.stdout).ok_or_else(|| not_listed(revision))?;
    let is_blob = |kind: GitKind| !matches!(kind, GitKind::Folder | GitKind::Submodule);
    let blobs = || listing.entries.iter().filter(|(_, it)| is_blob(it.kind));
    let wanted = blobs()
        .filter(|(_, it)| missing.contains(it.object.as_str()))
        .map(|(path, it)| (revision.in_work_tree.join(OsStr::from_bytes(path)), it.object.clone()));
    let work = find_work_files(folder, wanted, cancelled)?;
    if work.len() < missing.len() {
        return Err(missing_objects(written, tree, Some(missing.len() - work.len())));
    }
    let present: FxHashSet<&str> = blobs()
        .map(|(_, it)| it.object.as_str())
        .filter(|it| !missing.contains(it))
        .collect();
    let request = present
        .iter()
        .flat_map(|it| [it.as_bytes(), b"\n"])
        .collect::<Vec<_>>()
        .concat();
    let args = ["cat-file", "--batch-check=%(objectname) %(objectsize)"].map(OsStr::new);
    let answer = run_git_with(folder, &args, request, cancelled)?;
    let answer = String::from_utf8_lossy(&answer.stdout);
    let sizes: FxHashMap<&str, &str> = answer.lines().filter_map(|it| it.split_once(' ')).collect();
    for entry in listing.entries.values_mut().filter(|it| is_blob(it.kind)) {
        let present = || sizes.get(entry.object.as_str()).and_then(|it| it.parse().ok());
        entry.size = work
            .get(&entry.object)
            .map_or_else(|| present().unwrap_or(0), |it| it.size());
    }
    Ok(ListedTree { listing, work })
}

fn not_listed(revision: &Revision) -> AnalyzerError {
    AnalyzerError::unreadable(&revision.written, "git could not list it")
}
