//! Where the bytes of a project come from: a folder on disk, or a tree in a git repository.

use std::path::Path;

use crate::errors::AnalyzerError;

use super::globs::Glob;
use super::location::PlacedPath;
use super::read::FileContent;
use super::walk::PathKind;

/// What is known of a file before it is read.
#[derive(Clone, Debug, Default)]
pub struct FileLook {
    pub size: u64,
    pub executable: bool,
    /// Why it could not be looked at.
    pub reason: Option<String>,
}

/// What a git tree is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionName {
    /// As a person wrote it.
    pub written: String,
    /// The commit or tree that it names, in hex.
    pub object: String,
}

/// Nothing else opens project files. Paths are below the root; the root itself is the empty path. Reasons are in words
/// that name no path.
pub trait TreeSource: Sync {
    /// The root's own name, without its place.
    fn name(&self) -> &str;

    /// Of a folder on disk: absolute, for the file system only.
    fn location(&self) -> Option<&Path>;

    fn revision(&self) -> Option<&RevisionName>;

    /// Raw names in a directory, in any order; the error says why it can't be listed.
    fn list(&self, directory: &PlacedPath) -> Result<Vec<(Vec<u8>, PathKind)>, String>;

    fn look(&self, file: &PlacedPath) -> FileLook;

    /// The target of a symbolic link, as it is.
    fn target(&self, link: &PlacedPath) -> Result<Vec<u8>, String>;

    fn has_folder(&self, path: &str) -> bool;

    /// Whether these bytes stand among a file's first `within`; what can't be read holds nothing.
    fn begins_with(&self, file: &PlacedPath, bytes: &[u8], within: usize) -> bool;

    /// Files of at most `hold_up_to` bytes are handed out whole in `buffer`, which is kept from file to file, others as
    /// far as their head.
    fn read(&self, file: &PlacedPath, hold_up_to: u64, buffer: &mut Vec<u8>) -> Result<FileContent, String>;

    /// Whether every file is tracked by Git: in the root of a revision.
    fn is_tracked(&self) -> bool;

    /// The first bytes of a file of Git, such as `.gitignore`. The error is the reason where it is no regular file or can
    /// not be read; nothing where there is none.
    fn read_start(&self, file: &PlacedPath, limit: usize) -> Option<Result<Vec<u8>, String>>;

    /// The globs of the root's `.analyzerignore`.
    fn ignored(&self) -> Result<Vec<Glob>, AnalyzerError>;
}
