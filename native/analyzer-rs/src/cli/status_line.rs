//! One line that is drawn again and again; only where a person watches.

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

    /// Takes the line away.
    pub fn end(&self) {
        if self.watched {
            write(START_OF_LINE);
        }
    }
}

/// Whoever closed stderr wants to hear nothing.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
