//! Functions that share a fingerprint.

use hashbrown::HashTable;

use crate::ids::DeclarationIds;
use crate::model::{FileIndex, GroupKind};
use parse::facts::{DeclarationFacts, DeclarationKind, FunctionHashes, Hash};

/// The declarations of one file.
pub struct GroupedFile<'a> {
    pub file: FileIndex,
    pub path: &'a str,
    pub ids: &'a DeclarationIds,
    pub declarations: &'a [DeclarationFacts],
}

/// A declaration: index of its file among the grouped files, and index in that file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FunctionRef {
    pub file: u32,
    pub declaration: u32,
}

/// One function of the project.
#[derive(Clone, Copy)]
pub struct Occurrence<'a> {
    pub function: FunctionRef,
    pub nodes: u32,
    pub hashes: &'a FunctionHashes,
}

/// Functions with the same fingerprint of one kind: at least two.
pub struct Copies<'a> {
    pub kind: GroupKind,
    pub fingerprint: &'a Hash,
    pub occurrences: Vec<Occurrence<'a>>,
}

/// The functions of files, added file by file.
pub struct Functions<'a> {
    min_nodes: u64,
    files: u32,
    list: Vec<Occurrence<'a>>,
    bodies: Repeated,
    shapes: Repeated,
}

impl<'a> Functions<'a> {
    /// `min_nodes`: smallest number of nodes of a grouped function; `declarations`: number in all files.
    pub fn new(min_nodes: u64, declarations: usize) -> Self {
        Self {
            min_nodes,
            files: 0,
            list: Vec::with_capacity(declarations),
            bodies: Repeated::new(|it| &it.body, declarations),
            shapes: Repeated::new(|it| &it.shape, declarations),
        }
    }

    /// Adds a file with all its declarations.
    pub fn add(&mut self, declarations: &'a [DeclarationFacts]) {
        let file = self.files;
        self.files += 1;
        for (declaration, facts) in (0..).zip(declarations) {
            let is_function = matches!(facts.kind, DeclarationKind::Function | DeclarationKind::Method);
            if !is_function || u64::from(facts.nodes) < self.min_nodes {
                continue;
            }
            if let Some(hashes) = &facts.function {
                self.list.push(Occurrence {
                    function: FunctionRef { file, declaration },
                    nodes: facts.nodes,
                    hashes,
                });
                self.bodies.add_last(&self.list);
                self.shapes.add_last(&self.list);
            }
        }
    }

    /// All sets that share a fingerprint, in no particular order, their functions in the order of the files.
    pub fn copies(&self) -> Vec<Copies<'a>> {
        let mut copies = self.bodies.copies(&self.list, GroupKind::FunctionBody);
        copies.extend(self.shapes.copies(&self.list, GroupKind::FunctionShape));
        copies
    }
}

/// The functions of each fingerprint, as linked lists: by fingerprint the index of its last function, by function
/// that of the previous one with the same fingerprint. Most functions have no copy, so this needs little memory.
struct Repeated {
    fingerprint: fn(&FunctionHashes) -> &Hash,
    last: HashTable<u32>,
    before: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Repeated {
    /// `most`: maximum number of functions.
    fn new(fingerprint: fn(&FunctionHashes) -> &Hash, most: usize) -> Self {
        Self {
            fingerprint,
            last: HashTable::with_capacity(most),
            before: Vec::with_capacity(most),
        }
    }

    /// Called for each function that is added to the list.
    fn add_last(&mut self, functions: &[Occurrence<'_>]) {
        let fingerprint_of = |function: u32| (self.fingerprint)(functions[function as usize].hashes);
        let function = self.before.len() as u32;
        let fingerprint = fingerprint_of(function);
        let is_same = |other: &u32| fingerprint_of(*other) == fingerprint;
        let before = match self.last.find_mut(hash(fingerprint), is_same) {
            Some(last) => std::mem::replace(last, function),
            None => {
                let hash_of = |other: &u32| hash(fingerprint_of(*other));
                self.last.insert_unique(hash(fingerprint), function, hash_of);
                NONE
            }
        };
        self.before.push(before);
    }

    fn copies<'a>(&self, functions: &[Occurrence<'a>], kind: GroupKind) -> Vec<Copies<'a>> {
        let with_copy = self.last.iter().filter(|last| self.before[**last as usize] != NONE);
        let copies = with_copy.map(|last| {
            let before = |function: &u32| Some(self.before[*function as usize]).filter(|it| *it != NONE);
            let indices = std::iter::successors(Some(*last), before);
            let mut occurrences: Vec<Occurrence<'a>> = indices.map(|function| functions[function as usize]).collect();
            occurrences.reverse();
            Copies {
                kind,
                fingerprint: (self.fingerprint)(functions[*last as usize].hashes),
                occurrences,
            }
        });
        copies.collect()
    }
}

/// A part of a fingerprint is as good as a hash.
fn hash(fingerprint: &Hash) -> u64 {
    fingerprint.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}
