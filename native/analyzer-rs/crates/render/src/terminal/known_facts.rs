//! The facts so far. Code that says the same as one of them is counted there.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::relations::async_twins::{TwinSign, twin_sign};
use crate::relations::folders::is_in;
use crate::relations::model::{CopyRelation, RelationKind};

use super::place_index::PlaceIndex;
use super::relation_folders::{folder_of, folders_of, groups_of, is_of_files, largest_of, lines_of};
use super::screen_fact::{CodePlace, CodePlaces, FactSubject, ScreenFact};

#[derive(Default)]
pub struct KnownFacts<'a> {
    pub facts: Vec<ScreenFact<'a>>,
    /// Groups and shared helpers by their first file: the files of a fact, and its number.
    by_file: FxHashMap<&'a str, Vec<(FxHashSet<&'a str>, usize)>>,
    /// Facts of several files by each of them.
    by_each_file: FxHashMap<&'a str, Vec<usize>>,
    /// Files of facts without the side of a relation of folders in which all of them are, with that relation's fact.
    of_one_side: FxHashMap<String, usize>,
    /// The number of the fact that counts synchronous and asynchronous code.
    twins: Option<usize>,
}

impl<'a> KnownFacts<'a> {
    pub fn add_relations(&mut self, relations: Vec<&'a CopyRelation>) {
        let places = places_of(&relations);
        self.add(FactSubject::Relations(relations), places, 0);
    }

    /// A fact at its place in the list of groups.
    pub fn add_listed(&mut self, subject: FactSubject<'a>, places: CodePlaces<'a>, more: u64) {
        let first = places.files.first().copied().unwrap_or_default();
        let its = self.by_file.entry(first).or_default();
        its.push((places.files.iter().copied().collect(), self.facts.len()));
        self.add(subject, places, more);
    }

    fn add(&mut self, subject: FactSubject<'a>, places: CodePlaces<'a>, more: u64) {
        if self.twins.is_none() && places.twins == Some(TwinSign::Names) {
            self.twins = Some(self.facts.len());
        }
        for file in places.files.iter().filter(|_| places.files.len() > 1) {
            self.by_each_file.entry(file).or_default().push(self.facts.len());
        }
        self.of_one_side.extend(self.without_side(&places.files));
        self.facts.push(ScreenFact {
            subject,
            places,
            more,
            twins: Vec::new(),
            also: Vec::new(),
        });
    }

