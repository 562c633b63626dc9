//! The facts of the first screen, of which no two say the same: relations, those with the most lines first, then listed
//! groups that no relation explains, in the order of lists, with shared helpers and small forks. All vendored libraries are one
//! fact.

use rustc_hash::{FxHashMap, FxHashSet};

use relate::model::Group;

use crate::lists::listed_groups::ListedGroups;
use crate::relations::model::{CopyRelation, CopyRelations, RelationKind};

use super::known_facts::{KnownFacts, places_of};
use super::relation_folders::{groups_of, in_same_folders, lines_of};
use super::screen_fact::{CodePlaces, FactSubject, ScreenFact};

/// A reader takes in about as many facts.
const MAX_FACTS: usize = 10;
/// Relations of folders and files come first, and leave some lines to groups and shared helpers.
const MAX_RELATIONS: usize = 6;
/// Forks and families of files with fewer equal lines come where the first of their groups is in the list.
const MIN_FIRST_LINES: u64 = 60;
/// After a few facts, code that would save fewer lines is only counted.
const FEW_FACTS: usize = 3;
const MIN_SAVED_LINES: u64 = 10;

pub struct ScreenFacts<'a> {
    pub facts: Vec<ScreenFact<'a>>,
    /// Numbers of relations and groups that are not among them.
    pub more_relations: u64,
    pub more_groups: u64,
}

pub fn screen_facts<'a>(
    found: &'a CopyRelations,
    listed: &'a ListedGroups<'_>,
    places_of_group: impl Fn(&'a Group) -> CodePlaces<'a>,
) -> ScreenFacts<'a> {
    let of = |kind| found.relations.iter().filter(move |it| it.kind == kind);
    let is_other = |it: &&CopyRelation| !matches!(it.kind, RelationKind::SharedHelper | RelationKind::VendoredLibrary);
    let mut folded = in_same_folders(found.relations.iter().filter(is_other).collect());
    folded.sort_by_key(|its| std::cmp::Reverse(lines_of(its)));
    let small = folded.partition_point(|its| lines_of(its) >= MIN_FIRST_LINES);
    let mut later = folded.split_off(small);
    later.extend(in_same_folders(of(RelationKind::SharedHelper).collect()));
    let ids = |its: &Vec<&'a CopyRelation>| its.iter().flat_map(|it| it.groups.iter().map(String::as_str)).collect();
    let explained: FxHashSet<&str> = folded.iter().flat_map(|its| -> Vec<&str> { ids(its) }).collect();
    let numbered = later.iter().enumerate();
    let later_of: FxHashMap<&str, usize> = numbered
        .flat_map(|(at, its)| -> Vec<(&str, usize)> { ids(its).into_iter().map(|id: &str| (id, at)).collect() })
        .collect();
    let mut known = KnownFacts::default();
    let (mut more_relations, mut more_groups) = (0, 0);
    for its in folded {
        if known.has_relations(&its) {
            continue;
        }
        if known.facts.len() < MAX_RELATIONS {
            known.add_relations(its);
        } else {
            more_relations += its.len() as u64;
        }
    }
    let vendored: Vec<&CopyRelation> = of(RelationKind::VendoredLibrary).collect();
    if !vendored.is_empty() {
        known.add_relations(vendored);
    }
    let mut taken = vec![false; later.len()];
    for group in &listed.shown {
        let its = later_of.get(group.id.as_str()).copied();
        if explained.contains(group.id.as_str()) || its.is_some_and(|at| std::mem::replace(&mut taken[at], true)) {
            continue;
        }
        let its = its.map(|at| later[at].clone());
        let places = its.as_deref().map_or_else(|| places_of_group(group), places_of);
        if known.has_listed(&places, its.as_deref().map_or(1, groups_of)) {
            continue;
        }
        let is_worth = known.facts.len() < FEW_FACTS || places.saved >= MIN_SAVED_LINES;
        let has_room = is_worth && known.facts.len() < MAX_FACTS;
        match its {
            Some(its) if has_room => known.add_listed(FactSubject::Relations(its), &places),
            None if has_room => known.add_listed(FactSubject::Group(group, places.files.clone()), &places),
            Some(its) => more_relations += its.len() as u64,
            None => more_groups += 1,
        }
    }
    ScreenFacts {
        facts: known.facts,
        more_relations,
        more_groups,
    }
}
