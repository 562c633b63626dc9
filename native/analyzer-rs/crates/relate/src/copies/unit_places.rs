//! Where the units of all files are: needed only for the few that are in a run, so a large project has them in a temporary
//! file.

use parse::elements::element_block::Unit;
use parse::spilled_bytes::{SpilledBytes, SpilledReader};

/// The range of a unit in the elements of its file, from its first one on, and in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitPlace {
    pub count: u32,
    pub last_closings: u32,
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
}

/// Bytes of a place: its numbers.
const ROW: usize = 6 * size_of::<u32>();

#[derive(Default)]
pub struct UnitPlaces {
    rows: SpilledBytes,
    /// By file: position of its first row.
    starts: Vec<usize>,
    /// Rows of the last file.
    last: Vec<u8>,
}

impl UnitPlaces {
    /// Ends the file before it.
    pub fn begin_file(&mut self) {
        self.rows.append(&mut self.last);
        self.starts.push(self.rows.length());
    }

    pub fn add(&mut self, unit: &Unit) {
        let numbers = [
            unit.count,
            unit.last_closings,
            unit.start_line,
            unit.end_line,
            unit.start_byte,
            unit.end_byte,
        ];
        for number in numbers {
            self.last.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// After all files.
    pub fn reader(&self) -> PlaceReader<'_> {
        PlaceReader {
            places: self,
            reader: self.rows.reader(),
        }
    }
}

/// Reads the places of one file after another; callers ask for files in order.
pub struct PlaceReader<'a> {
    places: &'a UnitPlaces,
    reader: SpilledReader<'a>,
}

impl PlaceReader<'_> {
    /// `number`: of the unit, across all files.
    pub fn of(&mut self, file: u32, number: u32) -> UnitPlace {
        let starts = &self.places.starts;
        let (start, end) = (starts[file as usize], starts[file as usize + 1]);
        let rows = self.reader.read(start..end);
        let at = number as usize * ROW - start;
        let (numbers, _) = rows[at..at + ROW].as_chunks();
        let number = |at: usize| u32::from_le_bytes(numbers[at]);
        UnitPlace {
            count: number(0),
            last_closings: number(1),
            start_line: number(2),
            end_line: number(3),
            start_byte: number(4),
            end_byte: number(5),
        }
    }
}
