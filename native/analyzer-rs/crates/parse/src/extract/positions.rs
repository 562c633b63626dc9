//! Lines of a decoded text. Offsets are bytes of its UTF-8 form, as in facts.

use std::cell::Cell;

use syntax::reuse::empty;

#[derive(Default)]
pub struct Positions {
    /// Offset after each LF, in order.
    line_starts: Vec<u32>,
    /// Index of the last requested line: most requests are near the previous one.
    near: Cell<usize>,
}

impl Positions {
    pub fn new(source: &str) -> Self {
        let mut positions = Self::default();
        positions.read(source);
        positions
    }

    /// Resets to another text.
    pub fn read(&mut self, source: &str) {
        empty(&mut self.line_starts);
        let line_feeds = memchr::memchr_iter(b'\n', source.as_bytes());
        self.line_starts.extend(line_feeds.map(|at| at as u32 + 1));
        self.near.set(0);
    }

    /// 1-based: 1 + number of LF before the offset. CR, FF and U+2028 do not count.
    pub fn line(&self, offset: u32) -> u32 {
        let starts = &self.line_starts;
        let near = self.near.get();
        let is_behind = |at: usize| starts.get(at).is_none_or(|&start| start > offset);
        let found = if near == 0 || starts[near - 1] <= offset {
            let bound = (near + 8).min(starts.len());
            let high = if is_behind(bound) { bound } else { starts.len() };
            near + starts[near..high].partition_point(|&start| start <= offset)
        } else {
            starts[..near - 1].partition_point(|&start| start <= offset)
        };
        self.near.set(found);
        found as u32 + 1
    }
}
