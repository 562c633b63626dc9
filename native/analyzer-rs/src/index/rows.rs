//! Rows of a table as frames: `{"table":"…","cells":[…]}`, the cells row by row in the order of the table's columns. A
//! cell of bytes contains their length; the bytes are in the frame's body, concatenated.

use std::io;

use base::json_text::{ascii, push_number, push_quoted};

use super::output::Output;

/// Size of header or body at which a frame is written.
const FULL: usize = 256 * 1024;

/// A row of `row_layouts`.
pub trait Row {
    const TABLE: &'static str;

    /// Pushes one cell for each column, in the order of the columns.
    fn push_to(&self, cells: &mut Cells);
}

/// Rows of one table that are not yet written.
#[derive(Default)]
pub struct Rows {
    table: &'static str,
    cells: Cells,
}

impl Rows {
    /// # Panics
    /// If the rows before are of another table.
    pub fn push<R: Row>(&mut self, row: &R) {
        assert!(self.cells.json.is_empty() || self.table == R::TABLE);
        self.table = R::TABLE;
        row.push_to(&mut self.cells);
    }

    pub fn is_full(&self) -> bool {
        self.cells.json.len() >= FULL || self.cells.body.len() >= FULL
    }

    pub fn write(&mut self, output: &Output) -> io::Result<()> {
        let Self { table, cells } = self;
        if cells.json.is_empty() {
            return Ok(());
        }
        let header = format!("{{\"table\":\"{table}\",\"cells\":[{}]}}", cells.json);
        output.write(&ascii(header), &cells.body)?;
        cells.json.clear();
        cells.body.clear();
        Ok(())
    }
}

#[derive(Default)]
pub struct Cells {
    json: String,
    body: Vec<u8>,
}

impl Cells {
    pub fn number(&mut self, value: u64) {
        push_number(self.cell(), value);
    }

    pub fn optional_number(&mut self, value: Option<u64>) {
        match value {
            Some(value) => self.number(value),
            None => self.null(),
        }
    }

    /// 0 or 1.
    pub fn flag(&mut self, value: bool) {
        self.cell().push(if value { '1' } else { '0' });
    }

    pub fn text(&mut self, value: &str) {
        push_quoted(self.cell(), value);
    }

    pub fn optional_text(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.text(value),
            None => self.null(),
        }
    }

    pub fn bytes(&mut self, value: &[u8]) {
        self.body.extend_from_slice(value);
        self.number(value.len() as u64);
    }

    pub fn optional_bytes(&mut self, value: Option<&[u8]>) {
        match value {
            Some(value) => self.bytes(value),
            None => self.null(),
        }
    }

    fn null(&mut self) {
        self.cell().push_str("null");
    }

    fn cell(&mut self) -> &mut String {
        if !self.json.is_empty() {
            self.json.push(',');
        }
        &mut self.json
    }
}
