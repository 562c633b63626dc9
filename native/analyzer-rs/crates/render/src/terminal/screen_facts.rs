//! The facts of the first screen, of which no two say the same: relations, then listed groups that no relation explains, with
//! small forks; each with the most equal lines first. All vendored libraries are one fact, and so are shared helpers of the same
//! folders.

use rustc_hash::{FxHashMap, FxHashSet};

use relate::model::Group;

use crate::lists::listed_groups::ListedGroups;
use crate::relations::model::{CopyRelation, CopyRelations, RelationKind};
use crate::relations::rules::RELATIONS;

use super::known_facts::{KnownFacts, places_of};
use super::relation_folders::{groups_of, in_same_folders, lines_of};
use super::screen_fact::{CodePlaces, FactSubject, ScreenFact};

/// A reader takes in about as many facts.
const MAX_FACTS: usize = 10;
/// Relations of folders and files come first, and leave some lines to groups and shared helpers.
const MAX_RELATIONS: usize = 6;
/// Forks and families of files with fewer equal lines come among the groups.
const MIN_FIRST_LINES: u64 = 60;
/// Code with fewer equal lines is only counted, after a few facts that with fewer than the second number.
const FEW_FACTS: usize = 3;
const MIN_SAVED_LINES: [u64; 2] = [5, 10];

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
    let small = folded.split_off(folded.partition_point(|its| lines_of(its) >= MIN_FIRST_LINES));
    let helpers = in_same_folders(of(RelationKind::SharedHelper).collect());
    let explained: FxHashSet<&str> = by_group(&folded).into_keys().collect();
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
    let shown = listed.shown.iter().map(AsRef::as_ref);
    let listed: Vec<&Group> = shown.filter(|it| !explained.contains(it.id.as_str())).collect();
    let most = RELATIONS.screen.evidence.most_groups.min(listed.len());
    for candidate in candidates_of(&listed[..most], &small, &helpers, places_of_group) {
        let Candidate {
            subject,
            places,
            groups,
        } = candidate;
        if places.is_worth && known.has_listed(&places, groups) {
            continue;
        }
        let least = MIN_SAVED_LINES[usize::from(known.facts.len() >= FEW_FACTS)];
        if places.is_worth && places.saved >= least && known.facts.len() < MAX_FACTS {
            known.add_listed(subject, places, groups - 1);
            continue;
        }
        match subject {
            FactSubject::Relations(its) => more_relations += its.len() as u64,
            FactSubject::Group(_) => more_groups += groups,
        }
    }
    ScreenFacts {
        facts: known.facts,
        more_relations,
        more_groups: more_groups + (listed.len() - most) as u64,
    }
}

/// What may be a fact.
struct Candidate<'a> {
    subject: FactSubject<'a>,
    places: CodePlaces<'a>,
    /// Number of groups that it counts.
    groups: u64,
}

/// Groups, small relations of files once, and of shared helpers in the same folders the group with the most equal lines.
fn candidates_of<'a>(
    listed: &[&'a Group],
    folded: &[Vec<&'a CopyRelation>],
    helpers: &[Vec<&'a CopyRelation>],
    places_of_group: impl Fn(&'a Group) -> CodePlaces<'a>,
) -> Vec<Candidate<'a>> {
    let (small, shared) = (by_group(folded), by_group(helpers));
    let mut taken = vec![false; folded.len()];
    let mut candidate_of: Vec<Option<usize>> = vec![None; helpers.len()];
    let mut candidates: Vec<Candidate<'a>> = Vec::new();
    for group in listed.iter().copied() {
        if let Some(at) = small.get(group.id.as_str()).copied() {
            let relations = &folded[at];
            if !std::mem::replace(&mut taken[at], true) {
                candidates.push(Candidate {
                    subject: FactSubject::Relations(relations.clone()),
                    places: places_of(relations),
                    groups: groups_of(relations),
                });
            }
            continue;
        }
        let places = places_of_group(group);
        let helper = shared.get(group.id.as_str()).copied().filter(|_| places.is_worth);
        if let Some(at) = helper.and_then(|it| candidate_of[it]) {
            let known = &mut candidates[at];
            if places.saved > known.places.saved {
                known.subject = FactSubject::Group(group);
                known.places = places;
            }
            known.groups += 1;
            continue;
        }
        if let Some(at) = helper {
            candidate_of[at] = Some(candidates.len());
        }
        candidates.push(Candidate {
            subject: FactSubject::Group(group),
            places,
            groups: 1,
        });
    }
    candidates.sort_by_key(|it| std::cmp::Reverse(it.places.saved));
    candidates
}

/// The number of the relations that explain a group, by its id.
fn by_group<'a>(all: &[Vec<&'a CopyRelation>]) -> FxHashMap<&'a str, usize> {
    let numbered = all.iter().enumerate();
    let ids = |its: &Vec<&'a CopyRelation>| {
        its.iter()
            .flat_map(|it| &it.groups)
            .map(String::as_str)
            .collect::<Vec<_>>()
    };
    numbered
        .flat_map(|(at, its)| ids(its).into_iter().map(move |id| (id, at)))
        .collect()
}
