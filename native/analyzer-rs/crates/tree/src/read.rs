//! Reads a complete regular file and hashes it.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use base::hex::Hash;

use super::failure::reason_of;
use super::line_count::LineCount;

pub struct FileContent {
    /// In bytes.
    pub size: u64,
    /// Of the complete file.
    pub sha256: Hash,
    pub lines: u64,
    /// Length of the file's first bytes in the buffer: `HEAD_BYTES`, or the size of a smaller file.
    pub head: usize,
    /// The buffer has the complete file.
    pub held: bool,
}

/// Range in which a NUL makes a file binary, and in which markers and shebangs are searched.
pub const HEAD_BYTES: usize = 8192;

const PIECE_BYTES: usize = 1024 * 1024;
const REPLACED: &str = "replaced by something else while the project was scanned";
const CHANGED: &str = "changed while it was read";

/// A file that changes meanwhile is read again, once. The error says why an existing file could not be read.
///
/// `hold_up_to`: files of at most this many bytes are returned completely. `buffer` is reused for each file and has
/// the file, or its first bytes, afterwards.
pub fn read_file(location: &Path, hold_up_to: u64, buffer: &mut Vec<u8>) -> Result<FileContent, String> {
    for _ in 0..2 {
        let mut file = open_to_read(location).map_err(|error| reason_of(&error))?;
        let before = file.metadata().map_err(|error| reason_of(&error))?;
        if !before.is_file() {
            return Err(REPLACED.to_owned());
        }
        let content = read_open(&mut file, before.len(), hold_up_to, buffer).map_err(|error| reason_of(&error))?;
        let after = file.metadata().map_err(|error| reason_of(&error))?;
        if let Some(content) = content.filter(|_| is_same(&before, &after)) {
            return Ok(content);
        }
    }
    Err(CHANGED.to_owned())
}

/// Does not follow a link and does not wait for the writer of a FIFO.
pub fn open_to_read(location: &Path) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    OpenOptions::new().read(true).custom_flags(flags as i32).open(location)
}

/// At most the first `limit` bytes of an open file.
pub fn read_up_to(file: &mut File, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// `None` if the file is shorter than its reported size.
fn read_open(file: &mut File, size: u64, hold_up_to: u64, buffer: &mut Vec<u8>) -> io::Result<Option<FileContent>> {
    let held = size <= hold_up_to;
    let mut hash = Sha256::new();
    let mut lines = LineCount::default();
    buffer.clear();
    let mut length = 0;
    let mut piece = Vec::new();
    while length < size {
        let want = (size - length).min(PIECE_BYTES as u64);
        let begin = buffer.len();
        let target = if held || begin < HEAD_BYTES {
            &mut *buffer
        } else {
            &mut piece
        };
        let at = if held || begin < HEAD_BYTES { begin } else { 0 };
        target.truncate(at);
        let count = file.by_ref().take(want).read_to_end(target)?;
        if count == 0 {
            break;
        }
        hash.update(&target[at..]);
        lines.add(&target[at..]);
        length += count as u64;
    }
    if length != size {
        return Ok(None);
    }
    let head = buffer.len().min(HEAD_BYTES);
    Ok(Some(FileContent {
        size,
        sha256: hash.finalize().into(),
        lines: lines.lines(),
        head,
        held,
    }))
}

fn is_same(before: &Metadata, after: &Metadata) -> bool {
    let times = |it: &Metadata| (it.len(), it.mtime(), it.mtime_nsec(), it.ctime(), it.ctime_nsec());
    times(before) == times(after)
}
