//! Text that is written in chunks, so that a large document is never in memory at once.

use base::errors::AnalyzerError;

/// The cheapest size of a write: smaller ones cost calls, larger ones memory.
const FULL: usize = 1 << 16;

/// Receives each chunk in order.
pub type Sink<'a> = dyn FnMut(&[u8]) -> Result<(), AnalyzerError> + 'a;

pub struct Out<'a> {
    pub text: String,
    sink: &'a mut Sink<'a>,
}

impl<'a> Out<'a> {
    pub fn new(sink: &'a mut Sink<'a>) -> Self {
        Self {
            text: String::with_capacity(FULL * 2),
            sink,
        }
    }

    /// Called when the text may have become large.
    pub fn hand_on(&mut self) -> Result<(), AnalyzerError> {
        if self.text.len() < FULL { Ok(()) } else { self.flush() }
    }

    /// Writes the buffered text, then some bytes.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), AnalyzerError> {
        self.flush()?;
        bytes.chunks(FULL).try_for_each(|piece| (self.sink)(piece))
    }

    pub fn flush(&mut self) -> Result<(), AnalyzerError> {
        (self.sink)(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }
}
