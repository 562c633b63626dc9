//! A folder on disk. Follows no link below its root and opens no special file.

use std::ffi::OsStr;
use std::fs::FileType;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use base::errors::AnalyzerError;

use super::failure::reason_of;
use super::globs::Glob;
use super::ignore_file::read_ignore_file;
use super::location::{TreePath, locate};
use super::own_map::carries_marker;
use super::path_kind::PathKind;
use super::read::{FileContent, read_file};
use super::read_start::{read_start, too_large};
use super::root::{Root, open_root};
use super::source::{FileStat, RevisionName, TreeSource};

pub struct Folder {
    root: Root,
}

impl Folder {
    /// `path` is as the user wrote it. Fails with `not_found`, `unreadable`, or `usage` if it is not a folder.
    pub fn open(path: &OsStr) -> Result<Self, AnalyzerError> {
        Ok(Self { root: open_root(path)? })
    }
}

impl TreeSource for Folder {
    fn name(&self) -> &str {
        &self.root.name
    }

    fn location(&self) -> Option<&Path> {
        Some(&self.root.location)
    }

    fn revision(&self) -> Option<&RevisionName> {
        None
    }

    fn list(&self, directory: &TreePath) -> Result<Vec<(Vec<u8>, PathKind)>, String> {
        let mut listed = Vec::new();
        let entries = std::fs::read_dir(locate(&self.root.location, directory)).map_err(|error| reason_of(&error))?;
        for entry in entries {
            let entry = entry.map_err(|error| reason_of(&error))?;
            let kind = entry.file_type().map_or(PathKind::Special, kind_of);
            listed.push((entry.file_name().into_vec(), kind));
        }
        Ok(listed)
    }

    fn stat(&self, file: &TreePath) -> FileStat {
        match std::fs::symlink_metadata(locate(&self.root.location, file)) {
            Ok(metadata) => FileStat {
                size: metadata.len(),
                executable: metadata.permissions().mode() & 0o111 != 0,
                reason: None,
            },
            Err(error) => FileStat {
                reason: Some(reason_of(&error)),
                ..FileStat::default()
            },
        }
    }

    fn target(&self, link: &TreePath) -> Result<Vec<u8>, String> {
        let target = std::fs::read_link(locate(&self.root.location, link)).map_err(|error| reason_of(&error))?;
        Ok(target.as_os_str().as_bytes().to_vec())
    }

    fn has_folder(&self, path: &str) -> bool {
        self.root.location.join(path).is_dir()
    }

    fn begins_with(&self, file: &TreePath, bytes: &[u8], within: usize) -> bool {
        carries_marker(&locate(&self.root.location, file), bytes, within)
    }

    fn read(&self, file: &TreePath, hold_up_to: u64, buffer: &mut Vec<u8>) -> Result<FileContent, String> {
        read_file(&locate(&self.root.location, file), hold_up_to, buffer)
    }

    fn is_tracked(&self) -> bool {
        false
    }

    fn read_start(&self, file: &TreePath, limit: usize) -> Option<Result<Vec<u8>, String>> {
        read_start(&self.root.location, file, limit)
    }

    fn read_own(&self, name: &str, limit: usize) -> Option<Result<Vec<u8>, String>> {
        let file = TreePath {
            path: name.to_owned(),
            raw: None,
        };
        let read = read_start(&self.root.location, &file, limit + 1)?;
        Some(read.and_then(|bytes| {
            if bytes.len() > limit {
                Err(too_large(limit))
            } else {
                Ok(bytes)
            }
        }))
    }

    fn ignored(&self) -> Result<Vec<Glob>, AnalyzerError> {
        read_ignore_file(&self.root.location)
    }
}

fn kind_of(kind: FileType) -> PathKind {
    if kind.is_file() {
        PathKind::File
    } else if kind.is_dir() {
        PathKind::Directory
    } else if kind.is_symlink() {
        PathKind::Symlink
    } else {
        PathKind::Special
    }
}
