//! Disjoint sets of files of which each pair is similar.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::folder_pairs::FilePair;
use super::rules::RELATIONS;

/// In ascending order; each starts with a pair with the most lines.
pub fn find_families(siblings: &[FilePair]) -> Vec<Vec<usize>> {
    let mut neighbors: FxHashMap<usize, BTreeSet<usize>> = FxHashMap::default();
    for pair in siblings {
        neighbors.entry(pair.left).or_default().insert(pair.right);
        neighbors.entry(pair.right).or_default().insert(pair.left);
    }
    let mut used: FxHashSet<usize> = FxHashSet::default();
    let mut families = Vec::new();
    for pair in siblings {
        if used.contains(&pair.left) || used.contains(&pair.right) {
            continue;
        }
        let mut family = vec![pair.left, pair.right];
        for file in &neighbors[&pair.left] {
            let is_free = !used.contains(file) && !family.contains(file);
            if is_free && family.iter().all(|it| neighbors[file].contains(it)) {
                family.push(*file);
            }
        }
        if family.len() >= RELATIONS.family.least_files {
            used.extend(&family);
            family.sort_unstable();
            families.push(family);
        }
    }
    families
}
