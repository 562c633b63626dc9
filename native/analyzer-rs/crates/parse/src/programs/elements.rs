//! The elements with the openings that they have, numbered in order of appearance.

use rustc_hash::FxHashMap;

use super::exchanges::Exchange;
use crate::elements::element_block::{Element, ElementBlock, Opening};

/// The elements of the file, then those with code.
pub fn join(file: &ElementBlock, exchanges: &[Exchange]) -> (Vec<Opening>, Vec<Element>) {
    let mut joined = Joined::default();
    let mut own = FxHashMap::default();
    let mut names = names_of(&file.openings);
    joined.add(file, &mut own, 0..file.elements.len(), 0);
    let mut from = 0;
    for it in exchanges {
        let (first, end) = (it.first as usize, it.end as usize);
        joined.add(file, &mut own, from..first, 0);
        joined.add(&it.block, &mut FxHashMap::default(), 0..it.block.elements.len(), names);
        names += names_of(&it.block.openings);
        // What closes after the last line closes after the program.
        if let (Some(last), Some(line)) = (joined.elements.last_mut(), file.elements.get(end.wrapping_sub(1))) {
            last.closings += line.closings;
        }
        from = end;
    }
    joined.add(file, &mut own, from..file.elements.len(), 0);
    (joined.openings, joined.elements)
}

fn names_of(openings: &[Opening]) -> u32 {
    openings.iter().map(|it| it.name + 1).max().unwrap_or(0)
}

#[derive(Default)]
struct Joined {
    openings: Vec<Opening>,
    elements: Vec<Element>,
}

impl Joined {
    /// `numbers`: of the openings of this block. `names`: number of names before those of the block.
    fn add(
        &mut self,
        block: &ElementBlock,
        numbers: &mut FxHashMap<u32, u32>,
        range: std::ops::Range<usize>,
        names: u32,
    ) {
        for element in &block.elements[range] {
            let opening = *numbers.entry(element.opening).or_insert_with(|| {
                let mut opening = block.openings[element.opening as usize];
                if opening.role != 0 {
                    opening.name += names;
                }
                self.openings.push(opening);
                self.openings.len() as u32 - 1
            });
            self.elements.push(Element {
                opening,
                closings: element.closings,
            });
        }
    }
}
