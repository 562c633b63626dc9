//! The reason of a failed write, in words.

use std::io;

use rustix::io::Errno;

pub fn reason_of(error: &io::Error) -> String {
    match Errno::from_io_error(error) {
        Some(Errno::ACCESS | Errno::PERM) => "permission denied",
        Some(Errno::DQUOT) => "the quota is used up",
        Some(Errno::FBIG) => "the file would be too large for the system",
        Some(Errno::IO) => "input or output error",
        Some(Errno::ISDIR) => "it is a folder",
        Some(Errno::NAMETOOLONG) => "the name is too long for the system",
        Some(Errno::NOENT) => "its folder does not exist",
        Some(Errno::NOSPC) => "no space left on the device",
        Some(Errno::NOTDIR) => "its folder is not a folder",
        Some(Errno::ROFS) => "the file system is read-only",
        _ => return error.to_string(),
    }
    .to_owned()
}
