//! The reason of a system error, in words without a path.

use std::io;

use rustix::io::Errno;

use base::errors::TOO_MANY_OPEN_FILES;

/// The reason of a failed system call on a file of the project.
pub fn reason_of(error: &io::Error) -> String {
    let Some(errno) = Errno::from_io_error(error) else {
        return error.to_string();
    };
    match errno {
        Errno::ACCESS | Errno::PERM => "permission denied",
        Errno::NOENT => "removed while the project was scanned",
        Errno::NOTDIR => "replaced while the project was scanned",
        Errno::LOOP => "replaced by a symbolic link while the project was scanned",
        Errno::NXIO => "replaced by a special file while the project was scanned",
        Errno::NAMETOOLONG => "its path is longer than the system allows",
        Errno::IO => "input or output error",
        Errno::AGAIN => "it would block",
        Errno::MFILE | Errno::NFILE => TOO_MANY_OPEN_FILES,
        other => return format!("system error {}", code_of(other)),
    }
    .to_owned()
}

/// The process or the system cannot open another file, pipe or socket.
pub fn is_too_many_open_files(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}

fn code_of(errno: Errno) -> String {
    match errno {
        Errno::BADF => "EBADF",
        Errno::BUSY => "EBUSY",
        Errno::FBIG => "EFBIG",
        Errno::INTR => "EINTR",
        Errno::INVAL => "EINVAL",
        Errno::ISDIR => "EISDIR",
        Errno::NODEV => "ENODEV",
        Errno::NOMEM => "ENOMEM",
        Errno::NOTSUP => "ENOTSUP",
        Errno::OVERFLOW => "EOVERFLOW",
        Errno::STALE => "ESTALE",
        Errno::TIMEDOUT => "ETIMEDOUT",
        Errno::TXTBSY => "ETXTBSY",
        other => return other.raw_os_error().to_string(),
    }
    .to_owned()
}
