//! Functions that share a fingerprint.

use rustc_hash::FxHashMap;

use crate::parse::facts::{DeclarationFacts, DeclarationKind, FunctionHashes, Hash};
use crate::relate::model::{DeclarationRef, FileIndex, GroupKind};

/// The facts of one file with the ids of its declarations.
pub struct GroupedFile<'a> {
    pub file: FileIndex,
    pub ids: &'a [Box<str>],
    pub declarations: &'a [DeclarationFacts],
}

/// One function of the project.
#[derive(Clone, Copy)]
pub struct Occurrence {
    /// Its number among all declarations, see `number_declarations`.
    pub declaration: u32,
    pub nodes: u32,
    /// Its body's fingerprint.
    pub body: Hash,
}

/// Functions with the same fingerprint of one kind: two or more.
pub struct Copies {
    pub kind: GroupKind,
    pub fingerprint: Hash,
    pub occurrences: Vec<Occurrence>,
}

/// The declarations of all files in order, numbered from 0, and the number of the one around each.
pub struct Numbered {
    pub declarations: Vec<DeclarationRef>,
    pub parents: Vec<Option<u32>>,
}

pub fn number_declarations(files: &[GroupedFile<'_>]) -> Numbered {
    let mut numbered = Numbered {
        declarations: Vec::new(),
        parents: Vec::new(),
    };
    for GroupedFile { file, declarations, .. } in files {
        let first = numbered.declarations.len() as u32;
        for (declaration, facts) in declarations.iter().enumerate() {
            numbered.declarations.push(DeclarationRef {
                file: *file,
                declaration: declaration as u32,
            });
            numbered
                .parents
                .push((facts.within >= 0).then(|| first + facts.within as u32));
        }
    }
    numbered
}

/// All sets of functions of at least `min_nodes` nodes each that share a fingerprint.
pub fn find_copies(files: &[GroupedFile<'_>], min_nodes: u64) -> Vec<Copies> {
    let grouped = |it: &DeclarationFacts| {
        matches!(it.kind, DeclarationKind::Function | DeclarationKind::Method) && u64::from(it.nodes) >= min_nodes
    };
    let mut functions: Vec<(u32, u32, FunctionHashes)> = Vec::new();
    for (number, it) in files.iter().flat_map(|file| file.declarations).enumerate() {
        if let Some(function) = it.function.filter(|_| grouped(it)) {
            functions.push((number as u32, it.nodes, function));
        }
    }
    // Most functions have no copy: counted first, they cost no list.
    let mut bodies = Repeated::with_capacity(functions.len());
    let mut shapes = Repeated::with_capacity(functions.len());
    for (_, _, function) in &functions {
        bodies.count(function.body);
        shapes.count(function.shape);
    }
    for (declaration, nodes, function) in functions {
        let occurrence = Occurrence {
            declaration,
            nodes,
            body: function.body,
        };
        bodies.add(&function.body, occurrence);
        shapes.add(&function.shape, occurrence);
    }
    let mut copies = bodies.copies(GroupKind::FunctionBody);
    copies.extend(shapes.copies(GroupKind::FunctionShape));
    copies
}

/// Lists of occurrences by those fingerprints that occur more than once: all are counted, then added.
#[derive(Default)]
struct Repeated {
    /// Of a fingerprint the place of its list, once it was seen twice.
    places: FxHashMap<Hash, Option<u32>>,
    lists: Vec<(Hash, Vec<Occurrence>)>,
}

impl Repeated {
    fn with_capacity(count: usize) -> Self {
        let mut repeated = Self::default();
        repeated.places.reserve(count);
        repeated
    }

    fn count(&mut self, fingerprint: Hash) {
        match self.places.get_mut(&fingerprint) {
            None => {
                self.places.insert(fingerprint, None);
            }
            Some(Some(_)) => {}
            Some(place) => {
                *place = Some(self.lists.len() as u32);
                self.lists.push((fingerprint, Vec::new()));
            }
        }
    }

    fn add(&mut self, fingerprint: &Hash, occurrence: Occurrence) {
        if let Some(Some(place)) = self.places.get(fingerprint) {
            self.lists[*place as usize].1.push(occurrence);
        }
    }

    fn copies(self, kind: GroupKind) -> Vec<Copies> {
        self.lists
            .into_iter()
            .map(|(fingerprint, occurrences)| Copies {
                kind,
                fingerprint,
                occurrences,
            })
            .collect()
    }
}
