//! A list as frames, `{"name":[…]}`, each with as many items as fit.

use std::io;

use serde::Serialize;

use crate::index::output::Output;
use base::json_text::ascii;

/// Size of the header at which a frame is written.
const FULL: usize = 256 * 1024;

pub struct Items<'a> {
    name: &'static str,
    text: String,
    output: &'a Output,
}

impl<'a> Items<'a> {
    pub fn new(name: &'static str, output: &'a Output) -> Self {
        Self {
            name,
            text: String::new(),
            output,
        }
    }

    /// `push` writes the item as JSON.
    pub fn add(&mut self, push: impl FnOnce(&mut String)) -> io::Result<()> {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        push(&mut self.text);
        if self.text.len() < FULL { Ok(()) } else { self.write() }
    }

    pub fn add_row(&mut self, row: &impl Serialize) -> io::Result<()> {
        self.add(|out| out.push_str(&serde_json::to_string(row).expect("plain data")))
    }

    pub fn finish(mut self) -> io::Result<()> {
        if self.text.is_empty() { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> io::Result<()> {
        let header = format!("{{\"{}\":[{}]}}", self.name, self.text);
        self.output.write(&ascii(header), &[])?;
        self.text.clear();
        Ok(())
    }
}
