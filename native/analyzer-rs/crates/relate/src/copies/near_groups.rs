//! The groups of similar declarations (docs/use/copies.md). Leaders come in the order of their size; each takes all free
//! declarations that are similar to it. One without these takes the most similar member of an earlier group, which is in
//! both groups then: so each declaration that is similar to another one is in a group.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};

use super::compared_file::{ComparedDeclaration, ComparedFile, ElementBlocks};
use super::gram_sets::{GramSet, GramSets};
use super::gram_windows::{ElementRange, grams_of, range_of};
use super::range_hash::range_hash;
use super::set_classes::SetClasses;
use super::similar_classes::{SimilarClasses, common};
use parse::elements::element_block::ElementBlock;
use parse::facts::Hash;

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
    pub(super) body: u32,
}

/// A declaration that is similar to at least one other, whether or not a group has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartneredDeclaration {
    pub file: u32,
    pub declaration: u32,
    /// Hash of its body.
    pub body: u64,
}

/// The groups without fingerprints, also of functions that are a group of an exact kind, and all declarations that are
/// similar to another one that is neither in nor around them, in the order of files and positions; none of these unless
/// `wants_partners`. `files`: in the order of their projects and paths; `sets`: of their bodies.
pub fn find_similar(
    files: &[ComparedFile<'_>],
    sets: GramSets,
    wants_partners: bool,
) -> (Vec<NearGroup>, Vec<PartneredDeclaration>) {
    let mut leaders = Leaders::new(files, sets);
    let groups = leaders.groups();
    let partnered = if wants_partners {
        leaders.partnered()
    } else {
        Vec::new()
    };
    let sets = leaders.into_sets();
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
    /// By class: the declarations that may be free, and the first member of a group.
    free_of: Vec<Vec<u32>>,
    first_grouped: Vec<Option<u32>>,
    is_taken: Vec<bool>,
    /// Members of groups; a leader without others is taken and not grouped.
    is_grouped: Vec<bool>,
    /// By file, then by declaration: the leader (plus 1) of the group that contains it, or a declaration in it.
    member_of: Vec<Vec<u32>>,
    around_member_of: Vec<Vec<u32>>,
}

impl<'a> Leaders<'a> {
    fn new(files: &'a [ComparedFile<'a>], sets: GramSets) -> Self {
        let classes = SetClasses::new(&sets);
        let sets = sets.list;
        let mut free_of = vec![Vec::new(); classes.list.len()];
        for (set, class) in (0..).zip(&classes.class_of) {
            if let Some(class) = class {
                free_of[*class as usize].push(set);
            }
        }
        let columns = || files.iter().map(|file| vec![0; file.declarations.len()]).collect();
        Self {
            files,
            similar: SimilarClasses::new(&classes),
            first_grouped: vec![None; classes.list.len()],
            classes,
            free_of,
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
            let Some(own) = self.classes.class_of[leader as usize].filter(|_| !self.is_taken[leader as usize]) else {
                continue;
            };
            let members = self.take(leader, own);
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

    /// After `groups`: the declarations that are similar to another one that is neither in nor around them.
    fn partnered(&self) -> Vec<u32> {
        let all = 0..self.sets.len() as u32;
        let mut partnered: Vec<u32> = all.filter(|set| self.is_grouped[*set as usize]).collect();
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

    /// The group of a leader, without others if it is similar to none that is neither in nor around it.
    fn take(&mut self, leader: u32, own: u32) -> Vec<NearMember> {
        let mut classes = self.similar.candidates(&self.classes, own);
        classes.push(own);
        let itself = Candidate {
            set: leader,
            common: 1,
            union: 1,
        };
        let mut chosen = vec![itself];
        self.enter(leader, leader);
        for candidate in self.free(own, &classes) {
            if !self.overlaps(candidate.set, leader) {
                self.enter(candidate.set, leader);
                chosen.push(candidate);
            }
        }
        if chosen.len() == 1 {
            chosen.extend(self.grouped(leader, own, &classes));
        }
        if chosen.len() > 1 {
            for Candidate { set, .. } in &chosen {
                self.group(*set);
            }
        }
        let touched: FxHashSet<u32> = chosen
            .iter()
            .filter_map(|it| self.classes.class_of[it.set as usize])
            .collect();
        for class in touched {
            self.forget(class);
        }
        let member = |Candidate { set, common, union }| {
            let set = &self.sets[set as usize];
            NearMember {
                file: set.file,
                declaration: set.declaration,
                similarity: (1000 * u64::from(common) / u64::from(union)) as u32,
            }
        };
        chosen.into_iter().map(member).collect()
    }

    /// Free declarations of some classes that are similar to a leader of the class `own`, the most similar first.
    fn free(&self, own: u32, classes: &[u32]) -> Vec<Candidate> {
        let mut found = Vec::new();
        for class in classes {
            let mut free = self.free_of[*class as usize].iter().copied();
            let mut free = free.by_ref().filter(|set| !self.is_taken[*set as usize]).peekable();
            if free.peek().is_some()
                && let Some((common, union)) = self.common_with(own, *class)
            {
                found.extend(free.map(|set| Candidate { set, common, union }));
            }
        }
        found.sort_by(|a, b| self.by_similarity(a, b));
        found
    }

    /// Of some classes, the member of earlier groups that is most similar to a leader of the class `own`.
    fn grouped(&self, leader: u32, own: u32, classes: &[u32]) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        for class in classes {
            let Some(first) = self.first_grouped[*class as usize] else {
                continue;
            };
            let Some((common, union)) = self.common_with(own, *class) else {
                continue;
            };
            let set = if self.are_nested(first, leader) {
                self.other_grouped(*class, leader)
            } else {
                Some(first)
            };
            let found = set.map(|set| Candidate { set, common, union });
            best = best.into_iter().chain(found).min_by(|a, b| self.by_similarity(a, b));
        }
        best
    }

    /// The first member of a group in a class that is neither in nor around a declaration.
    fn other_grouped(&self, class: u32, leader: u32) -> Option<u32> {
        let its = (0..).zip(&self.classes.class_of).filter(|(_, it)| **it == Some(class));
        let grouped = its.map(|(set, _)| set).filter(|set| self.is_grouped[*set as usize]);
        grouped
            .filter(|set| !self.are_nested(*set, leader))
            .min_by_key(|set| self.position(*set))
    }

    /// The common 5-grams of two classes, and all; `None` if they are not similar.
    fn common_with(&self, own: u32, class: u32) -> Option<(u32, u32)> {
        let sizes = [own, class].map(|it| self.classes.list[it as usize].size);
        common(&self.classes, own, class).map(|common| (common, sizes[0] + sizes[1] - common))
    }

    /// The most similar first, then by position.
    fn by_similarity(&self, a: &Candidate, b: &Candidate) -> Ordering {
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let order = product(b.common, a.union).cmp(&product(a.common, b.union));
        order.then_with(|| self.position(a.set).cmp(&self.position(b.set)))
    }

    fn group(&mut self, set: u32) {
        self.is_grouped[set as usize] = true;
        let Some(class) = self.classes.class_of[set as usize] else {
            return;
        };
        let first = self.first_grouped[class as usize];
        if first.is_none_or(|first| self.position(set) < self.position(first)) {
            self.first_grouped[class as usize] = Some(set);
        }
    }

    /// Forgets the declarations of a class that are not free, and the class if no later leader can take one of it.
    fn forget(&mut self, class: u32) {
        let free = &mut self.free_of[class as usize];
        free.retain(|set| !self.is_taken[*set as usize]);
        if free.is_empty() && self.first_grouped[class as usize].is_none() {
            self.similar.remove(class);
        }
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
pub fn add_fingerprints(groups: &mut [NearGroup], files: &[ComparedFile<'_>]) {
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
