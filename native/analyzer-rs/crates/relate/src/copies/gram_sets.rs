//! Declarations that are large enough to be compared, with their sets of 5-grams.

use std::ops::Range;
use std::rc::Rc;

use super::compared_file::ComparedFile;
use super::gram_order::gram_value;
use super::gram_windows::{GRAM, compared};
use super::hash_numbers::{BATCH, HashNumbers, Sieve};
use super::limits::CopyLimits;
use parse::elements::element_block::Body;
use parse::elements::element_columns::ElementColumns;
use parse::elements::varints::{VarintReader, VarintWriter};
use parse::spilled_bytes::{SpilledBytes, SpilledReader};

#[derive(Clone, Copy)]
pub struct GramSet {
    pub file: u32,
    /// Index in the block's bodies, and in the file's declarations.
    pub body: u32,
    pub declaration: u32,
    /// Number of different 5-grams.
    pub size: u32,
    /// The bytes of its 5-grams in `GramSets`.
    pub start: usize,
    pub end: usize,
}

#[derive(Default)]
pub struct GramSets {
    pub list: Vec<GramSet>,
    /// Numbers of 5-grams that may occur in several declarations; all others certainly occur in one. Each is the difference
    /// to the one before it in its set: numbers ascend in the order of appearance, so most take one byte. All readers read
    /// them in order, so a large project has them in a temporary file.
    grams: Rc<SpilledBytes>,
    /// Number of different numbers.
    pub distinct: u32,
}

impl GramSets {
    pub fn reader(&self) -> GramReader<'_> {
        GramReader(self.grams.reader())
    }

    /// The same sets with only those of their 5-grams that also occur in some of them, and without any if these are less than
    /// half, so that none of them is similar (`SimilarClasses`); their sizes remain.
    pub fn shared_with(&self, some: impl Fn(&GramSet) -> bool) -> Self {
        let mut is_in_some = vec![false; self.distinct as usize];
        let mut reader = self.reader();
        for set in self.list.iter().filter(|set| some(set)) {
            reader.grams(set).for_each(|gram| is_in_some[gram as usize] = true);
        }
        let mut grams = SpilledBytes::default();
        let mut own = VarintWriter::default();
        let mut list = Vec::with_capacity(self.list.len());
        for set in &self.list {
            let (start, mut before, mut shared) = (grams.length(), 0_u32, 0);
            for gram in reader.grams(set).filter(|gram| is_in_some[*gram as usize]) {
                own.signed(gram.wrapping_sub(before) as i32);
                before = gram;
                shared += 1;
            }
            if 2 * shared < u64::from(set.size) {
                own.bytes.clear();
            }
            grams.append(&mut own.bytes);
            let end = grams.length();
            list.push(GramSet { start, end, ..*set });
        }
        Self {
            list,
            grams: Rc::new(grams),
            distinct: self.distinct,
        }
    }

    /// The sets for which `of` returns one with the same 5-grams.
    pub fn select(&self, of: impl Fn(&GramSet) -> Option<GramSet>) -> Self {
        Self {
            list: self.list.iter().filter_map(of).collect(),
            grams: Rc::clone(&self.grams),
            distinct: self.distinct,
        }
    }
}

/// Reads the 5-grams of sets; callers ask for sets in order.
pub struct GramReader<'a>(SpilledReader<'a>);

impl GramReader<'_> {
    /// The numbers of the 5-grams of a set.
    #[inline]
    pub fn grams(&mut self, set: &GramSet) -> impl Iterator<Item = u32> + '_ {
        let mut bytes = VarintReader {
            rest: self.0.read(set.start..set.end),
        };
        let mut last = 0_u32;
        std::iter::from_fn(move || {
            last = last.wrapping_add(bytes.signed()? as u32);
            Some(last)
        })
    }
}

/// Called with the file and the declaration of each set, in their order, and the values of its different 5-grams.
pub type ValuesVisitor<'a> = &'a mut dyn FnMut(u32, u32, &mut [u16]);

