//! Text that is written in chunks, so that a large document is never in memory at once.

use base::errors::AnalyzerError;

use super::visible::visible_controls;

/// The cheapest size of a write: smaller ones cost calls, larger ones memory.
const FULL: usize = 1 << 16;

/// Receives each chunk in order.
pub type Sink<'a> = dyn FnMut(&[u8]) -> Result<(), AnalyzerError> + 'a;

pub struct Out<'a> {
    pub text: String,
    /// Whether the text is JSON for output, with control characters as escapes only.
    is_visible_json: bool,
    sink: &'a mut Sink<'a>,
}

impl<'a> Out<'a> {
    pub fn new(sink: &'a mut Sink<'a>) -> Self {
        Self {
            text: String::with_capacity(FULL * 2),
            is_visible_json: false,
            sink,
        }
    }

    /// From here on the text is JSON whose C1 and bidirectional control characters are written as escapes. They do not
    /// occur outside strings.
    pub fn start_visible_json(&mut self) {
        self.is_visible_json = true;
    }

    /// Called when the text may have become large.
    pub fn hand_on(&mut self) -> Result<(), AnalyzerError> {
        if self.text.len() < FULL { Ok(()) } else { self.flush() }
    }

    /// Writes the buffered text, then some bytes.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), AnalyzerError> {
        self.flush()?;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(piece_end(rest));
            self.write(piece)?;
            rest = after;
        }
        Ok(())
    }

    pub fn flush(&mut self) -> Result<(), AnalyzerError> {
        let text = std::mem::take(&mut self.text);
        self.write(text.as_bytes())?;
        self.text = text;
        self.text.clear();
        Ok(())
    }

    fn write(&mut self, text: &[u8]) -> Result<(), AnalyzerError> {
        if self.is_visible_json {
            (self.sink)(&visible_controls(text))
        } else {
            (self.sink)(text)
        }
    }
}

/// The end of a piece of about the full size, which splits no character.
fn piece_end(text: &[u8]) -> usize {
    let start_of_character = |at: &usize| text.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    (FULL.min(text.len())..=text.len())
        .find(start_of_character)
        .unwrap_or(text.len())
}
