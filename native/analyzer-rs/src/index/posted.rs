//! The posted 5-grams of declarations, `packages/core/src/index/write/similar-writer.ts` reads them: frames
//! `{"posted":sets}`, whose body has a row for each set, then the posted values of all sets.

use std::io;

use super::output::Output;
use relate::copies::last_posted;

/// Bytes of values at which a frame is written.
const FULL: usize = 256 * 1024;

pub struct PostedFrames<'a> {
    /// Of files, ascending; those before the current file are dropped.
    ranges: &'a [(u32, u32)],
    output: &'a Output,
    sets: u32,
    rows: Vec<u8>,
    values: Vec<u8>,
    written: io::Result<()>,
}

impl<'a> PostedFrames<'a> {
    pub fn new(ranges: &'a [(u32, u32)], output: &'a Output) -> Self {
        Self {
            ranges,
            output,
            sets: 0,
            rows: Vec::new(),
            values: Vec::new(),
            written: Ok(()),
        }
    }

    /// Adds a set if its file is wanted; files ascend.
    pub fn add(&mut self, file: u32, declaration: u32, values: &mut [u16]) {
        while let [(_, last), rest @ ..] = self.ranges
            && *last < file
        {
            self.ranges = rest;
        }
        if self.ranges.first().is_none_or(|(first, _)| file < *first) || self.written.is_err() {
            return;
        }
        let last = last_posted(values);
        let before = self.values.len();
        for value in values.iter().filter(|it| **it <= last) {
            self.values.extend_from_slice(&value.to_le_bytes());
        }
        let posted = (self.values.len() - before) / size_of::<u16>();
        for number in [file, declaration, values.len() as u32, u32::from(last), posted as u32] {
            self.rows.extend_from_slice(&number.to_le_bytes());
        }
        self.sets += 1;
        if self.values.len() >= FULL {
            self.write();
        }
    }

    pub fn finish(mut self) -> io::Result<()> {
        if self.sets > 0 {
            self.write();
        }
        self.written
    }

    fn write(&mut self) {
        self.rows.append(&mut self.values);
        self.written = self.output.write(&format!("{{\"posted\":{}}}", self.sets), &self.rows);
        self.rows.clear();
        self.sets = 0;
    }
}
