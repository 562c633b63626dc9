//! A status line with the progress of each side.

use std::sync::OnceLock;

use diff::diff::{DiffEvent, SideName};

use super::progress::Progress;
use super::status_line::StatusLine;

pub struct DiffProgress {
    line: StatusLine,
    before: OnceLock<Progress>,
    after: OnceLock<Progress>,
}

impl DiffProgress {
    pub fn new() -> Self {
        Self {
            line: StatusLine::new(),
            before: OnceLock::new(),
            after: OnceLock::new(),
        }
    }

    pub fn on(&self, event: DiffEvent) {
        match event {
            DiffEvent::Scanning { side, event } => {
                let (progress, title) = match side {
                    SideName::Before => (&self.before, "[1/2] "),
                    SideName::After => (&self.after, "[2/2] "),
                };
                progress.get_or_init(|| Progress::new(title)).on(event);
            }
            DiffEvent::Searching { files } => {
                let text = format!("Comparing {files} files without a partner …");
                self.line.draw(&text);
            }
            DiffEvent::Comparing => self.line.draw("Comparing declarations, imports and copies …"),
        }
    }

    /// Clears the line.
    pub fn end(&self) {
        self.line.end();
    }
}
