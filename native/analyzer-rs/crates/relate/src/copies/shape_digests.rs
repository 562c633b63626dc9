//! The SHA-256 of a run's elements with names numbered from the start of the run. Each element is its hash, its
//! closings, and for a name its number and 1, otherwise 0.

use sha2::{Digest, Sha256};

use super::compared_file::ElementBlocks;
use super::run_budget::RepeatedRun;
use super::unit_text::{RepeatedUnit, sequence};
use parse::elements::element_block::ElementBlock;
use parse::elements::name_numbers::NameNumbers;
use parse::facts::Hash;

/// By run, then by occurrence.
pub fn shape_digests(runs: &[RepeatedRun], units: &[RepeatedUnit], blocks: &mut ElementBlocks<'_>) -> Vec<Vec<Hash>> {
    let mut all: Vec<(u32, u32, u32)> = Vec::new();
    for (number, run) in (0..).zip(runs) {
        let starts = (0..).zip(&run.starts);
        all.extend(starts.map(|(occurrence, start)| (*start, number, occurrence)));
    }
    all.sort_unstable();
    let mut digests: Vec<Vec<Hash>> = runs.iter().map(|run| vec![Hash::default(); run.starts.len()]).collect();
    let mut numbers = NameNumbers::default();
    let mut bytes = Vec::new();
    for (start, run, occurrence) in all {
        let block = blocks.of(units[start as usize].file);
        bytes.clear();
        numbers.begin();
        for unit in sequence(units, start).take(runs[run as usize].length as usize) {
            push_unit(&mut bytes, block, &units[unit as usize], &mut numbers);
        }
        digests[run as usize][occurrence as usize] = Sha256::digest(&bytes).into();
    }
    digests
}

fn push_unit(bytes: &mut Vec<u8>, block: &ElementBlock, unit: &RepeatedUnit, numbers: &mut NameNumbers) {
    let end = unit.first + unit.count;
    for at in unit.first..end {
        let opening = &block.openings[block.elements[at as usize].opening as usize];
        let (hash, numbered) = if opening.role == 0 {
            (opening.hash, 0)
        } else {
            (opening.bare, numbers.of(opening.role, opening.name) + 1)
        };
        bytes.extend_from_slice(&hash.to_be_bytes());
        bytes.extend_from_slice(&block.closings(at, end, unit.last_closings).to_be_bytes());
        bytes.extend_from_slice(&numbered.to_be_bytes());
    }
}
