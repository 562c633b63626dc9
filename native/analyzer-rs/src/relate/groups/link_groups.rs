//! Sizes, scores and ids of clone groups, and how they are linked to each other.

use rustc_hash::FxHashMap;

use crate::parse::facts::Hash;
use crate::relate::model::{Group, GroupKind};

use super::containment::containing_groups;
use super::group_id::group_id;
use super::occurrences::Copies;

/// `copies`: all groups; those of one kind differ in their fingerprints. `parents`: by the number of a declaration, the
/// one around it. Aligned with the copies; the groups still lack their occurrences.
pub fn link_groups(copies: &[Copies], parents: &[Option<u32>]) -> Vec<Group> {
    let ids: Vec<String> = copies.iter().map(|it| group_id(it.kind, &it.fingerprint)).collect();
    let holders = containing_groups(copies, &ids, parents);
    let body_sizes: FxHashMap<Hash, usize> = copies
        .iter()
        .filter(|it| it.kind == GroupKind::FunctionBody)
        .map(|it| (it.fingerprint, it.occurrences.len()))
        .collect();
    let linked = copies.iter().zip(ids).zip(holders).map(|((it, id), contained_in)| {
        let sizes = it.occurrences.iter().map(|it| u64::from(it.nodes));
        let nodes = sizes.clone().max().unwrap_or(0);
        let score = sizes.sum::<u64>() - nodes;
        let same_as = same_as(it, &body_sizes);
        Group {
            id,
            kind: it.kind,
            nodes,
            score,
            same_as,
            contained_in,
            occurrences: Vec::new(),
        }
    });
    linked.collect()
}

/// The function-body group with the very functions of a function-shape group.
fn same_as(copies: &Copies, body_sizes: &FxHashMap<Hash, usize>) -> Option<String> {
    let body = copies.occurrences.first()?.body;
    let same = copies.kind == GroupKind::FunctionShape
        && body_sizes.get(&body) == Some(&copies.occurrences.len())
        && copies.occurrences.iter().all(|it| it.body == body);
    same.then(|| group_id(GroupKind::FunctionBody, &body))
}
