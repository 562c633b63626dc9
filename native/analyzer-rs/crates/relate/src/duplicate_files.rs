//! Files of any kind with the same bytes, except empty files.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use parse::facts::Hash;

use super::model::{DuplicateFiles, FileIndex};

/// Position of an earlier file with this content.
enum Seen {
    Once { order: usize, file: FileIndex },
    Often { at: usize },
}

/// `files` in the order of their paths, with the digest and size of each; the result is ordered by the first path.
pub fn duplicate_files(files: impl Iterator<Item = (FileIndex, Hash, u64)>) -> Vec<DuplicateFiles> {
    // Most contents are unique: only their hash is stored.
    let mut seen: FxHashMap<Hash, Seen> = FxHashMap::default();
    seen.reserve(files.size_hint().1.unwrap_or(0));
    let mut found: Vec<(usize, DuplicateFiles)> = Vec::new();
    for (order, (file, sha256, size)) in files.filter(|(_, _, size)| *size > 0).enumerate() {
        let before = match seen.entry(sha256) {
            Entry::Vacant(new) => {
                new.insert(Seen::Once { order, file });
                continue;
            }
            Entry::Occupied(before) => before.into_mut(),
        };
        match *before {
            Seen::Often { at } => found[at].1.files.push(file),
            Seen::Once { order, file: first } => {
                *before = Seen::Often { at: found.len() };
                let files = vec![first, file];
                found.push((order, DuplicateFiles { sha256, size, files }));
            }
        }
    }
    found.sort_unstable_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, it)| it).collect()
}
