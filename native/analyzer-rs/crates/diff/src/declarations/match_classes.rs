//! Classes that were moved or renamed and edited: half of the members of the larger one are equal, or, with equal
//! names, a third. Most certain pairs first; each class is in at most one pair.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::keyed_lists::KeyedLists;
use parse::facts::Hash;

use super::match_scopes::Matched;
use super::nodes::{Forest, Forests, NodeId, Sort};

/// A member that more classes share is ignored.
const MAX_HOLDERS: usize = 20;

struct Candidate {
    pair: Matched,
    /// Number of members with equal content.
    common: usize,
    same_name: bool,
}

pub fn match_classes(forests: &Forests<'_>, removed: &[NodeId], added: &[NodeId]) -> Vec<Matched> {
    let mut holders: KeyedLists<Hash, NodeId> = KeyedLists::new([]);
    for &node in added.iter().filter(|it| has_members(&forests.after, **it)) {
        for print in prints_in(&forests.after, node) {
            holders.push(print, node);
        }
    }
    let mut candidates: Vec<Candidate> = removed
        .iter()
        .filter(|it| has_members(&forests.before, **it))
        .flat_map(|before| candidates_of(forests, *before, &holders))
        .collect();
    candidates.sort_by_key(|it| (Reverse(it.same_name), Reverse(it.common)));
    let (mut befores, mut afters) = (FxHashSet::default(), FxHashSet::default());
    let pairs = candidates.into_iter().map(|it| it.pair).filter(|pair| {
        let is_free = !befores.contains(&pair.before) && !afters.contains(&pair.after);
        if is_free {
            befores.insert(pair.before);
            afters.insert(pair.after);
        }
        is_free
    });
    pairs.collect()
}

fn candidates_of(forests: &Forests<'_>, before: NodeId, holders: &KeyedLists<Hash, NodeId>) -> Vec<Candidate> {
    let mut indexes: FxHashMap<NodeId, usize> = FxHashMap::default();
    let mut common: Vec<(NodeId, usize)> = Vec::new();
    for print in prints_in(&forests.before, before) {
        let found = holders.get(&print);
        if found.len() > MAX_HOLDERS {
            continue;
        }
        for after in found {
            let index = *indexes.entry(*after).or_insert(common.len());
            match common.get_mut(index) {
                Some((_, count)) => *count += 1,
                None => common.push((*after, 1)),
            }
        }
    }
    let old = &forests.before[before];
    let candidates = common.into_iter().filter_map(|(after, common)| {
        let now = &forests.after[after];
        let same_name = now.facts.name == old.facts.name;
        let larger = old.children.len().max(now.children.len());
        let share = if same_name { 3 } else { 2 };
        (common * share >= larger).then_some(Candidate {
            pair: Matched { before, after },
            common,
            same_name,
        })
    });
    candidates.collect()
}

fn has_members(forest: &Forest<'_>, node: NodeId) -> bool {
    forest[node].sort() == Sort::Class && !forest[node].children.is_empty()
}

/// Distinct fingerprints, in the order of the members.
fn prints_in(forest: &Forest<'_>, node: NodeId) -> Vec<Hash> {
    let mut seen = FxHashSet::default();
    let members = forest[node].children.iter();
    members
        .filter_map(|it| forest[*it].print().copied())
        .filter(|it| seen.insert(*it))
        .collect()
}
