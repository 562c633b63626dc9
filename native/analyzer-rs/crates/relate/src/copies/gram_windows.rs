//! Hashes of the 5-grams of a file, by their first element. Names of variables, types and labels are replaced by their
//! role; names of properties and functions, and literals, stay.

use rustc_hash::FxHashSet;

use parse::elements::element_block::{Body, ElementBlock, Opening};
use parse::elements::sequence_hash::SequenceHash;

/// Elements of a 5-gram.
pub const GRAM: usize = 5;

/// A range of elements; the last one has as many closings as belong to the range.
#[derive(Clone, Copy)]
pub struct ElementRange {
    pub first: u32,
    pub count: u32,
    pub last_closings: u32,
}

pub fn range_of(body: &Body) -> ElementRange {
    ElementRange {
        first: body.first,
        count: body.count,
        last_closings: body.last_closings,
    }
}

const VARIABLE: u8 = 1;
const TYPE: u8 = 3;
const LABEL: u8 = 4;

/// Each 5-gram of a range, repeated ones too.
pub fn grams_of(block: &ElementBlock, range: ElementRange) -> impl Iterator<Item = u64> + '_ {
    let first = range.first as usize;
    let end = first + (range.count as usize + 1).saturating_sub(GRAM);
    (first..end).map(move |at| {
        let is_last = at + 1 == end;
        let closings = if is_last {
            range.last_closings
        } else {
            block.elements[at + GRAM - 1].closings
        };
        gram(block, at, closings)
    })
}

/// Whether a range has at least so many different 5-grams. `seen`: a set that is cleared first.
pub fn has_distinct(block: &ElementBlock, range: ElementRange, least: usize, seen: &mut FxHashSet<u64>) -> bool {
    if (range.count as usize) < least + GRAM - 1 {
        return false;
    }
    seen.clear();
    grams_of(block, range).any(|gram| {
        seen.insert(gram);
        seen.len() >= least
    })
}

#[inline]
fn gram(block: &ElementBlock, first: usize, last_closings: u32) -> u64 {
    let mut hash = SequenceHash::new();
    let (last, others) = block.elements[first..first + GRAM].split_last().expect("a 5-gram");
    for element in others {
        hash.add(compared(&block.openings[element.opening as usize]), element.closings, 0);
    }
    hash.add(compared(&block.openings[last.opening as usize]), last_closings, 0);
    hash.finish()
}

/// The hash by which an opening is compared.
#[inline]
pub fn compared(opening: &Opening) -> u64 {
    if matches!(opening.role, VARIABLE | TYPE | LABEL) {
        opening.bare
    } else {
        opening.hash
    }
}
