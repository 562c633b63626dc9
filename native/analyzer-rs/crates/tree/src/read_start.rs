//! The first bytes of files of Git.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::io::Errno;

use super::failure::reason_of;
use super::location::{TreePath, locate};
use super::read::{open_to_read, read_up_to};

pub const NOT_A_FILE: &str = "not a regular file";
const THROUGH_A_LINK: &str = "its folder is not a folder";

/// `limit` in bytes.
pub fn too_large(limit: usize) -> String {
    format!("larger than {limit} bytes")
}

/// Reads the first bytes of a regular file below a root. It follows no link, also not in the folders of the path, and does
/// not wait for the writer of a FIFO. `root` is absolute. The error says why the file is not regular or not readable;
/// `None` if it does not exist.
pub fn read_start(root: &Path, file: &TreePath, limit: usize) -> Option<Result<Vec<u8>, String>> {
    match read(root, file, limit) {
        Ok(read) => Some(read.map_err(str::to_owned)),
        Err(error) => match Errno::from_io_error(&error) {
            Some(Errno::NOENT) => None,
            Some(Errno::LOOP | Errno::NXIO) => Some(Err(NOT_A_FILE.to_owned())),
            _ => Some(Err(reason_of(&error))),
        },
    }
}

fn read(root: &Path, file: &TreePath, limit: usize) -> io::Result<Result<Vec<u8>, &'static str>> {
    for slash in memchr::memchr_iter(b'/', file.bytes()) {
        let folder = root.join(OsStr::from_bytes(&file.bytes()[..slash]));
        if !std::fs::symlink_metadata(folder)?.is_dir() {
            return Ok(Err(THROUGH_A_LINK));
        }
    }
    let mut opened = open_to_read(&locate(root, file))?;
    if !opened.metadata()?.is_file() {
        return Ok(Err(NOT_A_FILE));
    }
    read_up_to(&mut opened, limit).map(Ok)
}
