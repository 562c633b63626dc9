//! Files of a cache, which other processes may read, replace or remove at any time.

use std::fs::{self, File, OpenOptions, remove_file, rename};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use base::hex::hex;
use base::watch::{self, Temporary};

const DAY: Duration = Duration::from_secs(86_400);
/// A partial file of this age was left by a killed process.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Once opened it stays readable.
pub fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits() as i32)
        .open(path)
}

/// Creates a folder and its missing parents.
pub fn make_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        // An error although the parent exists: a file system such as `/proc`.
        io::ErrorKind::NotFound => io::Error::other("its file system does not allow new folders"),
        _ => error,
    })
}

/// Returns fewer bytes at the end of the file.
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

/// Updates the time of a used file, unless it has a time of this day, for `analyzer cache prune`.
pub fn mark_use(file: &File) -> io::Result<()> {
    let now = SystemTime::now();
    let age = now.duration_since(file.metadata()?.modified()?).unwrap_or_default();
    if age > DAY { file.set_modified(now) } else { Ok(()) }
}

/// Whether this is the error of a read-only cache, which can be used all the same.
pub fn may_be_read_only(error: &io::Error) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | NotFound | ReadOnlyFilesystem)
}

/// Sorted names; names that are not UTF-8 are not ours.
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
        // It belongs to another user, or was removed meanwhile.
        let _ = remove_file(path);
    }
}

/// A file under a temporary name until it is complete. It is not flushed to disk: after a power cut incomplete parts
/// fail their checksums. Removed when it is dropped without a final name.
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

    /// In the same folder; an existing file with the name is replaced.
    pub fn give_name(self, path: &Path) -> io::Result<()> {
        rename(&self.path, path)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // After the renaming there is no file to remove.
        let _ = remove_file(&self.path);
    }
}

/// Unique to this process and moment.
pub fn random_hex() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |it| it.as_nanos());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let seed = format!("{} {now} {count} {:p}", std::process::id(), &COUNT);
    hex(&Sha256::digest(seed))
}
