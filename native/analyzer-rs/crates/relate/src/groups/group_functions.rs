//! A fingerprint belongs to one parser and language, so groups never mix them.

use crate::model::{DeclarationRef, Group};

use super::link_groups::link_groups;
use super::occurrences::{FunctionRef, Functions, GroupedFile};

/// `functions`: of these files, in this order. Highest score first, ties by id.
pub fn group_functions(files: &[GroupedFile<'_>], functions: &Functions<'_>) -> Vec<Group> {
    let copies = functions.copies();
    let mut groups = link_groups(&copies, files);
    let id_of = |it: FunctionRef| {
        let GroupedFile {
            path,
            ids,
            declarations,
            ..
        } = files[it.file as usize];
        ids.of(path, declarations, it.declaration)
    };
    for (group, mut copies) in groups.iter_mut().zip(copies) {
        copies
            .occurrences
            .sort_by(|a, b| id_of(a.function).cmp(&id_of(b.function)));
        let declarations = copies.occurrences.iter().map(|it| DeclarationRef {
            file: files[it.function.file as usize].file,
            declaration: it.function.declaration,
        });
        group.occurrences = declarations.collect();
    }
    groups.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    groups
}
