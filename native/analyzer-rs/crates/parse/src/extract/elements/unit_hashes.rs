//! Hashes of units and callbacks: of their elements as they are, and with names numbered from the start.

use crate::elements::element_block::ElementBlock;
use crate::elements::name_numbers::NameNumbers;
use crate::elements::sequence_hash::SequenceHash;

pub fn hash_units(block: &mut ElementBlock, numbers: &mut NameNumbers) {
    let mut units = std::mem::take(&mut block.units);
    for unit in &mut units {
        (unit.hash, unit.shape) = hashes(block, (unit.first, unit.count, unit.last_closings), numbers);
    }
    block.units = units;
    let mut callbacks = std::mem::take(&mut block.callbacks);
    for it in &mut callbacks {
        (it.hash, it.shape) = hashes(block, (it.first, it.count, it.last_closings), numbers);
    }
    block.callbacks = callbacks;
}

fn hashes(block: &ElementBlock, (first, count, last): (u32, u32, u32), numbers: &mut NameNumbers) -> (u64, u64) {
    let mut hash = SequenceHash::new();
    let mut shape = SequenceHash::new();
    numbers.begin();
    let end = first + count;
    for at in first..end {
        let opening = block.openings[block.elements[at as usize].opening as usize];
        let closings = block.closings(at, end, last);
        hash.add(opening.hash, closings, 0);
        if opening.role == 0 {
            shape.add(opening.hash, closings, 0);
        } else {
            shape.add(opening.bare, closings, numbers.of(opening.role, opening.name) + 1);
        }
    }
    (hash.finish(), shape.finish())
}
