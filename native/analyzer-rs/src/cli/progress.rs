//! One line that says how far a scan is, how fast, and how long it will take; only where a person watches.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::scan::scan::ScanEvent;

const START_OF_LINE: &str = "\r\x1b[2K";
const REDRAW: Duration = Duration::from_millis(100);
/// Before this a rate is a guess.
const SETTLED: Duration = Duration::from_secs(1);

pub struct Progress {
    watched: bool,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    drawn: Option<Instant>,
    total: (u64, u64),
    done: (u64, u64),
}

impl Progress {
    pub fn new() -> Self {
        let progress = Self {
            watched: io::stderr().is_terminal(),
            started: Instant::now(),
            state: Mutex::default(),
        };
        progress.draw(&mut progress.lock(), "Listing files …");
        progress
    }

    pub fn on(&self, event: ScanEvent) {
        if !self.watched {
            return;
        }
        let state = &mut *self.lock();
        match event {
            ScanEvent::Listed { files, bytes } => state.total = (files, bytes),
            ScanEvent::File { bytes } => state.done = (state.done.0 + 1, state.done.1 + bytes),
            ScanEvent::Relating => {
                self.draw(state, "Resolving imports and calls, comparing functions …");
                return;
            }
        }
        if state.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW) {
            let line = self.reading(state);
            self.draw(state, &line);
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        if self.watched {
            write(START_OF_LINE);
        }
    }

    fn reading(&self, state: &State) -> String {
        let elapsed = self.started.elapsed();
        let (files, bytes) = state.done;
        let line = format!("{files} of {} files", state.total.0);
        if elapsed < SETTLED || bytes == 0 {
            return line;
        }
        let seconds = elapsed.as_secs_f64();
        let rate = (files as f64 / seconds).round();
        let left = (state.total.1.saturating_sub(bytes) as f64 / bytes as f64 * seconds).ceil();
        let left = if left > 90.0 {
            format!("{} min", (left / 60.0).ceil())
        } else {
            format!("{left} s")
        };
        format!("{line}, {rate} files/s, {left} left")
    }

    fn draw(&self, state: &mut State, line: &str) {
        if !self.watched {
            return;
        }
        state.drawn = Some(Instant::now());
        let columns = rustix::termios::tcgetwinsize(io::stderr()).map_or(80, |size| usize::from(size.ws_col).max(2));
        let cut: String = line.chars().take(columns - 1).collect();
        write(&format!("{START_OF_LINE}{cut}"));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever closed stderr wants to hear nothing.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
