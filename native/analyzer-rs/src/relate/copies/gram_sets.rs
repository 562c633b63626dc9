//! Declarations that are large enough to be compared, with their sets of 5-grams.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::compared_file::{ComparedFile, ElementBlocks};
use super::gram_windows::{GRAM, gram_at, last_gram, range_of};
use super::limits::CopyLimits;
use crate::parse::elements::element_block::ElementBlock;

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

/// Reads the sets of all declarations. Two passes: the first counts in a sieve how often hashes occur, so that the second
/// numbers only 5-grams that can be shared.
pub fn read_gram_sets(files: &[ComparedFile<'_>], limits: &CopyLimits) -> GramSets {
    let bytes: usize = files.iter().map(|file| file.elements.len()).sum();
    let mut sieve = Sieve::new((bytes + 1).next_power_of_two().clamp(SMALLEST_SIEVE, LARGEST_SIEVE));
    let mut blocks = ElementBlocks::new(files);
    let mut compared = ComparedBodies::default();
    for (number, file) in (0..).zip(files) {
        if !compared.read(&mut blocks, number, file, limits) {
            continue;
        }
        let block = blocks.of(number);
        for first in compared.positions() {
            sieve.count(gram_at(block, first));
        }
        for body in &compared.bodies {
            sieve.mark_repeated(last_gram(block, range_of(&block.bodies[*body as usize])));
        }
    }
    let mut numbers = GramNumbers::default();
    for (number, file) in (0..).zip(files) {
        if compared.read(&mut blocks, number, file, limits) {
            numbers.add(number, blocks.of(number), &compared, &sieve, limits);
        }
    }
    numbers.sets.distinct = numbers.known.len() as u32;
    numbers.sets
}

/// The bodies of a file that are large enough in nodes and elements.
#[derive(Default)]
struct ComparedBodies {
    /// Indices in the block's bodies.
    bodies: Vec<u32>,
    /// Positions of 5-grams in them, without overlaps; the last 5-gram of a body may have other closings.
    ranges: Vec<Range<usize>>,
}

impl ComparedBodies {
    /// Returns whether there is any.
    fn read(
        &mut self,
        blocks: &mut ElementBlocks<'_>,
        number: u32,
        file: &ComparedFile<'_>,
        limits: &CopyLimits,
    ) -> bool {
        self.bodies.clear();
        self.ranges.clear();
        if file.declarations.iter().all(|it| it.nodes < limits.nodes) {
            return false;
        }
        for (at, body) in (0..).zip(&blocks.of(number).bodies) {
            let is_large = file.declarations[body.declaration as usize].nodes >= limits.nodes;
            if is_large && body.count as usize >= GRAM {
                self.bodies.push(at);
                self.ranges
                    .push(body.first as usize..(body.first + body.count) as usize - GRAM);
            }
        }
        self.ranges.sort_unstable_by_key(|range| (range.start, range.end));
        self.ranges.dedup_by(|next, range| {
            let is_joined = next.start <= range.end;
            if is_joined {
                range.end = range.end.max(next.end);
            }
            is_joined
        });
        !self.bodies.is_empty()
    }

    fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranges.iter().cloned().flatten()
    }
}

/// Numbers the 5-grams that can be shared.
#[derive(Default)]
struct GramNumbers {
    known: FxHashMap<u64, u32>,
    sets: GramSets,
    /// Number of bodies so far.
    bodies: u32,
    /// By number: the last body that has it, counted from 1.
    last_body: Vec<u32>,
    /// By element of the file: the number of the 5-gram; `ALONE` if it certainly occurs once.
    at: Vec<u32>,
}

const ALONE: u32 = u32::MAX;

impl GramNumbers {
    fn add(&mut self, file: u32, block: &ElementBlock, compared: &ComparedBodies, sieve: &Sieve, limits: &CopyLimits) {
        self.at.clear();
        self.at.resize(block.elements.len(), ALONE);
        for first in compared.positions() {
            let hash = gram_at(block, first);
            if sieve.may_repeat(hash) {
                self.at[first] = self.number(hash);
            }
        }
        for body in &compared.bodies {
            self.add_set(file, *body, block, limits);
        }
    }

    fn add_set(&mut self, file: u32, body: u32, block: &ElementBlock, limits: &CopyLimits) {
        let its = &block.bodies[body as usize];
        let firsts = its.first as usize..(its.first + its.count) as usize - GRAM;
        let last = self.number(last_gram(block, range_of(its)));
        let start = self.sets.grams.len();
        self.bodies += 1;
        let mut alone = 0;
        for gram in self.at[firsts].iter().copied().chain([last]) {
            if gram == ALONE {
                alone += 1;
            } else if std::mem::replace(&mut self.last_body[gram as usize], self.bodies) != self.bodies {
                self.sets.grams.push(gram);
            }
        }
        let size = alone + self.sets.grams.len() - start;
        if size < limits.grams {
            self.sets.grams.truncate(start);
            return;
        }
        self.sets.list.push(GramSet {
            file,
            body,
            declaration: its.declaration,
            size: size as u32,
            start: start as u32,
            end: self.sets.grams.len() as u32,
        });
    }

    fn number(&mut self, hash: u64) -> u32 {
        let next = self.last_body.len() as u32;
        let number = *self.known.entry(hash).or_insert(next);
        if number == next {
            self.last_body.push(0);
        }
        number
    }
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

    #[inline]
    fn count(&mut self, hash: u64) {
        let at = self.at(hash);
        self.counts[at] = (self.counts[at] + 1).min(2);
    }

    fn mark_repeated(&mut self, hash: u64) {
        let at = self.at(hash);
        self.counts[at] = 2;
    }

    fn may_repeat(&self, hash: u64) -> bool {
        self.counts[self.at(hash)] == 2
    }
}
