//! Work that Ctrl-C interrupts.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use base::errors::{AnalyzerError, ErrorCode};
use tree::failure::is_too_many_open_files;

/// Time after an interrupt at which the process is ended.
const PATIENCE: Duration = Duration::from_millis(500);

/// Signals within this time are one signal. Longer than the interval of a supervisor's checks.
const ONE_SIGNAL: Duration = Duration::from_millis(150);

fn no_signals(error: &io::Error) -> AnalyzerError {
    if is_too_many_open_files(error) {
        return AnalyzerError::too_many_open_files();
    }
    AnalyzerError::internal(format!("cannot listen to signals: {error}"))
}

#[derive(Clone, Default)]
pub struct Interrupt {
    pub cancelled: Arc<AtomicBool>,
    /// Removed even if the process ends at once.
    half_written: Arc<Mutex<Option<PathBuf>>>,
}

impl Interrupt {
    /// Starts to listen: a signal sets the flag; if the work has not ended soon after, or at a second Ctrl-C, the
    /// process ends at once.
    pub fn listen() -> Result<Self, AnalyzerError> {
        let interrupt = Self::default();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(|error| no_signals(&error))?;
        let heard = interrupt.clone();
        std::thread::spawn(move || {
            while signals.wait().next().is_some() {
                if heard.cancelled.swap(true, Ordering::SeqCst) {
                    heard.end_now();
                }
                let patient = heard.clone();
                std::thread::spawn(move || {
                    std::thread::sleep(PATIENCE);
                    patient.end_now();
                });
                // A terminal signals a process group, and a supervisor forwards its signal: these are one signal.
                std::thread::sleep(ONE_SIGNAL);
                signals.pending().for_each(drop);
            }
        });
        Ok(interrupt)
    }

    pub fn remove_at_end(&self, half_written: PathBuf) {
        *self.half_written.lock().unwrap_or_else(PoisonError::into_inner) = Some(half_written);
    }

    /// Fails with `cancelled` after an interrupt.
    pub fn go_on(&self) -> Result<(), AnalyzerError> {
        if self.cancelled.load(Ordering::Relaxed) {
            Err(AnalyzerError::cancelled())
        } else {
            Ok(())
        }
    }

    fn end_now(&self) {
        if let Some(path) = &*self.half_written.lock().unwrap_or_else(PoisonError::into_inner) {
            // It may be removed already.
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(i32::from(ErrorCode::Cancelled.exit()));
    }
}
