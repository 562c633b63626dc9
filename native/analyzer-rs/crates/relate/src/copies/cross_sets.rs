//! Groups callbacks with declarations, of which one is in no group yet: it joins the group whose first occurrence of the
//! other kind is the most similar to it. Then each callback takes all declarations that are similar to it and in no group;
//! then one that remains becomes a pair with the most similar one of the other kind. No group has two occurrences of which
//! one is in the other, and no pair has an occurrence whose partner is in a group with a part of it.

use std::cmp::{Ordering, Reverse};

use rustc_hash::FxHashMap;

use super::compared_file::ComparedFile;
use super::gram_sets::GramSets;
use super::near_groups::{NearGroup, NearMember};
use super::set_classes::SetClasses;
use super::similar_classes::{SimilarClasses, common};
use parse::facts::Hash;

/// A declaration or a callback.
#[derive(Clone, Copy)]
pub struct CrossSet {
    pub file: u32,
    /// Its number; of a callback after those of declarations.
    pub declaration: u32,
    /// Index in the bodies of its file.
    pub body: u32,
    nodes: u32,
    start: u32,
    end: u32,
}

impl CrossSet {
    fn position(&self) -> (u32, u32, u32) {
        (self.file, self.start, self.declaration)
    }
}

/// A callback and a declaration that are similar and not nested.
#[derive(Clone, Copy)]
struct Pair {
    callback: u32,
    declaration: u32,
    common: u32,
    union: u32,
}

impl Pair {
    fn both_ways(self) -> [(u32, u32); 2] {
        [(self.callback, self.declaration), (self.declaration, self.callback)]
    }

    fn similarity(self) -> u32 {
        (1000 * u64::from(self.common) / u64::from(self.union)) as u32
    }
}

#[derive(Default)]
struct OpenGroup {
    members: Vec<NearMember>,
    /// Numbers of the sets.
    sets: Vec<u32>,
}

