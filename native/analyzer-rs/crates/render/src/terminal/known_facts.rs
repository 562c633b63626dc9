//! The facts so far. Code that says the same as one of them is counted there.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::relations::folders::is_in;
use crate::relations::model::{CopyRelation, RelationKind};

use super::async_twins::are_twins;
use super::relation_folders::{folder_of, folders_of, groups_of, is_of_files, lines_of};
use super::screen_fact::{CodePlaces, FactSubject, ScreenFact};

#[derive(Default)]
pub struct KnownFacts<'a> {
    pub facts: Vec<ScreenFact<'a>>,
    /// Groups and shared helpers by their first file: the files of a fact, and its number.
    by_file: FxHashMap<&'a str, Vec<(FxHashSet<&'a str>, usize)>>,
    /// Facts of several files by each of them.
    by_each_file: FxHashMap<&'a str, Vec<usize>>,
    /// The number of the fact that counts synchronous and asynchronous code.
    twins: Option<usize>,
}

impl<'a> KnownFacts<'a> {
    pub fn add_relations(&mut self, relations: Vec<&'a CopyRelation>) {
        let places = places_of(&relations);
        self.add(FactSubject::Relations(relations), &places);
    }

    /// A fact at its place in the list of groups.
    pub fn add_listed(&mut self, subject: FactSubject<'a>, places: &CodePlaces<'a>) {
        let first = places.files.first().copied().unwrap_or_default();
        let its = self.by_file.entry(first).or_default();
        its.push((places.files.iter().copied().collect(), self.facts.len()));
        self.add(subject, places);
    }

    fn add(&mut self, subject: FactSubject<'a>, places: &CodePlaces<'a>) {
        if self.twins.is_none() && are_twins(&places.names) {
            self.twins = Some(self.facts.len());
        }
        for file in places.files.iter().filter(|_| places.files.len() > 1) {
            self.by_each_file.entry(file).or_default().push(self.facts.len());
        }
        self.facts.push(ScreenFact {
            subject,
            more: 0,
            twins: 0,
        });
    }

    /// Relations of files that are between mirrored folders, or of synchronous and asynchronous code.
    pub fn has_relations(&mut self, relations: &[&'a CopyRelation]) -> bool {
        if !is_of_files(relations[0]) {
            return false;
        }
        let (places, groups) = (places_of(relations), groups_of(relations));
        let fact = self.between_folders(&places.files);
        self.count_more(fact, groups) || self.count_twins(&places, groups)
    }

    /// `groups`: their number.
    pub fn has_listed(&mut self, places: &CodePlaces<'a>, groups: u64) -> bool {
        let files = &places.files;
        let in_folders = || self.facts.iter().position(|fact| is_in_folders(files, fact));
        let fact = self
            .in_files(files)
            .or_else(in_folders)
            .or_else(|| self.between_folders(files))
            .or_else(|| self.with_most_of(files));
        self.count_more(fact, groups) || self.count_twins(places, groups)
    }

    fn count_more(&mut self, fact: Option<usize>, groups: u64) -> bool {
        if let Some(at) = fact {
            self.facts[at].more += groups;
        }
        fact.is_some()
    }

    fn count_twins(&mut self, places: &CodePlaces<'a>, groups: u64) -> bool {
        let fact = self.twins.filter(|_| are_twins(&places.names));
        if let Some(at) = fact {
            self.facts[at].twins += groups;
        }
        fact.is_some()
    }

    fn between_folders(&self, files: &[&str]) -> Option<usize> {
        self.facts.iter().position(|fact| is_between_folders(files, fact))
    }

    /// Of several files that are all in facts of several files: the fact with most of them.
    fn with_most_of(&self, files: &[&str]) -> Option<usize> {
        if files.len() < 2 {
            return None;
        }
        let mut numbers = vec![0_usize; self.facts.len()];
        for file in files {
            for fact in self.by_each_file.get(file)? {
                numbers[*fact] += 1;
            }
        }
        (0..numbers.len()).min_by_key(|fact| std::cmp::Reverse(numbers[*fact]))
    }

    /// The fact whose first file the files have, and that has all of them, unless these are one of several.
    fn in_files(&self, files: &[&str]) -> Option<usize> {
        let has_all =
            |its: &FxHashSet<&str>| (files.len() > 1 || its.len() == 1) && files.iter().all(|file| its.contains(file));
        let facts = files.iter().filter_map(|first| self.by_file.get(first)).flatten();
        facts.filter(|(its, _)| has_all(its)).map(|(_, fact)| *fact).next()
    }
}

/// Of one relation: its sides are copies of each other.
pub fn places_of<'a>(relations: &[&'a CopyRelation]) -> CodePlaces<'a> {
    let mut files: Vec<&str> = Vec::new();
    for side in relations.iter().flat_map(|it| &it.sides) {
        if !files.contains(&side.as_str()) {
            files.push(side);
        }
    }
    let names = if relations.len() == 1 {
        relations[0].sides.clone()
    } else {
        Vec::new()
    };
    CodePlaces {
        files,
        names,
        saved: lines_of(relations),
    }
}

/// Whether code of several files is in the folders of forks and families of files, and in one of these files.
fn is_in_folders(files: &[&str], fact: &ScreenFact<'_>) -> bool {
    let FactSubject::Relations(relations) = &fact.subject else {
        return false;
    };
    if !is_of_files(relations[0]) {
        return false;
    }
    let folders = folders_of(relations[0]);
    let is_side = |file: &&str| relations.iter().any(|it| it.sides.iter().any(|side| side == *file));
    files.len() > 1 && files.iter().any(is_side) && files.iter().all(|it| folders.contains(&folder_of(it)))
}

/// Whether code is in at least two folders that are copies of each other, and most of its files are.
fn is_between_folders(files: &[&str], fact: &ScreenFact<'_>) -> bool {
    let FactSubject::Relations(relations) = &fact.subject else {
        return false;
    };
    let CopyRelation { kind, sides, .. } = relations[0];
    if !matches!(kind, RelationKind::Mirror | RelationKind::FolderFamily) {
        return false;
    }
    let mut inner: Vec<&str> = sides.iter().map(String::as_str).collect();
    inner.sort_by_key(|side| std::cmp::Reverse(side.len()));
    let side_of = |file: &&str| {
        inner
            .iter()
            .find(|side| is_in(file, if **side == "." { "" } else { side }))
    };
    let inside: Vec<&&str> = files.iter().filter_map(side_of).collect();
    inside.iter().any(|side| *side != inside[0]) && inside.len() * 2 > files.len()
}
