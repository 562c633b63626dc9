//! A temporary file without a name: the system removes it when the program ends, for any reason.

use std::fs::{File, OpenOptions, remove_file};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::sync::Arc;

use rustix::process::{Resource, getrlimit};

/// Bytes are only appended. Created with the first ones.
#[derive(Default)]
pub struct TemporaryFile {
    file: Option<Arc<File>>,
    /// Bytes in the file.
    end: u64,
    /// The file cannot be created or written.
    is_unusable: bool,
}

impl TemporaryFile {
    /// Whether an attempt to append failed: the caller then keeps its bytes in memory.
    pub fn is_unusable(&self) -> bool {
        self.is_unusable
    }

    /// Returns the file and the position of the bytes in it; `None` if that is not possible, now and from then on.
    pub fn append(&mut self, bytes: &[u8]) -> Option<(Arc<File>, u64)> {
        if self.is_unusable {
            return None;
        }
        let appended = self.try_append(bytes);
        self.is_unusable = appended.is_none();
        appended
    }

    /// # Panics
    /// if the bytes cannot be read
    pub fn read(&self, buffer: &mut [u8], start: u64) {
        let file = self.file.as_ref().expect("bytes were written");
        file.read_exact_at(buffer, start)
            .expect("the temporary file is readable");
    }

    #[cfg(test)]
    pub fn unusable() -> Self {
        Self {
            is_unusable: true,
            ..Self::default()
        }
    }

    fn try_append(&mut self, bytes: &[u8]) -> Option<(Arc<File>, u64)> {
        if self.file.is_none() {
            self.file = Some(Arc::new(nameless_file()?));
        }
        let file = self.file.clone()?;
        let start = self.end;
        file.write_all_at(bytes, start).ok()?;
        self.end += bytes.len() as u64;
        Some((file, start))
    }
}

/// Names to try, in case that a file of an earlier process has the same name.
const ATTEMPTS: u32 = 16;

/// An open file in the folder of temporary files, without a name.
fn nameless_file() -> Option<File> {
    // A process that exceeds this limit gets a signal.
    if getrlimit(Resource::Fsize).current.is_some() {
        return None;
    }
    let folder = std::env::temp_dir();
    (0..ATTEMPTS).find_map(|attempt| {
        let path = folder.join(format!(".analyzer-{}-{attempt}", std::process::id()));
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .ok()?;
        remove_file(&path).ok()?;
        Some(file)
    })
}
