//! The units of a file, with those of programs instead of lines.

use super::exchanges::{Exchange, Places};
use crate::elements::element_block::Unit;

/// Without hashes.
pub fn join(file: &[Unit], exchanges: &[Exchange], places: &Places) -> Vec<Unit> {
    let mut joined = Joined {
        units: Vec::new(),
        numbers: vec![None; file.len()],
    };
    let mut from = 0;
    for it in exchanges {
        joined.add_own(file, from..it.unit, places);
        joined.add_program(it, places.of(it.first));
        from = it.unit + it.lines;
    }
    joined.add_own(file, from..file.len(), places);
    joined.units
}

struct Joined {
    units: Vec<Unit>,
    /// By unit of the file.
    numbers: Vec<Option<u32>>,
}

impl Joined {
    fn add_own(&mut self, file: &[Unit], range: std::ops::Range<usize>, places: &Places) {
        for at in range {
            let unit = file[at];
            let (first, count) = places.range(unit.first, unit.count);
            self.numbers[at] = Some(self.units.len() as u32);
            self.units.push(Unit {
                first,
                count,
                previous: self.number(unit.previous),
                parent: self.number(unit.parent),
                ..unit
            });
        }
    }

    fn number(&self, of: Option<u32>) -> Option<u32> {
        of.and_then(|it| self.numbers[it as usize])
    }

    /// `element`: its first one.
    fn add_program(&mut self, exchange: &Exchange, element: u32) {
        let before = self.units.len() as u32;
        let around = self.number(exchange.parent);
        let program = &exchange.program;
        for unit in &exchange.block.units {
            let (start_byte, end_byte) = program.bytes(unit.start_byte, unit.end_byte);
            self.units.push(Unit {
                first: element + unit.first,
                previous: unit.previous.map(|it| before + it),
                parent: unit.parent.map_or(around, |it| Some(before + it)),
                start_line: program.line(unit.start_line),
                end_line: program.line(unit.end_line),
                start_byte,
                end_byte,
                ..*unit
            });
        }
    }
}
