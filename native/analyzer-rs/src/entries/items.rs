//! A list as frames, `{"name":[…]}`, each with as many items as fit.

use std::io;

use crate::index::output::Output;
use crate::json_text::ascii;

/// Size of header or body at which a frame is written.
const FULL: usize = 256 * 1024;

pub struct Items<'a> {
    name: &'static str,
    text: String,
    body: Vec<u8>,
    output: &'a Output,
}

impl<'a> Items<'a> {
    pub fn new(name: &'static str, output: &'a Output) -> Self {
        Self {
            name,
            text: String::new(),
            body: Vec::new(),
            output,
        }
    }

    /// `push` writes the item as JSON, and its bytes to the frame's body.
    pub fn add(&mut self, push: impl FnOnce(&mut String, &mut Vec<u8>)) -> io::Result<()> {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        push(&mut self.text, &mut self.body);
        if self.text.len() < FULL && self.body.len() < FULL {
            Ok(())
        } else {
            self.write()
        }
    }

    pub fn finish(mut self) -> io::Result<()> {
        if self.text.is_empty() { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> io::Result<()> {
        let header = format!("{{\"{}\":[{}]}}", self.name, self.text);
        self.output.write(&ascii(header), &self.body)?;
        self.text.clear();
        self.body.clear();
        Ok(())
    }
}
