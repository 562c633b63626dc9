//! Text that is handed on in pieces, so that a large document is never in memory whole.

use crate::errors::AnalyzerError;

/// Writing is cheapest in pieces of this order; below it calls cost more, above it memory does.
const FULL: usize = 1 << 16;

/// Takes each piece in turn.
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

    /// To be called where the text may have become large.
    pub fn hand_on(&mut self) -> Result<(), AnalyzerError> {
        if self.text.len() < FULL { Ok(()) } else { self.flush() }
    }

    /// Hands on what is there, then some bytes.
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
