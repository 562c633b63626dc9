//! The facts of the first screen: relations, then listed groups that no relation explains, in the order of lists.

use rustc_hash::{FxHashMap, FxHashSet};

use relate::model::Group;

use crate::lists::listed_groups::ListedGroups;
use crate::relations::model::{CopyRelation, CopyRelations, RelationKind};

/// A reader takes in about as many facts.
const MAX_FACTS: usize = 10;
/// Relations of folders and files come first, and leave some lines to groups and shared helpers.
const MAX_RELATIONS: usize = 6;

pub enum ScreenFact<'a> {
    Relation(&'a CopyRelation),
    Group(&'a Group),
}

pub struct ScreenFacts<'a> {
    pub facts: Vec<ScreenFact<'a>>,
    /// Numbers of relations and groups that are not among them.
    pub more_relations: u64,
    pub more_groups: u64,
}

pub fn screen_facts<'a>(found: &'a CopyRelations, listed: &'a ListedGroups<'_>) -> ScreenFacts<'a> {
    let is_helper = |it: &&CopyRelation| it.kind == RelationKind::SharedHelper;
    let (helpers, first): (Vec<&CopyRelation>, Vec<&CopyRelation>) = found.relations.iter().partition(is_helper);
    let ids = |it: &'a CopyRelation| it.groups.iter().map(String::as_str);
    let explained: FxHashSet<&str> = first.iter().flat_map(|it| ids(it)).collect();
    let numbered = helpers.iter().enumerate();
    let helper_of: FxHashMap<&str, usize> = numbered.flat_map(|(at, it)| ids(it).map(move |id| (id, at))).collect();
    let mut facts: Vec<ScreenFact<'a>> = first
        .iter()
        .take(MAX_RELATIONS)
        .map(|it| ScreenFact::Relation(it))
        .collect();
    let mut more_relations = (first.len() - facts.len()) as u64;
    let mut more_groups = 0;
    let mut known = vec![false; helpers.len()];
    for group in &listed.shown {
        let id = group.id.as_str();
        let helper = helper_of.get(id).copied();
        if explained.contains(id) || helper.is_some_and(|at| std::mem::replace(&mut known[at], true)) {
            continue;
        }
        let has_space = facts.len() < MAX_FACTS;
        match helper {
            Some(at) if has_space => facts.push(ScreenFact::Relation(helpers[at])),
            None if has_space => facts.push(ScreenFact::Group(group)),
            Some(_) => more_relations += 1,
            None => more_groups += 1,
        }
    }
    ScreenFacts {
        facts,
        more_relations,
        more_groups,
    }
}
