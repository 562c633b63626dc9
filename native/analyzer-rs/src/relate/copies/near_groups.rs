//! The groups of similar declarations (docs/copies.md). Leaders come in the order of their size; each takes all free
//! declarations that are similar to it.

use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};

use super::compared_file::{ComparedDeclaration, ComparedFile, ElementBlocks};
use super::gram_sets::{GramSet, GramSets, read_gram_sets};
use super::gram_windows::{ElementRange, grams_of, range_of};
use super::limits::CopyLimits;
use super::range_hash::range_hash;
use super::set_classes::SetClasses;
use super::similar_classes::{SimilarClasses, are_similar};
use crate::parse::elements::element_block::ElementBlock;
use crate::parse::facts::Hash;

/// A declaration by file and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMember {
    pub file: u32,
    pub declaration: u32,
    /// To the leader, in thousandths, rounded down.
    pub similarity: u32,
}

/// Similar declarations: the leader first, then the most similar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearGroup {
    pub members: Vec<NearMember>,
    /// SHA-256 of the leader's 5-grams.
    pub fingerprint: Hash,
    /// Index of the leader's body in its file's block.
    body: u32,
}

/// A declaration that is similar to at least one other, whether or not a group has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartneredDeclaration {
    pub file: u32,
    pub declaration: u32,
    /// Hash of its body.
    pub body: u64,
}

/// The groups, and all declarations that are similar to another one, in the order of files and positions; none of these
/// unless `wants_partners`. `files`: in the order of their projects and paths. `is_exact`: the members are a group of an
/// exact kind, so the group is not listed.
pub fn find_similar(
    files: &[ComparedFile<'_>],
    limits: &CopyLimits,
    is_exact: impl Fn(&[NearMember]) -> bool,
    wants_partners: bool,
) -> (Vec<NearGroup>, Vec<PartneredDeclaration>) {
    let mut leaders = Leaders::new(files, read_gram_sets(files, limits));
    let mut groups = leaders.groups();
    let partnered = if wants_partners {
        leaders.partnered()
    } else {
        Vec::new()
    };
    let sets = leaders.into_sets();
    groups.retain(|group| !is_exact(&group.members));
    add_fingerprints(&mut groups, files);
    let mut blocks = ElementBlocks::new(files);
    let partnered = partnered.into_iter().map(|set| {
        let set = &sets[set as usize];
        let block = blocks.of(set.file);
        PartneredDeclaration {
            file: set.file,
            declaration: set.declaration,
            body: range_hash(block, range_of(&block.bodies[set.body as usize])),
        }
    });
    let partnered = partnered.collect();
    (groups, partnered)
}

fn declaration_at<'a>(files: &'a [ComparedFile<'_>], file: u32, declaration: u32) -> &'a ComparedDeclaration {
    &files[file as usize].declarations[declaration as usize]
}

struct Candidate {
    set: u32,
    common: u32,
    union: u32,
}

struct Leaders<'a> {
    files: &'a [ComparedFile<'a>],
    sets: Vec<GramSet>,
    classes: SetClasses,
    similar: SimilarClasses,
    /// By class: its free declarations.
    free: Vec<Vec<u32>>,
    is_taken: Vec<bool>,
    /// Members of groups; a leader without others is taken and not grouped.
    is_grouped: Vec<bool>,
    /// By file, then by declaration: the leader (plus 1) of the group that contains it, or a declaration in it.
    member_of: Vec<Vec<u32>>,
    around_member_of: Vec<Vec<u32>>,
}

