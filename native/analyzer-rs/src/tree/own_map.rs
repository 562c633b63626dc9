//! Maps that we wrote.

use std::path::Path;

use memchr::memmem;

use crate::languages::policy::EXCLUSIONS;

use super::read::{open_to_read, read_up_to};

/// Whether a file is a map that we wrote: its marker stands in its first bytes. What can't be read carries none.
pub fn carries_own_marker(location: &Path) -> bool {
    let marked = &EXCLUSIONS.own.marked;
    let read = || -> std::io::Result<bool> {
        let mut file = open_to_read(location)?;
        if !file.metadata()?.is_file() {
            return Ok(false);
        }
        Ok(memmem::find(&read_up_to(&mut file, marked.within_bytes)?, marked.marker.as_bytes()).is_some())
    };
    read().unwrap_or(false)
}
