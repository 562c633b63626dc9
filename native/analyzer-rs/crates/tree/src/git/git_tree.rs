//! A folder of a Git repository at a revision, from Git's objects: no file of the work tree is read, nothing is
//! checked out, and no hook, filter or attribute of the repository has an effect. Files have the committed bytes,
//! without conversion of line ends and with the pointers of Git LFS.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use memchr::memmem;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::failure::is_too_many_open_files;
use crate::globs::Glob;
use crate::ignore_file::{IGNORE_FILE, parse_ignore_file, require_ignore_size};
use crate::line_count::LineCount;
use crate::location::TreePath;
use crate::path_kind::PathKind;
use crate::read::{FileContent, HEAD_BYTES};
use crate::read_start::{NOT_A_FILE, too_large};
use crate::source::{FileStat, RevisionName, TreeSource};
use base::errors::{AnalyzerError, TOO_MANY_OPEN_FILES};

use super::blob_reader::BlobReaders;
use super::list_tree::{ListedTree, list_tree};
use super::listing::{GitEntry, GitKind, Listing};
use super::revision::{Revision, find_revision};

const MISSING: &str = "not in the repository: a partial clone lacks it";
const SUBMODULE: &str = "a submodule: its files are in another repository";

pub struct GitTree {
    name: String,
    revision: RevisionName,
    listing: Listing,
    /// Of symbolic links, by path.
    targets: FxHashMap<Vec<u8>, Vec<u8>>,
    blobs: BlobReaders,
}

impl GitTree {
    /// `written`: `REV:PATH`, see `find_revision`. Fails with `not_found`, `unreadable`, `cancelled`.
    pub fn open(written: &OsStr, cancelled: &AtomicBool) -> Result<Self, AnalyzerError> {
        Self::of(find_revision(written, cancelled)?, cancelled)
    }

    /// A revision that is found already. Fails with `unreadable`, `cancelled`.
    pub fn of(revision: Revision, cancelled: &AtomicBool) -> Result<Self, AnalyzerError> {
        let ListedTree { listing, work } = list_tree(&revision, cancelled)?;
        let mut opened = Self {
            name: revision.name,
            revision: RevisionName {
                written: revision.written,
                object: revision.object,
            },
            listing,
            targets: FxHashMap::default(),
            blobs: BlobReaders::new(&revision.folder, work),
        };
        let mut targets = FxHashMap::default();
        for (path, entry) in &opened.listing.entries {
            if entry.kind == GitKind::Symlink {
                targets.insert(path.clone(), opened.whole(&entry.object)?);
            }
        }
        opened.targets = targets;
        Ok(opened)
    }

    fn entry(&self, path: &TreePath) -> Option<&GitEntry> {
        self.listing.entries.get(path.bytes())
    }

    fn whole(&self, object: &str) -> Result<Vec<u8>, AnalyzerError> {
        let mut bytes = Vec::new();
        self.blobs
            .read(object, &mut |piece| bytes.extend_from_slice(piece))
            .map_err(|error| AnalyzerError::unreadable("a file of the revision", &lost(&error)))?;
        Ok(bytes)
    }
}

/// Why a blob is not read.
fn lost(error: &io::Error) -> String {
    if is_too_many_open_files(error) {
        return TOO_MANY_OPEN_FILES.to_owned();
    }
    MISSING.to_owned()
}

impl TreeSource for GitTree {
    fn name(&self) -> &str {
        &self.name
    }

    fn location(&self) -> Option<&Path> {
        None
    }

    fn revision(&self) -> Option<&RevisionName> {
        Some(&self.revision)
    }

    fn list(&self, directory: &TreePath) -> Result<Vec<(Vec<u8>, PathKind)>, String> {
        if self.entry(directory).is_some_and(|it| it.kind == GitKind::Submodule) {
            return Err(SUBMODULE.to_owned());
        }
        Ok(self.listing.folders.get(directory.bytes()).cloned().unwrap_or_default())
    }

    fn stat(&self, file: &TreePath) -> FileStat {
        let entry = self.entry(file);
        FileStat {
            size: entry.map_or(0, |it| it.size),
            executable: entry.is_some_and(|it| it.kind == GitKind::Executable),
            reason: None,
        }
    }

    fn target(&self, link: &TreePath) -> Result<Vec<u8>, String> {
        Ok(self.targets.get(link.bytes()).cloned().unwrap_or_default())
    }

    fn has_folder(&self, path: &str) -> bool {
        let kind = self.listing.entries.get(path.as_bytes()).map(|it| it.kind);
        path == "." || matches!(kind, Some(GitKind::Folder | GitKind::Submodule))
    }

    fn begins_with(&self, file: &TreePath, bytes: &[u8], within: usize) -> bool {
        let mut buffer = Vec::new();
        let read = self.read(file, within as u64, &mut buffer);
        read.is_ok() && memmem::find(&buffer[..buffer.len().min(within)], bytes).is_some()
    }

    fn read(&self, file: &TreePath, hold_up_to: u64, buffer: &mut Vec<u8>) -> Result<FileContent, String> {
        let entry = self.entry(file).ok_or(MISSING)?;
        let held = entry.size <= hold_up_to;
        let mut hash = Sha256::new();
        let mut lines = LineCount::default();
        buffer.clear();
        let read = self.blobs.read(&entry.object, &mut |piece| {
            let limit = if held {
                piece.len()
            } else {
                HEAD_BYTES - buffer.len().min(HEAD_BYTES)
            };
            buffer.extend_from_slice(&piece[..piece.len().min(limit)]);
            hash.update(piece);
            lines.add(piece);
        });
        Ok(FileContent {
            size: read.map_err(|error| lost(&error))?,
            sha256: hash.finalize().into(),
            lines: lines.lines(),
            head: buffer.len().min(HEAD_BYTES),
            held,
        })
    }

    fn is_tracked(&self) -> bool {
        true
    }

    /// Rules for untracked files have no effect here.
    fn read_start(&self, _file: &TreePath, _limit: usize) -> Option<Result<Vec<u8>, String>> {
        None
    }

    fn read_own(&self, name: &str, limit: usize) -> Option<Result<Vec<u8>, String>> {
        let file = self.listing.entries.get(name.as_bytes())?;
        if !matches!(file.kind, GitKind::File | GitKind::Executable) {
            return Some(Err(NOT_A_FILE.to_owned()));
        }
        if file.size > limit as u64 {
            return Some(Err(too_large(limit)));
        }
        Some(self.whole(&file.object).map_err(|_| MISSING.to_owned()))
    }

    fn ignored(&self) -> Result<Vec<Glob>, AnalyzerError> {
        let file = self.listing.entries.get(IGNORE_FILE.as_bytes());
        let Some(file) = file.filter(|it| matches!(it.kind, GitKind::File | GitKind::Executable)) else {
            return Ok(Vec::new());
        };
        require_ignore_size(file.size)?;
        parse_ignore_file(&self.whole(&file.object)?)
    }
}
