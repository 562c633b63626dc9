//! Maps that this program wrote.

use std::path::Path;

use memchr::memmem;

use super::read::{open_to_read, read_up_to};

/// Whether the first bytes of a file contain the marker of our maps; false for an unreadable file.
pub fn carries_marker(location: &Path, marker: &[u8], within: usize) -> bool {
    let read = || -> std::io::Result<bool> {
        let mut file = open_to_read(location)?;
        if !file.metadata()?.is_file() {
            return Ok(false);
        }
        Ok(memmem::find(&read_up_to(&mut file, within)?, marker).is_some())
    };
    read().unwrap_or(false)
}
