//! Bytes that are appended, and then read from the start to the end: a list of a large project. The first ones are in
//! memory, those after them in a temporary file. Where no such file can be written, all are in memory.

use std::ops::Range;

use super::temporary_file::TemporaryFile;

/// Bytes that stay in memory before the first ones are written: those of most projects.
const HELD_BYTES: usize = 8 << 20;
/// Bytes of a later write.
const WRITTEN_BYTES: usize = 1 << 20;
/// Bytes that are read at once.
const READ_BYTES: usize = 1 << 16;

#[derive(Default)]
pub struct SpilledBytes {
    file: TemporaryFile,
    /// Number of bytes in the file; the others are in memory.
    spilled: usize,
    held: Vec<u8>,
}

impl SpilledBytes {
    /// Number of bytes.
    pub fn length(&self) -> usize {
        self.spilled + self.held.len()
    }

    /// Empties `bytes`.
    pub fn append(&mut self, bytes: &mut Vec<u8>) {
        self.held.append(bytes);
        let most = if self.spilled == 0 { HELD_BYTES } else { WRITTEN_BYTES };
        if self.held.len() >= most {
            self.spill();
        }
    }

    fn spill(&mut self) {
        if self.file.append(&self.held).is_none() {
            return;
        }
        self.spilled += self.held.len();
        if self.held.capacity() > 2 * WRITTEN_BYTES {
            self.held = Vec::with_capacity(WRITTEN_BYTES);
        }
        self.held.clear();
    }

    pub fn reader(&self) -> SpilledReader<'_> {
        SpilledReader {
            bytes: self,
            start: 0,
            buffer: Vec::new(),
        }
    }
}

/// Reads ranges, fast if they ascend.
pub struct SpilledReader<'a> {
    bytes: &'a SpilledBytes,
    /// Position of the buffer.
    start: usize,
    buffer: Vec<u8>,
}

impl SpilledReader<'_> {
    /// # Panics
    /// if the temporary file cannot be read
    pub fn read(&mut self, range: Range<usize>) -> &[u8] {
        let SpilledBytes { file, spilled, held } = self.bytes;
        if range.start >= *spilled {
            return &held[range.start - spilled..range.end - spilled];
        }
        let buffered = self.start..self.start + self.buffer.len();
        if range.start < buffered.start || range.end > buffered.end {
            self.start = range.start;
            let end = range.end.max(range.start + READ_BYTES).min(self.bytes.length());
            let in_file = end.min(*spilled);
            self.buffer.resize(in_file - range.start, 0);
            file.read(&mut self.buffer, range.start as u64);
            self.buffer.extend_from_slice(&held[..end - in_file]);
        }
        &self.buffer[range.start - self.start..range.end - self.start]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_the_file_in_memory_and_in_both_are_read() {
        let byte = |at: usize| (at % 251) as u8;
        let mut spilled = SpilledBytes::default();
        let piece = 300_000;
        for first in (0..41).map(|it| it * piece) {
            spilled.append(&mut (first..first + piece).map(byte).collect());
        }
        assert!(spilled.spilled > HELD_BYTES && !spilled.held.is_empty());
        let length = spilled.length();
        assert_eq!(length, 41 * piece);
        let mut reader = spilled.reader();
        let border = spilled.spilled;
        for range in [
            0..10,
            5..READ_BYTES,
            100..3 * READ_BYTES,
            7..8,
            border - 5..border + 5,
            border - 2..border,
            border..length,
            0..0,
        ] {
            assert!(reader.read(range.clone()).iter().copied().eq(range.map(byte)));
        }
    }

    #[test]
    fn bytes_stay_in_memory_where_no_file_can_be_written() {
        let mut spilled = SpilledBytes {
            file: TemporaryFile::unusable(),
            ..SpilledBytes::default()
        };
        for _ in 0..3 {
            spilled.append(&mut vec![1; HELD_BYTES]);
        }
        assert_eq!((spilled.spilled, spilled.length()), (0, 3 * HELD_BYTES));
        assert_eq!(spilled.reader().read(5..7), [1, 1]);
    }
}
