//! Writes one pack: under a name that nobody reads, then, when all is written, under its own. It is not flushed to the
//! disk: what a loss of power leaves of it fails its checksums.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::cache_file::{PartialFile, random_hex};
use super::pack_format::encode_end;

/// Written in one go.
const BATCH_BYTES: usize = 1024 * 1024;

/// Leaves nothing half written when it is dropped.
pub struct PackWriter {
    folder: PathBuf,
    file: PartialFile,
    entries: Vec<(String, usize)>,
    batch: Vec<u8>,
    pub size: usize,
}

impl PackWriter {
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            file: PartialFile::new(folder)?,
            entries: Vec::new(),
            batch: Vec::new(),
            size: 0,
        })
    }

    /// `entry`: as `encode_entry` makes it.
    pub fn add(&mut self, key: &str, entry: &[u8]) -> io::Result<()> {
        self.entries.push((key.to_owned(), entry.len()));
        self.size += entry.len();
        self.batch.extend_from_slice(entry);
        if self.batch.len() >= BATCH_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Gives the pack its name.
    pub fn finish(mut self, versions: &str) -> io::Result<()> {
        let end = encode_end(versions, &self.entries);
        self.batch.extend_from_slice(&end);
        self.flush()?;
        let name = format!("{}-{}.pack", base36(milliseconds()), &random_hex()[..8]);
        self.file.give_name(&self.folder.join(name))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write(&self.batch)?;
        self.batch.clear();
        Ok(())
    }
}

fn milliseconds() -> u128 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |it| it.as_millis())
}

/// Nine digits, which last until the year 5188.
fn base36(value: u128) -> String {
    let mut rest = value;
    let mut digits = [b'0'; 9];
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize];
        rest /= 36;
    }
    digits.map(char::from).iter().collect()
}