    /// Relations between mirrored folders, or of synchronous and asynchronous code.
    pub fn has_relations(&mut self, relations: &[&'a CopyRelation]) -> bool {
        let (places, groups) = (places_of(relations), groups_of(relations));
        let fact = self
            .between_folders(&places.files)
            .or_else(|| self.on_other_side(&places.files))
            .filter(|_| is_of_files(relations[0]));
        self.count(fact, &places, groups) || self.count_twins(places)
    }

    /// `groups`: their number.
    pub fn has_listed(&mut self, places: &CodePlaces<'a>, groups: u64) -> bool {
        let files = &places.files;
        let in_folders = || self.facts.iter().position(|fact| is_in_folders(files, fact));
        let fact = self
            .in_files(files)
            .or_else(in_folders)
            .or_else(|| self.between_folders(files))
            .or_else(|| self.on_other_side(files))
            .or_else(|| self.with_most_of(files));
        self.count(fact, places, groups) || self.count_twins(places.clone())
    }

    fn count(&mut self, fact: Option<usize>, its: &CodePlaces<'a>, groups: u64) -> bool {
        if let Some(fact) = fact.map(|at| &mut self.facts[at]) {
            let added = if is_of_folders(fact) {
                Vec::new()
            } else {
                new_places(&its.places, fact)
            };
            if added.is_empty() {
                fact.more += groups;
            }
            fact.also.extend(added);
        }
        fact.is_some()
    }

    fn count_twins(&mut self, its: CodePlaces<'a>) -> bool {
        let fact = self.twins.filter(|_| its.twins.is_some());
        if let Some(at) = fact {
            self.facts[at].twins.push(its);
        }
        fact.is_some()
    }

    fn between_folders(&self, files: &[&str]) -> Option<usize> {
        self.facts.iter().position(|fact| is_between_folders(files, fact))
    }

    /// The relation of folders of which one side has the same code as an earlier fact in another side.
    fn on_other_side(&self, files: &[&str]) -> Option<usize> {
        let mut its = self.without_side(files).into_iter();
        its.find(|(key, _)| self.of_one_side.contains_key(key))
            .map(|(_, mirror)| mirror)
    }

    fn without_side(&self, files: &[&str]) -> Vec<(String, usize)> {
        let facts = self.facts.iter().enumerate();
        let relations = facts.filter_map(|(number, fact)| Some((number, folders_related(fact)?)));
        let keys = relations.filter_map(|(number, its)| {
            let has_all = |side: &&str| *side != "." && files.iter().all(|file| is_in(file, side));
            let side = inner_first(&its.sides).into_iter().find(has_all)?;
            let mut inside: Vec<&str> = files.iter().map(|file| &file[side.len()..]).collect();
            inside.sort_unstable();
            Some((format!("{number}\n{}", inside.join("\n")), number))
        });
        keys.collect()
    }

    /// Of several files that are all in facts of several files, or half of which are in one: the fact with most of them.
    fn with_most_of(&self, files: &[&str]) -> Option<usize> {
        if files.len() < 2 {
            return None;
        }
        let mut numbers = vec![0_usize; self.facts.len()];
        let mut known = 0;
        for facts in files.iter().filter_map(|file| self.by_each_file.get(file)) {
            known += 1;
            for fact in facts {
                numbers[*fact] += 1;
            }
        }
        let most = numbers.iter().copied().max().unwrap_or_default();
        let is_known = known == files.len() || (most > 1 && most * 2 >= files.len());
        numbers.iter().position(|it| *it == most).filter(|_| is_known)
    }

    /// The fact whose first file the files have, and that has all of them, unless these are one of several.
    fn in_files(&self, files: &[&str]) -> Option<usize> {
        let has_all =
            |its: &FxHashSet<&str>| (files.len() > 1 || its.len() == 1) && files.iter().all(|file| its.contains(file));
        let facts = files.iter().filter_map(|first| self.by_file.get(first)).flatten();
        facts.filter(|(its, _)| has_all(its)).map(|(_, fact)| *fact).next()
    }
}

/// Other places of the code that a fact shows: of a relation in other files.
fn new_places<'a>(places: &[CodePlace<'a>], fact: &ScreenFact<'a>) -> Vec<CodePlace<'a>> {
    let known = &fact.places;
    let is_of_files = known.places.iter().all(|it| it.lines.is_none());
    let (own, others) = (PlaceIndex::new(&known.places), PlaceIndex::new(&fact.also));
    if !is_of_files && !places.iter().any(|it| own.overlaps(it)) {
        return Vec::new();
    }
    let files: FxHashSet<&str> = known.files.iter().copied().collect();
    let is_new = |it: &&CodePlace<'a>| {
        let is_elsewhere = !is_of_files || !files.contains(it.path);
        is_elsewhere && it.lines.is_some() && !own.overlaps(it) && !others.overlaps(it)
    };
    places.iter().filter(is_new).cloned().collect()
}

/// The sides of relations, which are copies of each other.
pub fn places_of<'a>(relations: &[&'a CopyRelation]) -> CodePlaces<'a> {
    let mut known = FxHashSet::default();
    let sides = relations.iter().flat_map(|it| &it.sides).map(String::as_str);
    let files = sides.filter(|side| known.insert(*side)).collect();
    let sign_of = |it: &&CopyRelation| twin_sign(&it.sides.iter().map(|path| (path.as_str(), "")).collect::<Vec<_>>());
    let signs: Option<Vec<TwinSign>> = relations.iter().map(sign_of).collect();
    let place = |path: &'a String| CodePlace {
        path,
        name: String::new(),
        within: None,
        lines: None,
    };
    CodePlaces {
        files,
        places: largest_of(relations).sides.iter().map(place).collect(),
        twins: signs.map(|its| {
            if its.contains(&TwinSign::Paths) {
                TwinSign::Paths
            } else {
                TwinSign::Names
            }
        }),
        saved: lines_of(relations),
        lines: None,
        is_worth: true,
    }
}

fn is_of_folders(fact: &ScreenFact<'_>) -> bool {
    folders_related(fact).is_some()
}

/// The relation of a fact about folders.
fn folders_related<'a>(fact: &ScreenFact<'a>) -> Option<&'a CopyRelation> {
    match &fact.subject {
        FactSubject::Relations(its) => {
            Some(its[0]).filter(|it| matches!(it.kind, RelationKind::Mirror | RelationKind::FolderFamily))
        }
        FactSubject::Group(_) => None,
    }
}

fn inner_first(sides: &[String]) -> Vec<&str> {
    let mut inner: Vec<&str> = sides.iter().map(String::as_str).collect();
    inner.sort_by_key(|side| std::cmp::Reverse(side.len()));
    inner
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
    let Some(CopyRelation { sides, .. }) = folders_related(fact) else {
        return false;
    };
    let inner = inner_first(sides);
    let side_of = |file: &&str| {
        inner
            .iter()
            .find(|side| is_in(file, if **side == "." { "" } else { side }))
    };
    let inside: Vec<&&str> = files.iter().filter_map(side_of).collect();
    inside.iter().any(|side| *side != inside[0]) && inside.len() * 2 > files.len()
}
