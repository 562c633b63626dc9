//! Reads blobs from `git cat-file --batch` processes, one for each concurrent reader, and missing ones from the work
//! tree.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Mutex, PoisonError};

use super::run_git::spawn_git;
use super::work_files::WorkFiles;

const PIECE_BYTES: usize = 256 * 1024;

pub struct BlobReaders {
    folder: PathBuf,
    work: WorkFiles,
    idle: Mutex<Vec<BlobReader>>,
}

impl BlobReaders {
    /// `folder`: absolute, in the repository. `work`: blobs that the repository does not have.
    pub fn new(folder: &Path, work: WorkFiles) -> Self {
        Self {
            folder: folder.to_owned(),
            work,
            idle: Mutex::default(),
        }
    }

    /// `object`: of a blob, in hex; `take` receives all its bytes, in order. Returns its size.
    pub fn read(&self, object: &str, take: &mut dyn FnMut(&[u8])) -> io::Result<u64> {
        if let Some(file) = self.work.get(object) {
            return file.read(take);
        }
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let free = idle().pop();
        let mut reader = match free {
            Some(reader) => reader,
            None => BlobReader::start(&self.folder)?,
        };
        // A failed process may have sent half of an answer.
        let size = reader.read(object, take)?;
        idle().push(reader);
        Ok(size.ok_or(io::ErrorKind::NotFound)?)
    }
}

struct BlobReader {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl BlobReader {
    fn start(folder: &Path) -> io::Result<Self> {
        let args = ["cat-file", "--batch"].map(OsStr::new);
        let mut child = spawn_git(folder, &args, Stdio::piped(), Stdio::null())?;
        let (Some(questions), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self {
            child,
            questions,
            answers: BufReader::with_capacity(PIECE_BYTES, stdout),
        })
    }

    /// Answers are `<object> blob <size>`, the bytes and a line feed, or `<object> missing`.
    fn read(&mut self, object: &str, take: &mut dyn FnMut(&[u8])) -> io::Result<Option<u64>> {
        self.questions.write_all(format!("{object}\n").as_bytes())?;
        let mut header = String::new();
        self.answers.read_line(&mut header)?;
        let size = match header.trim_end().split(' ').collect::<Vec<_>>()[..] {
            [_, "blob", size] => size.parse().map_err(|_| io::ErrorKind::InvalidData)?,
            [_, "missing"] => return Ok(None),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        };
        let mut left: u64 = size;
        while left > 0 {
            let piece = self.answers.fill_buf()?;
            let length = piece.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            take(&piece[..length]);
            self.answers.consume(length);
            left -= length as u64;
        }
        self.answers.read_exact(&mut [0])?;
        Ok(Some(size))
    }
}

impl Drop for BlobReader {
    fn drop(&mut self) {
        // An ended process need not be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
