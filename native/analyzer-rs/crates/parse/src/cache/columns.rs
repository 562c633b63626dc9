//! Integers as text without JSON escapes: five bits per character, least significant first; a character of at least `]`
//! ends its number, one of at least `#` does not.

use super::facts_line::NotALine;

const LAST: u8 = 93;
const MORE: u8 = 35;
const BITS: u32 = 5;

#[derive(Default)]
pub struct ColumnWriter {
    text: String,
}

impl ColumnWriter {
    pub fn unsigned(&mut self, value: u32) {
        let mut rest = value;
        while rest >= 1 << BITS {
            self.text.push(char::from(MORE + (rest & 31) as u8));
            rest >>= BITS;
        }
        self.text.push(char::from(LAST + rest as u8));
    }

    /// ZigZag encoding, so that small numbers of both signs are short: 0, -1, 1, -2, 2 … are written as 0, 1, 2, 3, 4 …
    pub fn signed(&mut self, value: i32) {
        self.unsigned(((value << 1) ^ (value >> 31)) as u32);
    }

    /// The difference of `value` to `before`.
    pub fn step(&mut self, before: u32, value: u32) {
        self.signed(value.wrapping_sub(before) as i32);
    }

    pub fn finish(self) -> String {
        self.text
    }
}

pub struct ColumnReader<'a> {
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> ColumnReader<'a> {
    pub fn new(column: &'a str) -> Self {
        Self {
            rest: column.as_bytes().iter(),
        }
    }

    pub fn at_end(&self) -> bool {
        self.rest.as_slice().is_empty()
    }

    pub fn unsigned(&mut self) -> Result<u32, NotALine> {
        let mut value = 0;
        let mut shift = 0;
        loop {
            let byte = *self.rest.next().ok_or(NotALine)?;
            if byte >= LAST {
                return Ok(value | (u32::from(byte - LAST) & 31) << shift);
            }
            let digit = u32::from(byte.checked_sub(MORE).ok_or(NotALine)?) & 31;
            if shift >= 30 {
                return Err(NotALine);
            }
            value |= digit << shift;
            shift += BITS;
        }
    }

    pub fn signed(&mut self) -> Result<i32, NotALine> {
        let value = self.unsigned()?;
        Ok((value >> 1) as i32 ^ -((value & 1) as i32))
    }

    /// Reads a number written by `step`.
    pub fn step(&mut self, before: u32) -> Result<u32, NotALine> {
        Ok(before.wrapping_add(self.signed()? as u32))
    }
}

/// Number of integers in a column.
pub fn count_of(column: &str) -> usize {
    column.bytes().filter(|byte| *byte >= LAST).count()
}

#[cfg(test)]
mod tests {
    use super::{ColumnReader, ColumnWriter, count_of};

    #[test]
    fn decoding_returns_the_encoded_numbers() {
        let numbers = [
            0,
            1,
            -1,
            15,
            16,
            -16,
            -17,
            31,
            32,
            1023,
            1024,
            i32::MAX,
            i32::MIN,
            123_456_789,
        ];
        let mut out = ColumnWriter::default();
        for number in numbers {
            out.signed(number);
            out.unsigned(number as u32);
        }
        let column = out.finish();
        assert!(
            column
                .bytes()
                .all(|byte| (b'#'..=b'|').contains(&byte) && byte != b'\\')
        );
        assert_eq!(count_of(&column), numbers.len() * 2);
        let mut read = ColumnReader::new(&column);
        for number in numbers {
            assert_eq!(read.signed(), Ok(number));
            assert_eq!(read.unsigned(), Ok(number as u32));
        }
        assert!(read.at_end());
    }

    #[test]
    fn an_invalid_column_is_an_error() {
        for text in ["", "#", "\"", "#########]"] {
            assert!(ColumnReader::new(text).unsigned().is_err(), "{text}");
        }
    }
}
