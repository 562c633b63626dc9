//! A fingerprint belongs to one parser and language, so no group mixes them.

use crate::relate::model::{DeclarationRef, Group};

use super::link_groups::link_groups;
use super::occurrences::{GroupedFile, Place, find_copies};

/// `min_nodes`: smallest number of nodes of an occurrence. Highest score first, ties by id.
pub fn group_functions(files: &[GroupedFile<'_>], min_nodes: u64) -> Vec<Group> {
    let copies = find_copies(files, min_nodes);
    let mut groups = link_groups(&copies, files);
    let id_of = |it: Place| &files[it.file as usize].ids[it.declaration as usize];
    for (group, mut copies) in groups.iter_mut().zip(copies) {
        copies.occurrences.sort_by(|a, b| id_of(a.place).cmp(id_of(b.place)));
        let declarations = copies.occurrences.iter().map(|it| DeclarationRef {
            file: files[it.place.file as usize].file,
            declaration: it.place.declaration,
        });
        group.occurrences = declarations.collect();
    }
    groups.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    groups
}
