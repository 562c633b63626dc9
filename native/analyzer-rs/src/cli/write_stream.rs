//! Writes to standard output at the reader's pace.

use std::io::{self, ErrorKind, Write};

use base::errors::AnalyzerError;

use super::closed_stdout::was_closed_at_start;
use super::system_reason::reason_of;

/// Fails with `output_closed` if the reader closes it early, as `head` does, and with `output_failed` if it was closed
/// from the start.
pub fn write_stdout(bytes: &[u8]) -> Result<(), AnalyzerError> {
    if bytes.is_empty() {
        return Ok(());
    }
    if was_closed_at_start() {
        return Err(AnalyzerError::output_failed(
            "standard output",
            "it was closed before the program started",
        ));
    }
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => AnalyzerError::output_closed(),
        _ => AnalyzerError::output_failed("standard output", &reason_of(&error)),
    })
}
