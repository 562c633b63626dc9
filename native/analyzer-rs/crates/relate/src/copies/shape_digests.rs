//! The SHA-256 of a run's elements with names numbered from the start of the run. Each element is its hash, its
//! closings, and for a name its number and 1, otherwise 0.

use sha2::{Digest, Sha256};

use super::compared_file::ElementBlocks;
use super::gram_windows::ElementRange;
use super::run_budget::RepeatedRun;
use super::unit_places::UnitPlace;
use super::unit_text::{RepeatedUnit, Units, sequence};
use parse::elements::element_block::ElementBlock;
use parse::elements::name_numbers::NameNumbers;
use parse::facts::Hash;

/// By run, then by occurrence.
pub fn shape_digests(runs: &[RepeatedRun], units: &Units, blocks: &mut ElementBlocks<'_>) -> Vec<Vec<Hash>> {
    let mut places = units.places.reader();
    let mut digests: Vec<Vec<Hash>> = runs.iter().map(|run| vec![Hash::default(); run.starts.len()]).collect();
    let mut numbers = NameNumbers::default();
    let mut bytes = Vec::new();
    for (start, run, occurrence) in in_order_of_files(runs) {
        let file = units.list[start as usize].file;
        let block = blocks.of(file);
        bytes.clear();
        numbers.begin();
        for unit in sequence(&units.list, start).take(runs[run as usize].length as usize) {
            let range = element_range(&units.list[unit as usize], &places.of(file, unit));
            push_unit(&mut bytes, block, range, &mut numbers);
        }
        digests[run as usize][occurrence as usize] = Sha256::digest(&bytes).into();
    }
    digests
}

/// The occurrences of all runs: the first unit, the number of the run, and the index of the occurrence in it.
pub fn in_order_of_files(runs: &[RepeatedRun]) -> Vec<(u32, u32, u32)> {
    let mut all = Vec::with_capacity(runs.iter().map(|run| run.starts.len()).sum());
    for (number, run) in (0..).zip(runs) {
        let starts = (0..).zip(&run.starts);
        all.extend(starts.map(|(occurrence, start)| (*start, number, occurrence)));
    }
    all.sort_unstable();
    all
}

fn element_range(unit: &RepeatedUnit, place: &UnitPlace) -> ElementRange {
    ElementRange {
        first: unit.first,
        count: place.count,
        last_closings: place.last_closings,
    }
}

fn push_unit(bytes: &mut Vec<u8>, block: &ElementBlock, unit: ElementRange, numbers: &mut NameNumbers) {
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
