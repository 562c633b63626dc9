//! The here-documents of a block whose lines code takes the place of.

use super::file_places::EmbeddedProgram;
use crate::elements::element_block::{ElementBlock, Unit};
use crate::elements::stored_block::StoredBlock;

pub struct Exchange {
    pub program: EmbeddedProgram,
    pub block: ElementBlock,
    /// Elements of the lines: the first one, and the one after the last.
    pub first: u32,
    pub end: u32,
    /// The first line as a unit, the number of lines, and the unit around them.
    pub unit: usize,
    pub lines: usize,
    pub parent: Option<u32>,
}

/// In the order of elements. Programs without units, or without lines that are compared, are not among them.
pub fn exchanges_of(units: &[Unit], mut programs: Vec<EmbeddedProgram>) -> Vec<Exchange> {
    programs.sort_by_key(|it| it.start);
    let starts: Vec<(u32, u32)> = programs.iter().map(|it| (it.start, it.end)).collect();
    let mut waiting: Vec<Option<EmbeddedProgram>> = programs.into_iter().map(Some).collect();
    let mut found: Vec<Exchange> = Vec::new();
    let mut last = None;
    for (at, unit) in units.iter().enumerate() {
        let Some(program) = starts
            .partition_point(|(start, _)| *start <= unit.start_byte)
            .checked_sub(1)
        else {
            continue;
        };
        if unit.start_byte >= starts[program].1 {
            continue;
        }
        let end = unit.first + unit.count;
        if last == Some(program)
            && let Some(exchange) = found.last_mut()
        {
            exchange.end = end;
            exchange.lines += 1;
        } else if let Some(taken) = waiting[program].take() {
            last = Some(program);
            let held = taken.facts.elements.as_ref().and_then(StoredBlock::held);
            found.push(Exchange {
                block: held.and_then(ElementBlock::decode).unwrap_or_default(),
                program: taken,
                first: unit.first,
                end,
                unit: at,
                lines: 1,
                parent: unit.parent,
            });
        }
    }
    found.retain(|it| !it.block.units.is_empty());
    found
}

/// Where elements of the file are after the exchanges.
pub struct Places {
    ends: Vec<u32>,
    moves: Vec<i64>,
}

impl Places {
    /// `before`: elements before those of the exchanged file.
    pub fn new(before: u32, exchanges: &[Exchange]) -> Self {
        let mut moved = i64::from(before);
        let mut places = Self {
            ends: Vec::new(),
            moves: vec![moved],
        };
        for it in exchanges {
            moved += it.block.elements.len() as i64 - i64::from(it.end - it.first);
            places.ends.push(it.end);
            places.moves.push(moved);
        }
        places
    }

    /// `at`: not between the first and the last element of lines.
    pub fn of(&self, at: u32) -> u32 {
        (i64::from(at) + self.moves[self.ends.partition_point(|end| *end <= at)]) as u32
    }

    /// Of a range in the file.
    pub fn range(&self, first: u32, count: u32) -> (u32, u32) {
        let from = self.of(first);
        (from, self.of(first + count) - from)
    }
}
