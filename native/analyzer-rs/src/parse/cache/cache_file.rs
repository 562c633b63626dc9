//! Files of a cache, which others may read, replace or remove at any moment.

use std::fs::{self, File, OpenOptions, remove_file, rename};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::supervise::watch::{self, Temporary};

const DAY: Duration = Duration::from_secs(86_400);
/// A partial file that nobody has finished by then was left by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Once opened it stays readable.
pub fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits() as i32)
        .open(path)
}

/// Makes a folder and those around it that are missing.
pub fn make_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        // With the folder around it there, this is the answer of a file system such as `/proc`.
        io::ErrorKind::NotFound => io::Error::other("its file system does not allow new folders"),
        _ => error,
    })
}

/// Fewer bytes when the file ends before.
pub fn read(file: &File, offset: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    let mut done = 0;
    while done < length {
        match file.read_at(&mut bytes[done..], offset + done as u64) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(done);
    Ok(bytes)
}

/// Marks a file that was of use, unless it bears a mark of this day: `analyzer cache prune` spares what was used last.
pub fn mark_use(file: &File) -> io::Result<()> {
    let now = SystemTime::now();
    let age = now.duration_since(file.metadata()?.modified()?).unwrap_or_default();
    if age > DAY { file.set_modified(now) } else { Ok(()) }
}

/// Whether this is no more than a cache that may only be read, which is one all the same.
pub fn may_be_read_only(error: &io::Error) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | NotFound | ReadOnlyFilesystem)
}

/// Names in their order; what is not text is none of ours.
pub fn list(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

/// `path` of a partial file.
pub fn remove_abandoned(path: &Path) {
    let modified = fs::metadata(path).and_then(|it| it.modified());
    let age = modified.map(|it| SystemTime::now().duration_since(it).unwrap_or_default());
    if age.is_ok_and(|age| age > ABANDONED) {
        // Somebody else's, or already gone: it does no harm.
        let _ = remove_file(path);
    }
}

/// A file under a name that nobody reads until, when all is written, it gets its own. It is not flushed to the disk:
/// what a loss of power leaves of it fails its checksums. Removed when it is dropped without a name.
pub struct PartialFile {
    path: PathBuf,
    file: File,
    _noted: Temporary,
}

impl PartialFile {
    pub fn new(folder: &Path) -> io::Result<Self> {
        let path = folder.join(format!(".{}.partial", &random_hex()[..36]));
        let noted = watch::temporary(&path);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Self {
            path,
            file,
            _noted: noted,
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// In the same folder; whatever bears the name is replaced.
    pub fn give_name(self, path: &Path) -> io::Result<()> {
        rename(&self.path, path)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // Once it has its own name there is nothing left to remove.
        let _ = remove_file(&self.path);
    }
}

/// Unlike that of any other process and moment.
pub fn random_hex() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |it| it.as_nanos());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let seed = format!("{} {now} {count} {:p}", std::process::id(), &COUNT);
    hex(&Sha256::digest(seed))
}