/// Reads the sets of all declarations. Two passes: the first counts in a sieve how often hashes occur, so that the second
/// numbers only 5-grams that can be shared. The hashes are kept between them, in a temporary file for a large project.
pub fn read_gram_sets(files: &[ComparedFile<'_>], limits: &CopyLimits, visit: Option<ValuesVisitor<'_>>) -> GramSets {
    let bytes: usize = files.iter().map(|file| file.elements.length()).sum();
    let mut sieve = Sieve::with_slots(bytes);
    let mut read = HashedFiles::default();
    let mut compared = ComparedBodies::default();
    for (number, file) in (0..).zip(files) {
        if compared.read(file, limits) {
            read.add(number, &compared, &mut sieve);
        }
    }
    let mut reader = SetReader::new(HashNumbers::new(sieve), visit);
    let mut hashes = read.hashes.reader();
    for file in &read.files {
        reader.add(&read, file, hashes.read(file.hashes.clone()), limits);
    }
    GramSets {
        list: reader.list,
        grams: Rc::new(reader.grams),
        distinct: reader.numbers.count(),
    }
}

/// What the first pass read.
#[derive(Default)]
struct HashedFiles {
    files: Vec<HashedFile>,
    bodies: Vec<HashedBody>,
    /// As those of `ComparedBodies`.
    ranges: Vec<Range<usize>>,
    /// Those of the 5-grams in the ranges, in order.
    hashes: SpilledBytes,
}

struct HashedFile {
    number: u32,
    elements: usize,
    bodies: Range<usize>,
    ranges: Range<usize>,
    /// Its bytes.
    hashes: Range<usize>,
}

struct HashedBody {
    /// Index in the block.
    number: u32,
    body: Body,
    last_gram: u64,
}

const HASH: usize = size_of::<u64>();

impl HashedFiles {
    fn add(&mut self, number: u32, compared: &ComparedBodies, sieve: &mut Sieve) {
        let (bodies, ranges, start) = (self.bodies.len(), self.ranges.len(), self.hashes.length());
        let mut own = Vec::with_capacity(compared.ranges.iter().map(|it| it.len() * HASH).sum());
        compared.visit_grams(|_, grams| {
            for gram in grams {
                sieve.count(*gram);
                own.extend_from_slice(&gram.to_ne_bytes());
            }
        });
        self.hashes.append(&mut own);
        for (number, body) in &compared.bodies {
            let last_gram = compared.last_gram(body);
            sieve.mark_repeated(last_gram);
            self.bodies.push(HashedBody {
                number: *number,
                body: *body,
                last_gram,
            });
        }
        self.ranges.extend_from_slice(&compared.ranges);
        self.files.push(HashedFile {
            number,
            elements: compared.elements.count(),
            bodies: bodies..self.bodies.len(),
            ranges: ranges..self.ranges.len(),
            hashes: start..self.hashes.length(),
        });
    }
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
    buffer: Vec<u8>,
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
        let bodies = file.visit_elements(&mut self.buffer, &mut self.openings, compared, |element, closings| {
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
struct SetReader<'a> {
    numbers: HashNumbers,
    list: Vec<GramSet>,
    grams: SpilledBytes,
    /// Those of a body.
    own: VarintWriter,
    /// The numbers of a body so far.
    seen: SeenNumbers,
    /// By element of the file: the number of the 5-gram; `ALONE` if it certainly occurs once.
    at: Vec<u32>,
    visit: Option<ValuesVisitor<'a>>,
    /// By element of the file: the value of the 5-gram; read only to visit sets, as those of a body.
    value_at: Vec<u16>,
    values: Vec<u16>,
}

const ALONE: u32 = u32::MAX;

impl<'a> SetReader<'a> {
    fn new(numbers: HashNumbers, visit: Option<ValuesVisitor<'a>>) -> Self {
        Self {
            numbers,
            list: Vec::new(),
            grams: SpilledBytes::default(),
            own: VarintWriter::default(),
            seen: SeenNumbers::default(),
            at: Vec::new(),
            visit,
            value_at: Vec::new(),
            values: Vec::new(),
        }
    }

    /// `hashes`: the bytes of the file's.
    fn add(&mut self, all: &HashedFiles, file: &HashedFile, hashes: &[u8], limits: &CopyLimits) {
        self.at.clear();
        self.at.resize(file.elements, ALONE);
        if self.visit.is_some() {
            self.value_at.resize(file.elements, 0);
        }
        let (mut rest, _) = hashes.as_chunks::<HASH>();
        let mut grams = [0; BATCH];
        for range in &all.ranges[file.ranges.clone()] {
            let (own, others) = rest.split_at(range.len());
            rest = others;
            for (first, bytes) in (range.start..).step_by(BATCH).zip(own.chunks(BATCH)) {
                for (gram, bytes) in grams.iter_mut().zip(bytes) {
                    *gram = u64::from_ne_bytes(*bytes);
                }
                if self.visit.is_some() {
                    for (value, gram) in self.value_at[first..].iter_mut().zip(&grams[..bytes.len()]) {
                        *value = gram_value(*gram);
                    }
                }
                let at = &mut self.at;
                self.numbers
                    .of_all(&grams[..bytes.len()], |offset, number| at[first + offset] = number);
            }
        }
        for HashedBody {
            number,
            body,
            last_gram,
        } in &all.bodies[file.bodies.clone()]
        {
            // Counted as repeated.
            let last = self.numbers.of(*last_gram).unwrap_or(ALONE);
            self.add_set(file.number, *number, body, last, limits);
            if self.visit.is_some()
                && self
                    .list
                    .last()
                    .is_some_and(|it| (it.file, it.body) == (file.number, *number))
            {
                self.visit_set(file.number, body, last, gram_value(*last_gram));
            }
        }
    }

    /// Visits the set that was added last. `last`, `last_value`: the number and the value of its last 5-gram.
    fn visit_set(&mut self, file: u32, body: &Body, last: u32, last_value: u16) {
        let Some(visit) = &mut self.visit else { return };
        self.values.clear();
        self.seen.begin(body.count as usize);
        let inner = inner_grams(body);
        let inner = self.at[inner.clone()].iter().zip(&self.value_at[inner]);
        for (gram, value) in inner.chain([(&last, &last_value)]) {
            if *gram == ALONE || self.seen.insert(*gram) {
                self.values.push(*value);
            }
        }
        visit(file, body.declaration, &mut self.values);
    }

    fn add_set(&mut self, file: u32, number: u32, body: &Body, last: u32, limits: &CopyLimits) {
        let start = self.grams.length();
        self.own.bytes.clear();
        self.seen.begin(body.count as usize);
        let (mut alone, mut shared, mut before) = (0, 0, 0_u32);
        for gram in self.at[inner_grams(body)].iter().copied().chain([last]) {
            if gram == ALONE {
                alone += 1;
            } else if self.seen.insert(gram) {
                self.own.signed(gram.wrapping_sub(before) as i32);
                before = gram;
                shared += 1;
            }
        }
        let size = alone + shared;
        if size < limits.grams {
            return;
        }
        self.grams.append(&mut self.own.bytes);
        self.list.push(GramSet {
            file,
            body: number,
            declaration: body.declaration,
            size: size as u32,
            start,
            end: self.grams.length(),
        });
    }
}

/// A set of numbers in a hash table with open addressing, which is emptied in constant time.
#[derive(Default)]
struct SeenNumbers {
    /// The round, and the number.
    slots: Vec<(u32, u32)>,
    mask: usize,
    round: u32,
}

impl SeenNumbers {
    /// Empties the set. `most`: maximum number of numbers that are inserted.
    fn begin(&mut self, most: usize) {
        let slots = (2 * most + 1).next_power_of_two();
        self.mask = slots - 1;
        if self.slots.len() < slots || self.round == u32::MAX {
            self.slots.clear();
            self.slots.resize(slots, (0, 0));
            self.round = 0;
        }
        self.round += 1;
    }

    /// Returns whether the number was not in the set.
    #[inline]
    fn insert(&mut self, number: u32) -> bool {
        let mut at = number as usize & self.mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.0 != self.round {
                *slot = (self.round, number);
                return true;
            }
            if slot.1 == number {
                return false;
            }
            at = (at + 1) & self.mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_of_a_round_is_new_once() {
        let mut seen = SeenNumbers::default();
        for most in [4, 64, 5, 1000] {
            seen.begin(most);
            for number in (0..most as u32).map(|it| it * 1024) {
                assert!(seen.insert(number));
            }
            for number in (0..most as u32).map(|it| it * 1024) {
                assert!(!seen.insert(number));
            }
        }
    }

    #[test]
    fn the_numbers_of_a_set_come_back() {
        let numbers = [0, 1, u32::MAX - 1, 5, 4, 1 << 31];
        let mut grams = VarintWriter::default();
        let mut before = 0_u32;
        for number in numbers {
            grams.signed(number.wrapping_sub(before) as i32);
            before = number;
        }
        let set = GramSet {
            file: 0,
            body: 0,
            declaration: 0,
            size: 6,
            start: 0,
            end: grams.bytes.len(),
        };
        let mut spilled = SpilledBytes::default();
        spilled.append(&mut grams.bytes);
        let sets = GramSets {
            list: vec![set],
            grams: Rc::new(spilled),
            distinct: 0,
        };
        assert_eq!(sets.reader().grams(&set).collect::<Vec<_>>(), numbers);
    }
}
