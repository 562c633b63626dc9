//! A file that is created atomically and never replaces another one: it is written next to it under a temporary name,
//! flushed to disk, then renamed.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::io::Errno;

use base::errors::AnalyzerError;
use base::watch::{self, Temporary};
use tree::names::show_text;
use tree::root::resolve;

use super::system_reason::reason_of;

pub struct NewFile {
    shown: String,
    target: PathBuf,
    temporary: PathBuf,
    file: Option<File>,
    _noted: Temporary,
}

impl NewFile {
    /// `path`: as the user wrote it. Fails with `usage` for an empty path, `output_exists`, `output_failed` if it can
    /// never be written.
    pub fn new(path: &OsStr) -> Result<Self, AnalyzerError> {
        if path.is_empty() {
            return Err(AnalyzerError::usage("the output file has no name"));
        }
        let target = resolve(Path::new(path))?;
        let name = format!(".analyzer-{}.partial", random_name());
        let temporary = target.parent().unwrap_or(&target).join(name);
        let new = Self {
            shown: show_text(path.as_bytes()),
            target,
            _noted: watch::temporary(&temporary),
            temporary,
            file: None,
        };
        match fs::symlink_metadata(&new.target) {
            Ok(_) => return Err(new.exists()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(new.failed(error)),
        }
        // Fail before a long scan, not after it, if the folder is not writable.
        new.create(&new.temporary).map_err(|error| new.failed(error))?;
        new.discard();
        Ok(new)
    }

    /// Path of the temporary file.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), AnalyzerError> {
        if self.file.is_none() {
            self.file = Some(self.create(&self.temporary).map_err(|error| self.failed(error))?);
        }
        let written = self.file.as_mut().map_or(Ok(()), |file| file.write_all(bytes));
        written.map_err(|error| self.failed(error))
    }

    /// Renames the temporary file.
    pub fn finish(mut self) -> Result<(), AnalyzerError> {
        self.write(&[])?;
        let synced = self.file.take().map_or(Ok(()), |file| file.sync_all());
        synced
            .and_then(|()| self.give_name())
            .map_err(|error| self.failed(error))
    }

    fn discard(&self) {
        // A missing file needs no removal.
        let _ = fs::remove_file(&self.temporary);
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn give_name(&self) -> io::Result<()> {
        if let Err(error) = fs::hard_link(&self.temporary, &self.target) {
            // Errors of file systems without hard links.
            let no_links = [Errno::PERM, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::NOSYS, Errno::MLINK];
            if !Errno::from_io_error(&error).is_some_and(|it| no_links.contains(&it)) {
                return Err(error);
            }
            // The process that creates the empty file owns the name, and may then replace the file.
            self.create(&self.target)?;
            fs::rename(&self.temporary, &self.target)?;
        }
        // Makes the new name durable.
        File::open(self.target.parent().unwrap_or(&self.target))?.sync_all()
    }

    fn failed(&self, error: io::Error) -> AnalyzerError {
        if error.kind() == io::ErrorKind::AlreadyExists {
            return self.exists();
        }
        AnalyzerError::output_failed(&self.shown, &reason_of(&error))
    }

    fn exists(&self) -> AnalyzerError {
        AnalyzerError::output_exists(&self.shown).hint("Remove it or choose another name.")
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        self.discard();
    }
}

/// A short name, since the target's name may have the maximum length; random, so that it is unique.
fn random_name() -> String {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    if let Ok(time) = SystemTime::UNIX_EPOCH.elapsed() {
        hasher.write_u128(time.as_nanos());
    }
    let first = hasher.finish();
    hasher.write_u64(first);
    format!("{first:016x}{:016x}", hasher.finish())
}
