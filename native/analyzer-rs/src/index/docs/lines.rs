//! The lines of a file.

use memchr::{memchr, memchr2_iter};

/// Lines above a declaration, or from its start, that are searched.
const MAX_LINES: usize = 60;
/// UTF-16 units of each of them.
const MAX_LINE: usize = 500;

const VERTICAL_TAB: u8 = 0x0b;
const BYTE_ORDER_MARK: char = '\u{feff}';

pub struct Lines<'a> {
    text: &'a str,
    ranges: Vec<(usize, usize)>,
}

impl<'a> Lines<'a> {
    /// `None` if the text has white space that is not that of `str::trim_ascii`, or a line of which not all bytes are read
    /// and that is not ASCII.
    pub fn of(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        if memchr(VERTICAL_TAB, bytes).is_some() {
            return None;
        }
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in memchr2_iter(b'\n', b'\r', bytes) {
            // After a CR, an LF is part of the same line end.
            if end >= start {
                ranges.push((start, end));
                start = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
            }
        }
        ranges.push((start, bytes.len()));
        let is_cut = |&(start, end): &(usize, usize)| end - start > MAX_LINE && !bytes[start..end].is_ascii();
        let is_left = !text.is_ascii() && (text.chars().any(is_other_space) || ranges.iter().any(is_cut));
        (!is_left).then_some(Self { text, ranges })
    }

    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The lines around a declaration that are searched. `start`: index of its first line.
    pub fn around(&self, start: usize) -> LinesAround<'_> {
        LinesAround {
            lines: self,
            first: start.saturating_sub(MAX_LINES),
            end: self.ranges.len().min(start + MAX_LINES),
        }
    }
}

pub struct LinesAround<'a> {
    lines: &'a Lines<'a>,
    pub first: usize,
    /// After the last one.
    pub end: usize,
}

impl<'a> LinesAround<'a> {
    /// `index`: not before `first`; after the last line, lines are empty.
    pub fn at(&self, index: usize) -> &'a str {
        if index >= self.end {
            return "";
        }
        let (start, end) = self.lines.ranges[index];
        let line = &self.lines.text[start..end];
        // Longer lines of other characters are not read here.
        if line.is_ascii() {
            &line[..line.len().min(MAX_LINE)]
        } else {
            line
        }
    }
}

/// White space of a regular expression of the program, besides ASCII; and U+0085, which is not.
fn is_other_space(char: char) -> bool {
    !char.is_ascii() && (char.is_whitespace() || char == BYTE_ORDER_MARK)
}
