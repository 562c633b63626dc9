//! Files of whatever kind with the same bytes, empty ones aside.

use rustc_hash::FxHashMap;

use crate::parse::facts::Hash;

use super::model::{DuplicateFiles, FileIndex};

/// `files` in order of their paths, with the digest and size of each; the result is ordered by the first path.
pub fn duplicate_files(files: impl Iterator<Item = (FileIndex, Hash, u64)>) -> Vec<DuplicateFiles> {
    let mut by_hash: FxHashMap<Hash, usize> = FxHashMap::default();
    let mut found: Vec<DuplicateFiles> = Vec::new();
    for (file, sha256, size) in files.filter(|(_, _, size)| *size > 0) {
        let at = *by_hash.entry(sha256).or_insert(found.len());
        match found.get_mut(at) {
            Some(same) => same.files.push(file),
            None => found.push(DuplicateFiles {
                sha256,
                size,
                files: vec![file],
            }),
        }
    }
    found.retain(|it| it.files.len() > 1);
    found
}
