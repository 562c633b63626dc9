//! The source of a project's bytes: a folder on disk, or a tree in a Git repository.

use std::path::Path;

use base::errors::AnalyzerError;

use super::globs::Glob;
use super::location::TreePath;
use super::path_kind::PathKind;
use super::read::FileContent;

/// Data of a file before it is read.
#[derive(Clone, Debug, Default)]
pub struct FileStat {
    pub size: u64,
    pub executable: bool,
    /// Why `stat` failed.
    pub reason: Option<String>,
}

/// The revision of a git tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionName {
    /// As the user wrote it.
    pub written: String,
    /// The commit or tree that it names, in hex.
    pub object: String,
}

/// The only way to open project files. Paths are relative to the root, which is the empty path. Reasons do not contain a
/// path.
pub trait TreeSource: Sync {
    /// The root's own name, without its parents.
    fn name(&self) -> &str;

    /// Of a folder on disk: absolute, for the file system only.
    fn location(&self) -> Option<&Path>;

    fn revision(&self) -> Option<&RevisionName>;

    /// Raw names in a directory, in any order; the error says why it cannot be listed.
    fn list(&self, directory: &TreePath) -> Result<Vec<(Vec<u8>, PathKind)>, String>;

    fn stat(&self, file: &TreePath) -> FileStat;

    /// The target of a symbolic link, unchanged.
    fn target(&self, link: &TreePath) -> Result<Vec<u8>, String>;

    fn has_folder(&self, path: &str) -> bool;

    /// Whether a file's first `within` bytes contain these bytes; false for an unreadable file.
    fn begins_with(&self, file: &TreePath, bytes: &[u8], within: usize) -> bool;

    /// `buffer`, which is reused for each file, receives a file of at most `hold_up_to` bytes, or the first bytes of a
    /// larger one.
    fn read(&self, file: &TreePath, hold_up_to: u64, buffer: &mut Vec<u8>) -> Result<FileContent, String>;

    /// Whether every file is tracked by Git: in a revision.
    fn is_tracked(&self) -> bool;

    /// The first bytes of a file of Git, such as `.gitignore`. The error says why the file is not regular or not readable;
    /// `None` if it does not exist.
    fn read_start(&self, file: &TreePath, limit: usize) -> Option<Result<Vec<u8>, String>>;
    /// A file in the root itself, if it has at most `limit` bytes. The error says that it is larger, not regular or not
    /// readable; `None` if it does not exist.
    fn read_own(&self, name: &str, limit: usize) -> Option<Result<Vec<u8>, String>>;

    /// The globs of the root's `.analyzerignore`.
    fn ignored(&self) -> Result<Vec<Glob>, AnalyzerError>;
}