/// Changes the groups; returns new ones without fingerprints, and what was in no group and is in one now, by position.
/// `files`: with their callbacks after their declarations. `groups`: led by declarations, and by callbacks, with the same
/// numbers.
pub fn group_across(
    files: &[ComparedFile<'_>],
    gram_sets: GramSets,
    groups: [&mut Vec<NearGroup>; 2],
    is_callback: impl Fn(&CrossSet) -> bool,
) -> (Vec<NearGroup>, Vec<CrossSet>) {
    let sets = gram_sets.list.iter().map(|it| {
        let its = &files[it.file as usize].declarations[it.declaration as usize];
        CrossSet {
            file: it.file,
            declaration: it.declaration,
            body: it.body,
            nodes: its.nodes,
            start: its.start_byte,
            end: its.end_byte,
        }
    });
    let sets: Vec<CrossSet> = sets.collect();
    let classes = SetClasses::new(&gram_sets);
    drop(gram_sets);
    let mut across = Across {
        set_at: (0..)
            .zip(&sets)
            .map(|(set, it)| ((it.file, it.declaration), set))
            .collect(),
        groups_of: vec![Vec::new(); sets.len()],
        is_callback: sets.iter().map(is_callback).collect(),
        sets,
        groups: Vec::new(),
        joined: Vec::new(),
    };
    for group in groups.iter().flat_map(|it| it.iter()) {
        across.open(&group.members);
    }
    let mut pairs = across.pairs(&classes);
    pairs.sort_by(|a, b| across.by_similarity(a, b));
    across.join(&pairs);
    across.lead(&pairs);
    across.pair_up(&pairs);
    let mut all = across.groups.into_iter();
    for group in groups.into_iter().flat_map(|it| it.iter_mut()) {
        group.members = all.next().map(|it| it.members).unwrap_or_default();
    }
    let sets = &across.sets;
    let added = all.map(|it| NearGroup {
        fingerprint: Hash::default(),
        body: sets[it.sets[0] as usize].body,
        members: it.members,
    });
    let added = added.collect();
    let mut joined: Vec<CrossSet> = across.joined.iter().map(|it| sets[*it as usize]).collect();
    joined.sort_by_key(CrossSet::position);
    (added, joined)
}

struct Across {
    sets: Vec<CrossSet>,
    is_callback: Vec<bool>,
    set_at: FxHashMap<(u32, u32), u32>,
    groups: Vec<OpenGroup>,
    /// By set: its groups.
    groups_of: Vec<Vec<usize>>,
    joined: Vec<u32>,
}

impl Across {
    fn open(&mut self, members: &[NearMember]) {
        let number = self.groups.len();
        let sets = members.iter().map(|it| self.set_at[&(it.file, it.declaration)]);
        let sets: Vec<u32> = sets.collect();
        for set in &sets {
            self.groups_of[*set as usize].push(number);
        }
        self.groups.push(OpenGroup {
            members: members.to_vec(),
            sets,
        });
    }

    /// All of which one is in no group.
    fn pairs(&self, classes: &SetClasses) -> Vec<Pair> {
        let mut sets_of: [Vec<Vec<u32>>; 2] = [(); 2].map(|()| vec![Vec::new(); classes.list.len()]);
        for (set, class) in (0..).zip(&classes.class_of) {
            if let Some(class) = class {
                sets_of[usize::from(self.is_callback[set as usize])][*class as usize].push(set);
            }
        }
        let [declarations_of, callbacks_of] = sets_of;
        let mut similar = SimilarClasses::some(classes, |it| !declarations_of[it as usize].is_empty());
        let mut pairs = Vec::new();
        for (own, callbacks) in (0..).zip(&callbacks_of).filter(|(_, it)| !it.is_empty()) {
            let mut others = similar.candidates(classes, own);
            others.push(own);
            for its in others {
                let declarations = &declarations_of[its as usize];
                let Some(common) = common(classes, own, its).filter(|_| !declarations.is_empty()) else {
                    continue;
                };
                let union = classes.list[own as usize].size + classes.list[its as usize].size - common;
                let free: Vec<u32> = declarations.iter().copied().filter(|it| self.is_free(*it)).collect();
                for callback in callbacks {
                    let its = if self.is_free(*callback) { declarations } else { &free };
                    let apart = its.iter().filter(|it| !self.are_nested(*callback, **it));
                    pairs.extend(apart.map(|declaration| Pair {
                        callback: *callback,
                        declaration: *declaration,
                        common,
                        union,
                    }));
                }
            }
        }
        pairs
    }

    fn join(&mut self, pairs: &[Pair]) {
        let led: FxHashMap<u32, usize> = (0..).zip(&self.groups).map(|(at, it)| (it.sets[0], at)).collect();
        for pair in pairs {
            for (set, leader) in pair.both_ways() {
                if let Some(group) = led.get(&leader)
                    && self.is_free(set)
                    && !self.overlaps(*group, set)
                {
                    self.add(*group, set, pair.similarity());
                }
            }
        }
    }

    fn lead(&mut self, pairs: &[Pair]) {
        let mut declarations_of: FxHashMap<u32, Vec<Pair>> = FxHashMap::default();
        for pair in pairs {
            if self.is_free(pair.callback) && self.is_free(pair.declaration) {
                declarations_of.entry(pair.callback).or_default().push(*pair);
            }
        }
        for leader in self.by_size(declarations_of.keys()) {
            let mut group = None;
            for pair in &declarations_of[&leader] {
                let overlaps = group.is_some_and(|group| self.overlaps(group, pair.declaration));
                if self.is_free(pair.declaration) && !overlaps {
                    let group = *group.get_or_insert_with(|| self.begin(leader));
                    self.add(group, pair.declaration, pair.similarity());
                }
            }
        }
    }

    fn pair_up(&mut self, pairs: &[Pair]) {
        let mut partners_of: FxHashMap<u32, Vec<(u32, Pair)>> = FxHashMap::default();
        for pair in pairs {
            for (set, partner) in pair.both_ways() {
                if self.is_free(set) {
                    partners_of.entry(set).or_default().push((partner, *pair));
                }
            }
        }
        for leader in self.by_size(partners_of.keys()) {
            let found = partners_of[&leader].iter().find(|(partner, _)| {
                let mut groups = self.groups_of[*partner as usize].iter();
                !self.is_free(*partner) && !groups.any(|group| self.overlaps(*group, leader))
            });
            if let Some((partner, pair)) = found {
                let group = self.begin(leader);
                self.add(group, *partner, pair.similarity());
            }
        }
    }

    fn begin(&mut self, leader: u32) -> usize {
        self.groups.push(OpenGroup::default());
        let group = self.groups.len() - 1;
        self.add(group, leader, 1000);
        group
    }

    fn add(&mut self, group: usize, set: u32, similarity: u32) {
        if self.is_free(set) {
            self.joined.push(set);
        }
        let CrossSet { file, declaration, .. } = self.sets[set as usize];
        let its = &mut self.groups[group];
        its.members.push(NearMember {
            file,
            declaration,
            similarity,
        });
        its.sets.push(set);
        self.groups_of[set as usize].push(group);
    }

    fn is_free(&self, set: u32) -> bool {
        self.groups_of[set as usize].is_empty()
    }

    fn overlaps(&self, group: usize, set: u32) -> bool {
        self.groups[group].sets.iter().any(|it| self.are_nested(*it, set))
    }

    fn are_nested(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|set| &self.sets[set as usize]);
        let is_in = |inner: &CrossSet, outer: &CrossSet| outer.start <= inner.start && inner.end <= outer.end;
        a.file == b.file && (is_in(a, b) || is_in(b, a))
    }

    fn by_size<'a>(&self, sets: impl Iterator<Item = &'a u32>) -> Vec<u32> {
        let mut sets: Vec<u32> = sets.copied().collect();
        sets.sort_by_key(|set| {
            let its = &self.sets[*set as usize];
            (Reverse(its.nodes), its.position())
        });
        sets
    }

    /// The most similar first.
    fn by_similarity(&self, a: &Pair, b: &Pair) -> Ordering {
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let position = |set: u32| self.sets[set as usize].position();
        let order = product(b.common, a.union).cmp(&product(a.common, b.union));
        order
            .then_with(|| position(a.callback).cmp(&position(b.callback)))
            .then_with(|| position(a.declaration).cmp(&position(b.declaration)))
    }
}
