//! Counts lines over chunks of a file: LF bytes, plus one if the last line does not end in one.

#[derive(Default)]
pub struct LineCount {
    feeds: u64,
    open: bool,
}

impl LineCount {
    pub fn add(&mut self, piece: &[u8]) {
        self.feeds += memchr::memchr_iter(b'\n', piece).count() as u64;
        if let Some(last) = piece.last() {
            self.open = *last != b'\n';
        }
    }

    pub fn lines(&self) -> u64 {
        self.feeds + u64::from(self.open)
    }
}
