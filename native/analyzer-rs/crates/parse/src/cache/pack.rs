//! A pack file that other processes may read, replace or remove at any time; once open it stays readable.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cache_file::{mark_use, open, read};
use super::pack_format::{PackedEntry, TRAILER_LENGTH, read_entries, read_index, read_trailer};

/// Larger than any pack; larger files are not read.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

pub struct Pack {
    pub path: PathBuf,
    /// Size in bytes when it was opened.
    pub size: u64,
    /// Number of entries that no later pack contains.
    pub live: usize,
    damaged: AtomicBool,
    used: AtomicBool,
    file: OnceLock<File>,
}

impl Pack {
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            size: 0,
            live: 0,
            damaged: AtomicBool::new(false),
            used: AtomicBool::new(false),
            file: OnceLock::new(),
        }
    }

    /// The entries in it; if its end is damaged, all complete ones.
    pub fn entries(&mut self, versions: &str) -> io::Result<Vec<PackedEntry>> {
        let file = open(&self.path)?;
        self.size = file.metadata()?.len();
        if let Some(entries) = indexed(&file, self.size, versions)? {
            return Ok(entries);
        }
        self.distrust();
        if self.size > MAX_BYTES {
            return Ok(Vec::new());
        }
        Ok(read_entries(&read(&file, 0, self.size as usize)?))
    }

    pub fn read(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        if self.file.get().is_none() {
            // Another thread may have been faster; then this file is closed again.
            let _ = self.file.set(open(&self.path)?);
        }
        self.file
            .get()
            .map_or(Ok(Vec::new()), |file| read(file, offset, length))
    }

    /// Reports damaged content.
    pub fn distrust(&self) {
        self.damaged.store(true, Ordering::Relaxed);
    }

    pub fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// Records that it was used, for `analyzer cache prune`.
    pub fn note_use(&self) {
        self.used.store(true, Ordering::Relaxed);
    }

    /// Updates the time of the file if it was used and has no time of this day.
    pub fn mark(&self) -> io::Result<()> {
        match (self.used.load(Ordering::Relaxed), self.file.get()) {
            (true, Some(file)) => mark_use(file),
            _ => Ok(()),
        }
    }
}

fn indexed(file: &File, size: u64, versions: &str) -> io::Result<Option<Vec<PackedEntry>>> {
    let Some(end) = size.checked_sub(TRAILER_LENGTH as u64) else {
        return Ok(None);
    };
    match read_trailer(&read(file, end, TRAILER_LENGTH)?) {
        Some(start) if start < end => Ok(read_index(&read(file, start, (end - start) as usize)?, versions)),
        _ => Ok(None),
    }
}
