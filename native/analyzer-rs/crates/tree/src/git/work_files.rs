//! Files of a work tree that are read instead of blobs.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use base::errors::AnalyzerError;

use crate::read::open_to_read;

use super::run_git::run_git_with;

/// By the id of the blob, in hex.
pub type WorkFiles = FxHashMap<String, WorkFile>;

/// A file or a symbolic link that was a blob when the revision was listed.
pub struct WorkFile {
    location: PathBuf,
    stamp: Stamp,
}

/// Changes with the content: device, inode, size, and the times of the last changes.
#[derive(PartialEq, Eq)]
struct Stamp([i64; 7]);

impl WorkFile {
    /// `None` for another kind of path, or below a symbolic link.
    fn new(location: PathBuf) -> Option<Self> {
        let parent = location.parent()?;
        if parent.canonicalize().ok()? != parent {
            return None;
        }
        let metadata = location.symlink_metadata().ok()?;
        let is_content = metadata.is_file() || metadata.is_symlink();
        is_content.then(|| Self {
            location,
            stamp: stamp_of(&metadata),
        })
    }

    pub fn size(&self) -> u64 {
        u64::try_from(self.stamp.0[2]).unwrap_or(0)
    }

    /// `take` receives all bytes, in order. Returns the size. Fails if the file has changed.
    pub fn read(&self, take: &mut dyn FnMut(&[u8])) -> io::Result<u64> {
        let metadata = self.location.symlink_metadata()?;
        if metadata.is_symlink() {
            take(self.location.read_link()?.as_os_str().as_bytes());
        } else {
            let mut file = open_to_read(&self.location)?;
            let mut piece = vec![0; 256 * 1024];
            let mut left = self.size();
            while left > 0 {
                let count = file.read(&mut piece)?;
                if count == 0 || count as u64 > left {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                take(&piece[..count]);
                left -= count as u64;
            }
        }
        if stamp_of(&metadata) == self.stamp && stamp_of(&self.location.symlink_metadata()?) == self.stamp {
            Ok(self.size())
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

fn stamp_of(it: &Metadata) -> Stamp {
    let [device, inode, size] = [it.dev(), it.ino(), it.len()].map(u64::cast_signed);
    Stamp([
        device,
        inode,
        size,
        it.mtime(),
        it.mtime_nsec(),
        it.ctime(),
        it.ctime_nsec(),
    ])
}

/// The files whose content is the blob that is wanted at their path. Git computes the ids, without filters.
///
/// `folder`: absolute, in the repository. `wanted`: absolute paths, and the ids of their blobs.
pub fn find_work_files(
    folder: &Path,
    wanted: impl Iterator<Item = (PathBuf, String)>,
    cancelled: &AtomicBool,
) -> Result<WorkFiles, AnalyzerError> {
    let mut found = WorkFiles::default();
    let mut files = Vec::new();
    for (location, object) in wanted {
        let bytes = location.as_os_str().as_bytes();
        // A line of the request ends with a line feed.
        let has_line = !bytes.contains(&b'\n');
        let Some(file) = WorkFile::new(location).filter(|_| has_line) else {
            continue;
        };
        match file.location.read_link() {
            Ok(target) => {
                let ids = hash_objects(folder, &["--stdin"], target.into_os_string().into_vec(), cancelled)?;
                if ids.first() == Some(&object) {
                    found.insert(object, file);
                }
            }
            Err(_) if open_to_read(&file.location).is_ok() => files.push((object, file)),
            Err(_) => {}
        }
    }
    let paths = files
        .iter()
        .flat_map(|(_, it)| [it.location.as_os_str().as_bytes(), b"\n"]);
    let request = paths.collect::<Vec<_>>().concat();
    let ids = hash_objects(folder, &["--no-filters", "--stdin-paths"], request, cancelled)?;
    let same = files.into_iter().zip(ids).filter(|((object, _), id)| object == id);
    found.extend(same.map(|(file, _)| file));
    Ok(found)
}

/// Ids of a request's objects; fewer if Git fails.
fn hash_objects(
    folder: &Path,
    args: &[&str],
    request: Vec<u8>,
    cancelled: &AtomicBool,
) -> Result<Vec<String>, AnalyzerError> {
    let all = ["hash-object", "-t", "blob"]
        .iter()
        .chain(args)
        .map(OsStr::new)
        .collect::<Vec<_>>();
    let answer = run_git_with(folder, &all, request, cancelled)?;
    Ok(String::from_utf8_lossy(&answer.stdout)
        .lines()
        .map(str::to_owned)
        .collect())
}
