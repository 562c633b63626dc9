//! Declarations that are large enough to be compared, with their sets of 5-grams.

use std::ops::Range;

use super::compared_file::ComparedFile;
use super::gram_windows::{GRAM, compared};
use super::hash_numbers::{HashNumbers, Sieve};
use super::limits::CopyLimits;
use parse::elements::element_block::Body;
use parse::elements::element_columns::ElementColumns;

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

/// Reads the sets of all declarations. Two passes: the first counts in a sieve how often hashes occur, so that the second
/// numbers only 5-grams that can be shared.
pub fn read_gram_sets(files: &[ComparedFile<'_>], limits: &CopyLimits) -> GramSets {
    let bytes: usize = files.iter().map(|file| file.elements.len()).sum();
    let mut sieve = Sieve::with_slots(bytes);
    let mut compared = ComparedBodies::default();
    for file in files {
        if compared.read(file, limits) {
            compared.visit_grams(|_, grams| grams.iter().for_each(|gram| sieve.count(*gram)));
            for (_, body) in &compared.bodies {
                sieve.mark_repeated(compared.last_gram(body));
            }
        }
    }
    let mut reader = SetReader::new(HashNumbers::new(sieve));
    for (number, file) in (0..).zip(files) {
        if compared.read(file, limits) {
            reader.add(number, &compared, limits);
        }
    }
    reader.sets.distinct = reader.numbers.count();
    reader.sets
}

/// The elements of a file, and its bodies that are large enough in nodes and elements.
#[derive(Default)]
struct ComparedBodies {
    elements: ElementColumns,
    /// With their index in the block.
    bodies: Vec<(u32, Body)>,
    /// Positions of 5-grams in them, without overlaps; the last 5-gram of a body may have other closings.
    ranges: Vec<Range<usize>>,
    openings: Vec<u64>,
}

impl ComparedBodies {
    /// Returns whether there is any.
    fn read(&mut self, file: &ComparedFile<'_>, limits: &CopyLimits) -> bool {
        self.bodies.clear();
        self.ranges.clear();
        if file
            .declarations
            .iter()
            .all(|it| u64::from(it.nodes) < limits.near_nodes)
        {
            return false;
        }
        self.elements.clear();
        let bodies = file.visit_elements(&mut self.openings, compared, |element, closings| {
            self.elements.push(element, closings);
        });
        for (at, body) in (0..).zip(bodies) {
            let is_large = u64::from(file.declarations[body.declaration as usize].nodes) >= limits.near_nodes;
            if is_large && body.count as usize >= GRAM {
                self.ranges.push(inner_grams(&body));
                self.bodies.push((at, body));
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

    /// Calls back with the hashes of the 5-grams in the ranges, and with the position of the first.
    fn visit_grams(&self, mut visit: impl FnMut(usize, &[u64])) {
        for range in &self.ranges {
            self.elements.windows::<GRAM>(range.clone(), &mut visit);
        }
    }

    fn last_gram(&self, body: &Body) -> u64 {
        let end = (body.first + body.count) as usize;
        self.elements.window_with(end - GRAM..end, body.last_closings)
    }
}

/// Positions of all 5-grams of a body but the last.
fn inner_grams(body: &Body) -> Range<usize> {
    body.first as usize..(body.first + body.count) as usize - GRAM
}

/// Reads the sets of 5-grams that can be shared.
struct SetReader {
    numbers: HashNumbers,
    sets: GramSets,
    /// Number of bodies so far.
    bodies: u32,
    /// By number: the last body that has it, counted from 1.
    last_body: Vec<u32>,
    /// By element of the file: the number of the 5-gram; `ALONE` if it certainly occurs once.
    at: Vec<u32>,
}

const ALONE: u32 = u32::MAX;

impl SetReader {
    fn new(numbers: HashNumbers) -> Self {
        Self {
            numbers,
            sets: GramSets::default(),
            bodies: 0,
            last_body: Vec::new(),
            at: Vec::new(),
        }
    }

    fn add(&mut self, file: u32, compared: &ComparedBodies, limits: &CopyLimits) {
        self.at.clear();
        self.at.resize(compared.elements.count(), ALONE);
        compared.visit_grams(|first, grams| {
            self.numbers
                .of_all(grams, |offset, number| self.at[first + offset] = number);
        });
        for (number, body) in &compared.bodies {
            // Counted as repeated.
            let last = self.numbers.of(compared.last_gram(body)).unwrap_or(ALONE);
            self.last_body.resize(self.numbers.count() as usize, 0);
            self.add_set(file, *number, body, last, limits);
        }
    }

    fn add_set(&mut self, file: u32, number: u32, body: &Body, last: u32, limits: &CopyLimits) {
        let start = self.sets.grams.len();
        self.bodies += 1;
        let mut alone = 0;
        for gram in self.at[inner_grams(body)].iter().copied().chain([last]) {
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
            body: number,
            declaration: body.declaration,
            size: size as u32,
            start: start as u32,
            end: self.sets.grams.len() as u32,
        });
    }
}
