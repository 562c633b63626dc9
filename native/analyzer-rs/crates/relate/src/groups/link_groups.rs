//! Sizes, scores and ids of clone groups, and the links between them.

use rustc_hash::FxHashMap;

use crate::model::{Group, GroupKind};
use parse::facts::Hash;

use super::containment::containing_groups;
use super::group_id::group_id;
use super::occurrences::{Copies, GroupedFile};

/// `copies`: all groups of the files; those of one kind have different fingerprints. Aligned with the copies; the
/// groups do not have their occurrences yet.
pub fn link_groups(copies: &[Copies<'_>], files: &[GroupedFile<'_>]) -> Vec<Group> {
    let ids: Vec<String> = copies.iter().map(|it| group_id(it.kind, it.fingerprint)).collect();
    let holders = containing_groups(copies, &ids, files);
    let bodies: FxHashMap<&Hash, usize> = (0..copies.len())
        .filter(|index| copies[*index].kind == GroupKind::FunctionBody)
        .map(|index| (copies[index].fingerprint, index))
        .collect();
    let same_as = |it: &Copies<'_>| {
        let body = same_body(it).and_then(|body| bodies.get(body).copied())?;
        let has_all = copies[body].occurrences.len() == it.occurrences.len();
        has_all.then(|| ids[body].clone())
    };
    let linked = copies.iter().zip(&ids).zip(holders).map(|((it, id), contained_in)| {
        let sizes = it.occurrences.iter().map(|it| u64::from(it.nodes));
        let nodes = sizes.clone().max().unwrap_or(0);
        let score = sizes.sum::<u64>() - nodes;
        Group {
            id: id.clone(),
            kind: it.kind,
            nodes,
            score,
            same_as: same_as(it),
            contained_in,
            folded_into: None,
            occurrences: Vec::new(),
            similarity: Vec::new(),
            blocks: Vec::new(),
        }
    });
    linked.collect()
}

/// The common body of the functions of a function-shape group, if there is one.
fn same_body<'a>(copies: &Copies<'a>) -> Option<&'a Hash> {
    let body = &copies.occurrences.first()?.hashes.body;
    let is_one = copies.kind == GroupKind::FunctionShape && copies.occurrences.iter().all(|it| it.hashes.body == *body);
    is_one.then_some(body)
}
