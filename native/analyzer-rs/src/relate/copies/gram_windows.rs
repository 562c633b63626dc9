//! Hashes of the 5-grams of a file, by their first element. Names of variables, types and labels are replaced by their
//! role; names of properties and functions, and literals, stay.

use rustc_hash::FxHashSet;

use crate::parse::elements::element_block::{ElementBlock, Opening};
use crate::parse::elements::sequence_hash::SequenceHash;

/// Elements of a 5-gram.
pub const GRAM: usize = 5;

/// A range of elements; the last one has as many closings as belong to the range.
#[derive(Clone, Copy)]
pub struct ElementRange {
    pub first: u32,
    pub count: u32,
    pub last_closings: u32,
}

const VARIABLE: u8 = 1;
const TYPE: u8 = 3;
const LABEL: u8 = 4;

pub struct GramWindows<'b> {
    block: &'b ElementBlock,
    pub hashes: Vec<u64>,
}

impl<'b> GramWindows<'b> {
    pub fn new(block: &'b ElementBlock) -> Self {
        let hashes = block.elements.windows(GRAM).map(|window| {
            let mut hash = SequenceHash::new();
            for element in window {
                hash.add(compared(&block.openings[element.opening as usize]), element.closings, 0);
            }
            hash.finish()
        });
        Self {
            block,
            hashes: hashes.collect(),
        }
    }

    /// Each 5-gram of a range, repeated ones too.
    pub fn of(&self, range: ElementRange) -> impl Iterator<Item = u64> + '_ {
        let first = range.first as usize;
        let last = (range.count as usize).checked_sub(GRAM).map(|count| first + count);
        let inner = last.map_or(&[][..], |last| &self.hashes[first..last]);
        inner
            .iter()
            .copied()
            .chain(last.map(move |last| self.last(last, range.last_closings)))
    }

    /// Whether a range has at least so many different 5-grams.
    pub fn has_distinct(&self, range: ElementRange, least: usize) -> bool {
        let mut seen = FxHashSet::default();
        self.of(range).any(|gram| {
            seen.insert(gram);
            seen.len() >= least
        })
    }

    fn last(&self, first: usize, last_closings: u32) -> u64 {
        let mut hash = SequenceHash::new();
        for (at, element) in self.block.elements[first..first + GRAM].iter().enumerate() {
            let closings = if at == GRAM - 1 {
                last_closings
            } else {
                element.closings
            };
            hash.add(compared(&self.block.openings[element.opening as usize]), closings, 0);
        }
        hash.finish()
    }
}

#[inline]
fn compared(opening: &Opening) -> u64 {
    if matches!(opening.role, VARIABLE | TYPE | LABEL) {
        opening.bare
    } else {
        opening.hash
    }
}
