//! Writes one pack: under a temporary name, then, once complete, under its own name. It is not flushed to disk: after a
//! power cut incomplete parts fail their checksums.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::cache_file::{PartialFile, random_hex};
use super::pack_format::encode_end;

/// Size of a write.
const BATCH_BYTES: usize = 1024 * 1024;

/// Removes an unfinished pack when dropped.
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

    /// `entry`: from `encode_entry`.
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

    /// Renames the pack to its own name.
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

/// Nine digits, sufficient until the year 5188.
fn base36(value: u128) -> String {
    let mut rest = value;
    let mut digits = [b'0'; 9];
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize];
        rest /= 36;
    }
    digits.map(char::from).iter().collect()
}
