//! Hashes of units and callbacks: of their elements as they are, and with names numbered from the start.
//!
//! A step of a hash waits for the one before it, so the hashes of all ranges around an element are continued together.

use crate::elements::element_block::ElementBlock;
use crate::elements::name_numbers::NameNumbers;
use crate::elements::sequence_hash::SequenceHash;

#[derive(Default)]
pub struct RangeHasher {
    /// Those of ranges that ended.
    unused: Vec<NameNumbers>,
}

/// First element, number of elements, and closings of the last one that belong to the range.
type Range = (u32, u32, u32);

/// A range around the current element.
struct OpenRange {
    index: usize,
    end: u32,
    last_closings: u32,
    hash: SequenceHash,
    shape: SequenceHash,
    numbers: NameNumbers,
}

impl RangeHasher {
    pub fn hash_units(&mut self, block: &mut ElementBlock) {
        let ranges = block.units.iter().map(|it| (it.first, it.count, it.last_closings));
        let hashes = self.hashes(block, &ranges.collect::<Vec<_>>());
        for (it, (hash, shape)) in block.units.iter_mut().zip(hashes) {
            (it.hash, it.shape) = (hash, shape);
        }
        let ranges = block.callbacks.iter().map(|it| (it.first, it.count, it.last_closings));
        let hashes = self.hashes(block, &ranges.collect::<Vec<_>>());
        for (it, (hash, shape)) in block.callbacks.iter_mut().zip(hashes) {
            (it.hash, it.shape) = (hash, shape);
        }
    }

    /// `ranges`: in the order of their first elements; none is empty.
    fn hashes(&mut self, block: &ElementBlock, ranges: &[Range]) -> Vec<(u64, u64)> {
        let mut hashes = vec![(0, 0); ranges.len()];
        let mut open: Vec<OpenRange> = Vec::new();
        let mut rest = ranges.iter().enumerate().peekable();
        let mut at = 0;
        while let Some(next) = rest.peek().map(|(_, (first, ..))| *first).or(open.first().map(|_| at)) {
            if open.is_empty() {
                at = next;
            }
            while let Some((index, (_, count, last_closings))) = rest.next_if(|(_, (first, ..))| *first == at) {
                let mut numbers = self.unused.pop().unwrap_or_default();
                numbers.begin();
                open.push(OpenRange {
                    index,
                    end: at + count,
                    last_closings: *last_closings,
                    hash: SequenceHash::new(),
                    shape: SequenceHash::new(),
                    numbers,
                });
            }
            add(block, at, &mut open);
            at += 1;
            while let Some(ended) = open.iter().position(|it| it.end == at) {
                let it = open.remove(ended);
                hashes[it.index] = (it.hash.finish(), it.shape.finish());
                self.unused.push(it.numbers);
            }
        }
        hashes
    }
}

/// Continues the hashes of ranges with an element.
fn add(block: &ElementBlock, at: u32, ranges: &mut [OpenRange]) {
    let element = block.elements[at as usize];
    let opening = block.openings[element.opening as usize];
    for it in ranges {
        let closings = if at + 1 == it.end {
            it.last_closings
        } else {
            element.closings
        };
        it.hash.add(opening.hash, closings, 0);
        if opening.role == 0 {
            it.shape.add(opening.hash, closings, 0);
        } else {
            let number = it.numbers.of(opening.role, opening.name);
            it.shape.add(opening.bare, closings, number + 1);
        }
    }
}
