//! Hashes of units: of their elements as they are, and with names numbered from the unit's start.

use crate::elements::element_block::ElementBlock;
use crate::elements::name_numbers::NameNumbers;
use crate::elements::sequence_hash::SequenceHash;

pub fn hash_units(block: &mut ElementBlock, numbers: &mut NameNumbers) {
    let mut units = std::mem::take(&mut block.units);
    for unit in &mut units {
        let mut hash = SequenceHash::new();
        let mut shape = SequenceHash::new();
        numbers.begin();
        let end = unit.first + unit.count;
        for at in unit.first..end {
            let opening = block.openings[block.elements[at as usize].opening as usize];
            let closings = block.closings(at, end, unit.last_closings);
            hash.add(opening.hash, closings, 0);
            if opening.role == 0 {
                shape.add(opening.hash, closings, 0);
            } else {
                shape.add(opening.bare, closings, numbers.of(opening.role, opening.name) + 1);
            }
        }
        unit.hash = hash.finish();
        unit.shape = shape.finish();
    }
    block.units = units;
}
