//! Where a program is in its file.

use crate::facts::{FileFacts, Within};
use std::sync::Arc;

/// A program in a here-document that was parsed.
pub struct EmbeddedProgram {
    /// Its text in the file, in bytes.
    pub start: u32,
    pub end: u32,
    /// Lines of the file before it.
    pub before: u32,
    /// The declaration of the file around it, -1 for none.
    pub within: Within,
    /// As of `HereText`.
    pub removed: Vec<u32>,
    /// With elements, if those of its file are wanted.
    pub facts: Arc<FileFacts>,
}

impl EmbeddedProgram {
    pub fn line(&self, line: u32) -> u32 {
        line + self.before
    }

    /// `start` and `end`: bytes of the program before them; an end is after the byte before it.
    pub fn bytes(&self, start: u32, end: u32) -> (u32, u32) {
        let start = self.byte(start, self.removed.partition_point(|it| *it <= start));
        let end = self.byte(end, self.removed.partition_point(|it| *it < end));
        (start, end.max(start))
    }

    fn byte(&self, at: u32, removed: usize) -> u32 {
        (self.start + at + removed as u32).min(self.end)
    }
}
