//! The facts of the first screen, of which no two say the same: relations, those with the most lines first, then listed
//! groups that no relation explains, in the order of lists. All vendored libraries are one fact.

use rustc_hash::{FxHashMap, FxHashSet};

use relate::model::Group;

use crate::lists::listed_groups::ListedGroups;
use crate::relations::model::{CopyRelation, CopyRelations, RelationKind};

/// A reader takes in about as many facts.
const MAX_FACTS: usize = 10;
/// Relations of folders and files come first, and leave some lines to groups and shared helpers.
const MAX_RELATIONS: usize = 6;

pub enum FactSubject<'a> {
    /// Several are forks and families of files in the same folders.
    Relations(Vec<&'a CopyRelation>),
    /// With its different files, that of its first occurrence first.
    Group(&'a Group, Vec<&'a str>),
}

pub struct ScreenFact<'a> {
    pub subject: FactSubject<'a>,
    /// Number of further groups in the same files.
    pub more: u64,
}

pub struct ScreenFacts<'a> {
    pub facts: Vec<ScreenFact<'a>>,
    /// Numbers of relations and groups that are not among them.
    pub more_relations: u64,
    pub more_groups: u64,
}

/// `files_of`: the different files of a group, that of its first occurrence first.
pub fn screen_facts<'a>(
    found: &'a CopyRelations,
    listed: &'a ListedGroups<'_>,
    files_of: impl Fn(&'a Group) -> Vec<&'a str>,
) -> ScreenFacts<'a> {
    let is_helper = |it: &&CopyRelation| it.kind == RelationKind::SharedHelper;
    let is_vendored = |it: &&CopyRelation| it.kind == RelationKind::VendoredLibrary;
    let (vendored, own): (Vec<&CopyRelation>, Vec<&CopyRelation>) = found.relations.iter().partition(is_vendored);
    let (helpers, first): (Vec<&CopyRelation>, Vec<&CopyRelation>) = own.into_iter().partition(is_helper);
    let ids = |it: &'a CopyRelation| it.groups.iter().map(String::as_str);
    let explained: FxHashSet<&str> = first.iter().flat_map(|it| ids(it)).collect();
    let numbered = helpers.iter().enumerate();
    let helper_of: FxHashMap<&str, usize> = numbered.flat_map(|(at, it)| ids(it).map(move |id| (id, at))).collect();
    let mut folded = in_same_folders(first);
    folded.sort_by_key(|its| std::cmp::Reverse(lines_of(its)));
    let rest = folded.split_off(folded.len().min(MAX_RELATIONS));
    let mut more_relations = rest.iter().map(|its| its.len() as u64).sum();
    let fact_of = |subject| ScreenFact { subject, more: 0 };
    let mut facts: Vec<ScreenFact<'a>> = folded.into_iter().map(FactSubject::Relations).map(fact_of).collect();
    if !vendored.is_empty() {
        facts.push(fact_of(FactSubject::Relations(vendored)));
    }
    let mut more_groups = 0;
    let mut known = vec![false; helpers.len()];
    let mut in_files = FilesOfFacts::default();
    for group in &listed.shown {
        let id = group.id.as_str();
        let helper = helper_of.get(id).copied();
        if explained.contains(id) || helper.is_some_and(|at| std::mem::replace(&mut known[at], true)) {
            continue;
        }
        let files = match helper {
            Some(at) => helpers[at].sides.iter().map(String::as_str).collect(),
            None => files_of(group),
        };
        let in_folders = || facts.iter().position(|fact| is_in_folders(&files, fact));
        if let Some(same) = in_files.of(&files).or_else(in_folders) {
            facts[same].more += helper.map_or(1, |at| helpers[at].groups.len() as u64);
        } else if facts.len() < MAX_FACTS {
            in_files.add(&files, facts.len());
            facts.push(fact_of(match helper {
                Some(at) => FactSubject::Relations(vec![helpers[at]]),
                None => FactSubject::Group(group, files),
            }));
        } else if helper.is_some() {
            more_relations += 1;
        } else {
            more_groups += 1;
        }
    }
    ScreenFacts {
        facts,
        more_relations,
        more_groups,
    }
}

/// Forks and families of files in the same folders are one fact, where the first one is.
fn in_same_folders(relations: Vec<&CopyRelation>) -> Vec<Vec<&CopyRelation>> {
    let mut facts: Vec<Vec<&CopyRelation>> = Vec::new();
    let mut known: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
    for relation in relations {
        if !is_of_files(relation) {
            facts.push(vec![relation]);
            continue;
        }
        let at = *known.entry(folders_of(relation)).or_insert(facts.len());
        if at == facts.len() {
            facts.push(Vec::new());
        }
        facts[at].push(relation);
    }
    facts
}

fn lines_of(relations: &[&CopyRelation]) -> u64 {
    relations.iter().map(|it| it.lines).sum()
}

/// Whether code is in the folders of forks and families of files, and in at least two of these files.
fn is_in_folders(files: &[&str], fact: &ScreenFact<'_>) -> bool {
    let FactSubject::Relations(relations) = &fact.subject else {
        return false;
    };
    if !is_of_files(relations[0]) {
        return false;
    }
    let folders = folders_of(relations[0]);
    let is_side = |file: &&&str| relations.iter().any(|it| it.sides.iter().any(|side| side == **file));
    files.iter().filter(is_side).count() > 1 && files.iter().all(|it| folders.contains(&folder_of(it)))
}

pub fn is_of_files(relation: &CopyRelation) -> bool {
    matches!(relation.kind, RelationKind::Fork | RelationKind::FileFamily)
}

fn folder_of(path: &str) -> &str {
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

/// Groups in the files of an earlier fact are a part of that.
#[derive(Default)]
struct FilesOfFacts<'a> {
    /// By first file: the files of a fact, and its number.
    facts: FxHashMap<&'a str, Vec<(FxHashSet<&'a str>, usize)>>,
}

impl<'a> FilesOfFacts<'a> {
    fn add(&mut self, files: &[&'a str], fact: usize) {
        let first = files.first().copied().unwrap_or_default();
        let its = self.facts.entry(first).or_default();
        its.push((files.iter().copied().collect(), fact));
    }

    /// The fact whose first file the files have, and that has all of them, unless these are one of several.
    fn of(&self, files: &[&str]) -> Option<usize> {
        let has_all =
            |its: &FxHashSet<&str>| (files.len() > 1 || its.len() == 1) && files.iter().all(|file| its.contains(file));
        let facts = files.iter().filter_map(|first| self.facts.get(first)).flatten();
        facts.filter(|(its, _)| has_all(its)).map(|(_, fact)| *fact).next()
    }
}
