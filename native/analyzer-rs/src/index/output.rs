//! The pipe to the reader of the rows. Workers write to it while they parse.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::serve::frames::write_frame;
use base::json_text::push_format;
use base::watch;
use scan::context::ScanEvent;

/// Number of files between two progress messages.
const FILES_AT_ONCE: u64 = 64;

#[derive(Default)]
pub struct Output {
    read: Mutex<Read>,
    /// Set if the reader has closed the pipe.
    pub cancelled: Arc<AtomicBool>,
}

/// Files and bytes that were read but not yet reported.
#[derive(Default)]
struct Read {
    files: u64,
    bytes: u64,
}

impl Output {
    pub fn write(&self, header: &str, body: &[u8]) -> io::Result<()> {
        let _writing = watch::writing();
        // Locked for the complete frame.
        let written = write_frame(&mut io::stdout().lock(), header, body);
        if written.is_err() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        written
    }

    /// Reports progress. A closed pipe sets `cancelled`.
    pub fn on(&self, event: ScanEvent) {
        let mut header = String::new();
        match event {
            ScanEvent::Listed { files, bytes } => {
                push_format(&mut header, format_args!("{{\"listed\":[{files},{bytes}]}}"));
            }
            ScanEvent::File { bytes } => {
                let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
                read.files += 1;
                read.bytes += bytes;
                if read.files < FILES_AT_ONCE {
                    return;
                }
                push_format(
                    &mut header,
                    format_args!("{{\"read\":[{},{}]}}", read.files, read.bytes),
                );
                *read = Read::default();
            }
            ScanEvent::Relating => header.push_str("{\"relating\":true}"),
        }
        let _ = self.write(&header, &[]);
    }
}
