//! Forks and families of files, and shared helpers, by their folders.

use rustc_hash::FxHashMap;

use crate::relations::model::{CopyRelation, RelationKind};

pub fn is_of_files(relation: &CopyRelation) -> bool {
    matches!(relation.kind, RelationKind::Fork | RelationKind::FileFamily)
}

pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

/// The different folders of the files, in the order of the sides; `.` is the scanned folder.
pub fn folders_of(relation: &CopyRelation) -> Vec<&str> {
    let mut folders = Vec::new();
    for side in &relation.sides {
        let folder = folder_of(side);
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// Forks and families of files in the same folders are one fact, where the first one is; so are shared helpers.
pub fn in_same_folders(relations: Vec<&CopyRelation>) -> Vec<Vec<&CopyRelation>> {
    let mut facts: Vec<Vec<&CopyRelation>> = Vec::new();
    let mut known: FxHashMap<(bool, Vec<&str>), usize> = FxHashMap::default();
    for relation in relations {
        let is_of_files = is_of_files(relation);
        if !is_of_files && relation.kind != RelationKind::SharedHelper {
            facts.push(vec![relation]);
            continue;
        }
        let at = *known.entry((is_of_files, folders_of(relation))).or_insert(facts.len());
        if at == facts.len() {
            facts.push(Vec::new());
        }
        facts[at].push(relation);
    }
    facts
}

pub fn lines_of(relations: &[&CopyRelation]) -> u64 {
    relations.iter().map(|it| it.lines).sum()
}

pub fn groups_of(relations: &[&CopyRelation]) -> u64 {
    relations.iter().map(|it| it.groups.len() as u64).sum()
}

/// The first of those with the most lines.
pub fn largest_of<'a>(relations: &[&'a CopyRelation]) -> &'a CopyRelation {
    let later = |largest: &'a CopyRelation, it: &&'a CopyRelation| {
        if it.lines > largest.lines { it } else { largest }
    };
    relations.iter().fold(relations[0], later)
}
