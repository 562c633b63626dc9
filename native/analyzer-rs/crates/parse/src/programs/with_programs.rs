//! Puts programs into the block of their file.

use super::callbacks;
use super::elements;
use super::exchanges::{Places, exchanges_of};
use super::file_places::EmbeddedProgram;
use super::units;
use crate::elements::element_block::ElementBlock;
use crate::elements::name_numbers::NameNumbers;
use crate::extract::elements::unit_hashes::hash_units;

/// `elements`: the block of the file, with lines. The bodies of its declarations keep the lines, the declarations of a program
/// are callbacks of the file. `None` without programs that are compared. `with-programs.ts` writes the same bytes.
pub fn with_programs(elements: &[u8], programs: Vec<EmbeddedProgram>) -> Option<Vec<u8>> {
    let file = ElementBlock::decode(elements)?;
    let exchanges = exchanges_of(&file.units, programs);
    if exchanges.is_empty() {
        return None;
    }
    let places = Places::new(file.elements.len() as u32, &exchanges);
    let units = units::join(&file.units, &exchanges, &places);
    let callbacks = callbacks::join(&file.callbacks, &exchanges, &places);
    let (openings, joined) = elements::join(&file, &exchanges);
    let mut block = ElementBlock {
        openings,
        elements: joined,
        units,
        bodies: file.bodies,
        callbacks,
    };
    hash_units(&mut block, &mut NameNumbers::default());
    Some(block.encode())
}
