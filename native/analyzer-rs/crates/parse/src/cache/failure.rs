//! The reason of a system error, in words without a path.

use std::io;

use rustix::io::Errno;

pub fn reason_of(error: &io::Error) -> String {
    match Errno::from_io_error(error) {
        Some(Errno::ACCESS | Errno::PERM) => "permission denied",
        Some(Errno::DQUOT) => "the quota is used up",
        Some(Errno::EXIST | Errno::NOTDIR) => "it is not a folder",
        Some(Errno::FBIG) => "the file would exceed the size limit",
        Some(Errno::IO) => "input or output error",
        Some(Errno::MFILE) => "too many open files",
        Some(Errno::NOENT) => "it was removed meanwhile",
        Some(Errno::NOSPC) => "no space left on the device",
        Some(Errno::ROFS) => "the file system is read-only",
        _ => return error.to_string(),
    }
    .to_owned()
}