impl<'a> Leaders<'a> {
    fn new(files: &'a [ComparedFile<'a>], mut sets: GramSets) -> Self {
        let classes = SetClasses::new(&mut sets);
        let sets = sets.list;
        let mut free = vec![Vec::new(); classes.list.len()];
        for (set, class) in (0..).zip(&classes.class_of) {
            if let Some(class) = class {
                free[*class as usize].push(set);
            }
        }
        let columns = || files.iter().map(|file| vec![0; file.declarations.len()]).collect();
        Self {
            files,
            similar: SimilarClasses::new(&classes, |_| true),
            classes,
            free,
            is_taken: vec![false; sets.len()],
            is_grouped: vec![false; sets.len()],
            sets,
            member_of: columns(),
            around_member_of: columns(),
        }
    }

    fn into_sets(self) -> Vec<GramSet> {
        self.sets
    }

    fn groups(&mut self) -> Vec<NearGroup> {
        let mut order: Vec<u32> = (0..self.sets.len() as u32).collect();
        order.sort_by_key(|set| (std::cmp::Reverse(self.declaration(*set).nodes), self.position(*set)));
        let mut groups = Vec::new();
        for leader in order {
            if self.is_taken[leader as usize] || self.classes.class_of[leader as usize].is_none() {
                continue;
            }
            let members = self.take(leader);
            if members.len() > 1 {
                groups.push(NearGroup {
                    members,
                    fingerprint: Hash::default(),
                    body: self.sets[leader as usize].body,
                });
            }
        }
        groups
    }

    /// After `groups`: the declarations that are similar to another one that is not nested in it, nor around it. Two
    /// declarations without a group are not similar, because the first one to lead takes the other: so each one is
    /// compared only with members of groups.
    fn partnered(&self) -> Vec<u32> {
        let classes = &self.classes;
        let mut grouped = vec![Vec::new(); classes.list.len()];
        for (set, class) in (0..).zip(&classes.class_of) {
            if let (true, Some(class)) = (self.is_grouped[set as usize], class) {
                grouped[*class as usize].push(set);
            }
        }
        let mut similar = SimilarClasses::new(classes, |class| !grouped[class as usize].is_empty());
        let mut has_partner = |set: u32, own: u32| {
            let has = |class: u32| {
                grouped[class as usize]
                    .iter()
                    .any(|other| !self.are_nested(set, *other))
            };
            let its = &classes.list[own as usize];
            are_similar(its.size - its.alone, its.size, its.size) && has(own)
                || similar.of(classes, own).iter().any(|it| has(it.other))
        };
        let all = (0..)
            .zip(&classes.class_of)
            .filter(|(set, class)| self.is_grouped[*set as usize] || class.is_some_and(|own| has_partner(*set, own)));
        let mut partnered: Vec<u32> = all.map(|(set, _)| set).collect();
        partnered.sort_by_key(|set| self.position(*set));
        partnered
    }

    fn are_nested(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|set| &self.sets[set as usize]);
        let is_in = |inner: u32, outer: u32| {
            let mut around = std::iter::successors(Some(inner), |at| self.within(a.file, *at));
            around.any(|at| at == outer)
        };
        a.file == b.file && (is_in(a.declaration, b.declaration) || is_in(b.declaration, a.declaration))
    }

    /// The group of a leader. Without others the leader is in none, because similarity is symmetric.
    fn take(&mut self, leader: u32) -> Vec<NearMember> {
        let mut chosen = vec![(leader, 1000)];
        self.enter(leader, leader);
        for Candidate { set, common, union } in self.candidates(leader) {
            if !self.overlaps(set, leader) {
                self.enter(set, leader);
                chosen.push((set, (1000 * u64::from(common) / u64::from(union)) as u32));
            }
        }
        if chosen.len() > 1 {
            for (set, _) in &chosen {
                self.is_grouped[*set as usize] = true;
            }
        }
        let touched: FxHashSet<u32> = chosen
            .iter()
            .filter_map(|(set, _)| self.classes.class_of[*set as usize])
            .collect();
        for class in touched {
            let free = &mut self.free[class as usize];
            free.retain(|set| !self.is_taken[*set as usize]);
            if free.is_empty() {
                self.similar.remove(class);
            }
        }
        let member = |(set, similarity): (u32, u32)| {
            let set = &self.sets[set as usize];
            NearMember {
                file: set.file,
                declaration: set.declaration,
                similarity,
            }
        };
        chosen.into_iter().map(member).collect()
    }

    /// Free declarations that are similar to a leader, the most similar first.
    fn candidates(&mut self, leader: u32) -> Vec<Candidate> {
        let Some(own) = self.classes.class_of[leader as usize] else {
            return Vec::new();
        };
        let own_class = self.classes.list[own as usize];
        let mut classes = Vec::new();
        let shared = own_class.size - own_class.alone;
        if are_similar(shared, own_class.size, own_class.size) {
            classes.push((own, shared));
        }
        let others = self.similar.of(&self.classes, own);
        classes.extend(others.iter().map(|it| (it.other, it.common)));
        let mut found = Vec::new();
        for (class, common) in classes {
            let union = own_class.size + self.classes.list[class as usize].size - common;
            let free = self.free[class as usize].iter().copied();
            let free = free.filter(|set| *set != leader && !self.is_taken[*set as usize]);
            found.extend(free.map(|set| Candidate { set, common, union }));
        }
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        found.sort_by(|a, b| {
            let order = product(b.common, a.union).cmp(&product(a.common, b.union));
            order.then_with(|| self.position(a.set).cmp(&self.position(b.set)))
        });
        found
    }

    fn enter(&mut self, set: u32, leader: u32) {
        self.is_taken[set as usize] = true;
        let set = self.sets[set as usize];
        let file = set.file as usize;
        self.member_of[file][set.declaration as usize] = leader + 1;
        let mut at = set.declaration;
        while let Some(around) = self.within(set.file, at) {
            let its = &mut self.around_member_of[file][around as usize];
            if *its == leader + 1 {
                break;
            }
            *its = leader + 1;
            at = around;
        }
    }

    /// Whether a declaration is nested in a member of the group, or a member in it.
    fn overlaps(&self, set: u32, leader: u32) -> bool {
        let set = self.sets[set as usize];
        let file = set.file as usize;
        if self.around_member_of[file][set.declaration as usize] == leader + 1 {
            return true;
        }
        let mut around = std::iter::successors(Some(set.declaration), |at| self.within(set.file, *at));
        around.any(|at| self.member_of[file][at as usize] == leader + 1)
    }

    fn within(&self, file: u32, declaration: u32) -> Option<u32> {
        u32::try_from(declaration_at(self.files, file, declaration).within).ok()
    }

    fn position(&self, set: u32) -> (u32, u32, u32) {
        let its = self.sets[set as usize];
        (its.file, self.declaration(set).start_byte, its.declaration)
    }

    fn declaration(&self, set: u32) -> &'a ComparedDeclaration {
        let set = self.sets[set as usize];
        declaration_at(self.files, set.file, set.declaration)
    }
}

/// Hashes the 5-grams of leaders, file by file.
fn add_fingerprints(groups: &mut [NearGroup], files: &[ComparedFile<'_>]) {
    let mut order: Vec<&mut NearGroup> = groups.iter_mut().collect();
    order.sort_by_key(|group| group.members[0].file);
    let mut blocks = ElementBlocks::new(files);
    for of_file in order.chunk_by_mut(|a, b| a.members[0].file == b.members[0].file) {
        let block = blocks.of(of_file[0].members[0].file);
        for group in of_file {
            group.fingerprint = fingerprint(block, range_of(&block.bodies[group.body as usize]));
        }
    }
}

fn fingerprint(block: &ElementBlock, range: ElementRange) -> Hash {
    let mut grams: Vec<u64> = grams_of(block, range).collect();
    grams.sort_unstable();
    grams.dedup();
    let mut digest = Sha256::new();
    for gram in grams {
        digest.update(gram.to_be_bytes());
    }
    digest.finalize().into()
}
