//! A fingerprint belongs to one parser and language, so no group mixes them.

use rustc_hash::FxHashMap;

use crate::relate::model::{DeclarationRef, FileIndex, Group};

use super::link_groups::link_groups;
use super::occurrences::{GroupedFile, find_copies, number_declarations};

/// `min_nodes`: smallest number of nodes of an occurrence. Highest score first, ties by id.
pub fn group_functions(files: &[GroupedFile<'_>], min_nodes: u64) -> Vec<Group> {
    let numbered = number_declarations(files);
    let copies = find_copies(files, min_nodes);
    let mut groups = link_groups(&copies, &numbered.parents);
    let ids: FxHashMap<FileIndex, &[Box<str>]> = files.iter().map(|it| (it.file, it.ids)).collect();
    let id_of = |it: &DeclarationRef| &ids[&it.file][it.declaration as usize];
    for (group, copies) in groups.iter_mut().zip(copies) {
        group.occurrences = copies
            .occurrences
            .iter()
            .map(|it| numbered.declarations[it.declaration as usize])
            .collect();
        group.occurrences.sort_by(|a, b| id_of(a).cmp(id_of(b)));
    }
    groups.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    groups
}
