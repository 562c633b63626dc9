//! A status line with progress, rate and remaining time of a scan; only on a terminal.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use scan::context::ScanEvent;

use super::status_line::StatusLine;

const REDRAW: Duration = Duration::from_millis(100);
/// Time before a rate is reliable.
const SETTLED: Duration = Duration::from_secs(1);

pub struct Progress {
    /// Prefix of all lines.
    title: &'static str,
    line: StatusLine,
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
    pub fn new(title: &'static str) -> Self {
        let progress = Self {
            title,
            line: StatusLine::new(),
            started: Instant::now(),
            state: Mutex::default(),
        };
        progress.draw(&mut progress.lock(), "Listing files …");
        progress
    }

    pub fn on(&self, event: ScanEvent) {
        if !self.line.watched {
            return;
        }
        let state = &mut *self.lock();
        match event {
            ScanEvent::Listed { files, bytes } => (state.total, state.done) = ((files, bytes), (0, 0)),
            ScanEvent::File { bytes } => state.done = (state.done.0 + 1, state.done.1 + bytes),
            ScanEvent::Relating => {
                self.draw(state, "Resolving names, comparing code …");
                return;
            }
        }
        if state.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW) {
            let line = self.reading(state);
            self.draw(state, &line);
        }
    }

    /// Clears the line.
    pub fn end(&self) {
        self.line.end();
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
        state.drawn = Some(Instant::now());
        self.line.draw(&format!("{}{line}", self.title));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
