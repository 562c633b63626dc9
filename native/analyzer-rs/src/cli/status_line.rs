//! A line that is redrawn; only on a terminal.

use std::io::{self, IsTerminal, Write};

const START_OF_LINE: &str = "\r\x1b[2K";

pub struct StatusLine {
    pub watched: bool,
}

impl StatusLine {
    pub fn new() -> Self {
        Self {
            watched: io::stderr().is_terminal(),
        }
    }

    pub fn draw(&self, text: &str) {
        if !self.watched {
            return;
        }
        let columns = rustix::termios::tcgetwinsize(io::stderr()).map_or(80, |size| usize::from(size.ws_col).max(2));
        let cut: String = text.chars().take(columns - 1).collect();
        write(&format!("{START_OF_LINE}{cut}"));
    }

    /// Clears the line.
    pub fn end(&self) {
        if self.watched {
            write(START_OF_LINE);
        }
    }
}

/// A closed stderr is not an error.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
