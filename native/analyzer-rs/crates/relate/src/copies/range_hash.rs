//! The hash of a range of elements with their names.

use super::gram_windows::ElementRange;
use parse::elements::element_block::ElementBlock;
use parse::elements::sequence_hash::SequenceHash;

pub fn range_hash(block: &ElementBlock, range: ElementRange) -> u64 {
    let mut hash = SequenceHash::new();
    let end = range.first + range.count;
    for at in range.first..end {
        let opening = &block.openings[block.elements[at as usize].opening as usize];
        hash.add(opening.hash, block.closings(at, end, range.last_closings), 0);
    }
    hash.finish()
}
