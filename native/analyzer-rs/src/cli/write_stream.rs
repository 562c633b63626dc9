//! Writes to standard output as fast as the reader takes it.

use std::io::{self, ErrorKind, Write};

use crate::errors::AnalyzerError;

use super::system_reason::reason_of;

/// A reader that leaves early, such as `head`, has all it wanted: that is no error.
#[derive(Default)]
pub struct Stdout {
    closed: bool,
}

impl Stdout {
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), AnalyzerError> {
        if self.closed || bytes.is_empty() {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            Err(error) => Err(AnalyzerError::output_failed("standard output", &reason_of(&error))),
        }
    }
}
