//! Declarations that are large enough to be compared, with their sets of 5-grams.

use rustc_hash::FxHashMap;

use super::compared_file::{ComparedFile, ElementBlocks};
use super::file_grams::FileGrams;
use super::limits::CopyLimits;
use crate::parse::elements::element_block::Body;

#[derive(Clone, Copy)]
pub struct GramSet {
    pub file: u32,
    /// Index in the block's bodies, and in the file's declarations.
    pub body: u32,
    pub declaration: u32,
    /// Number of different 5-grams.
    pub size: u32,
    /// Where its shared 5-grams start in the list of all.
    pub start: u32,
    pub end: u32,
}

#[derive(Default)]
pub struct GramSets {
    pub list: Vec<GramSet>,
    /// Numbers of 5-grams that may occur in several declarations; all others certainly occur in one.
    pub grams: Vec<u32>,
    /// Number of different numbers.
    pub distinct: u32,
}

const LARGEST_SIEVE: usize = 1 << 26;
const SMALLEST_SIEVE: usize = 1 << 16;

/// Reads the sets of all declarations. Two passes: the first marks in a sieve which hashes occur more than once, so that
/// the second stores only 5-grams that can be shared.
pub fn read_gram_sets(files: &[ComparedFile<'_>], limits: &CopyLimits) -> GramSets {
    let bytes: usize = files.iter().map(|file| file.elements.len()).sum();
    let mut sieve = Sieve::new((bytes + 1).next_power_of_two().clamp(SMALLEST_SIEVE, LARGEST_SIEVE));
    let mut blocks = ElementBlocks::new(files);
    let mut is_marked = Vec::new();
    for (number, file) in (0..).zip(files) {
        let own = grams_of(&mut blocks, number, file, limits);
        is_marked.clear();
        is_marked.resize(own.hashes.len(), false);
        for gram in own.sets.iter().filter(|set| set.len() >= limits.grams).flatten() {
            let gram = *gram as usize;
            if !std::mem::replace(&mut is_marked[gram], true) {
                sieve.mark(own.hashes[gram], own.is_repeated[gram]);
            }
        }
    }
    let mut sets = GramSets::default();
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    for (number, file) in (0..).zip(files) {
        let own = grams_of(&mut blocks, number, file, limits);
        let bodies = &blocks.of(number).bodies;
        for ((body, set), its) in (0..).zip(&own.sets).zip(bodies) {
            if set.len() < limits.grams {
                continue;
            }
            let start = sets.grams.len() as u32;
            let hashes = set.iter().map(|gram| own.hashes[*gram as usize]);
            for hash in hashes.filter(|hash| sieve.may_repeat(*hash)) {
                let next = numbers.len() as u32;
                sets.grams.push(*numbers.entry(hash).or_insert(next));
            }
            sets.list.push(GramSet {
                file: number,
                body,
                declaration: its.declaration,
                size: set.len() as u32,
                start,
                end: sets.grams.len() as u32,
            });
        }
    }
    sets.distinct = numbers.len() as u32;
    sets
}

fn grams_of(blocks: &mut ElementBlocks<'_>, number: u32, file: &ComparedFile<'_>, limits: &CopyLimits) -> FileGrams {
    let nodes = |body: &Body| file.declarations[body.declaration as usize].nodes;
    FileGrams::new(blocks.of(number), |body| nodes(body) >= limits.nodes)
}

/// Detects hashes that certainly occur once.
struct Sieve {
    counts: Vec<u8>,
}

impl Sieve {
    /// `size`: a power of two.
    fn new(size: usize) -> Self {
        Self { counts: vec![0; size] }
    }

    fn at(&self, hash: u64) -> usize {
        hash as usize & (self.counts.len() - 1)
    }

    fn mark(&mut self, hash: u64, is_repeated: bool) {
        let at = self.at(hash);
        self.counts[at] = if is_repeated || self.counts[at] != 0 { 2 } else { 1 };
    }

    fn may_repeat(&self, hash: u64) -> bool {
        self.counts[self.at(hash)] == 2
    }
}
