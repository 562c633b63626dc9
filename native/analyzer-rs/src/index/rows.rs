//! Rows of a table as frames: `{"table":"…","cells":[…]}`, the cells row by row in the order of the table's columns. A
//! cell of bytes contains their length; the bytes are in the frame's body, concatenated.

use std::io;

use crate::json_text::{ascii, push_number, push_quoted};

use super::output::Output;

/// Size of header or body at which a frame is written.
const FULL: usize = 256 * 1024;

pub struct Rows {
    table: &'static str,
    cells: String,
    body: Vec<u8>,
}

impl Rows {
    pub fn new(table: &'static str) -> Self {
        Self {
            table,
            cells: String::new(),
            body: Vec::new(),
        }
    }

    pub fn is_full(&self) -> bool {
        self.cells.len() >= FULL || self.body.len() >= FULL
    }

    pub fn number(&mut self, value: impl Into<u64>) -> &mut Self {
        push_number(self.cell(), value);
        self
    }

    pub fn optional_number(&mut self, value: Option<impl Into<u64>>) -> &mut Self {
        match value {
            Some(value) => self.number(value),
            None => self.null(),
        }
    }

    /// 0 or 1.
    pub fn flag(&mut self, value: bool) -> &mut Self {
        self.cell().push(if value { '1' } else { '0' });
        self
    }

    pub fn text(&mut self, value: &str) -> &mut Self {
        push_quoted(self.cell(), value);
        self
    }

    pub fn optional_text(&mut self, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.text(value),
            None => self.null(),
        }
    }

    pub fn bytes(&mut self, value: &[u8]) -> &mut Self {
        self.body.extend_from_slice(value);
        self.number(value.len() as u64)
    }

    pub fn optional_bytes(&mut self, value: Option<&[u8]>) -> &mut Self {
        match value {
            Some(value) => self.bytes(value),
            None => self.null(),
        }
    }

    pub fn null(&mut self) -> &mut Self {
        self.cell().push_str("null");
        self
    }

    pub fn nulls(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            self.null();
        }
        self
    }

    pub fn write(&mut self, output: &Output) -> io::Result<()> {
        if self.cells.is_empty() {
            return Ok(());
        }
        let head = format!("{{\"table\":\"{}\",\"cells\":[{}]}}", self.table, self.cells);
        output.write(&ascii(head), &self.body)?;
        self.cells.clear();
        self.body.clear();
        Ok(())
    }

    fn cell(&mut self) -> &mut String {
        if !self.cells.is_empty() {
            self.cells.push(',');
        }
        &mut self.cells
    }
}
