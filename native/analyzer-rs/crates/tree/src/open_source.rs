//! Opens one side of a comparison.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use base::errors::{AnalyzerError, ErrorCode};

use super::folder::Folder;
use super::git::git_tree::GitTree;
use super::git::revision::{is_revision, names_commit};
use super::names::show_text;
use super::source::TreeSource;

/// Opens the folder, or `REV:PATH`, a folder of a git repository at a revision. An existing folder with colons in its
/// name has precedence. Fails with `not_found`, `unreadable`, `usage`, `cancelled`.
pub fn open_source(written: &OsStr, cancelled: &Arc<AtomicBool>) -> Result<Box<dyn TreeSource>, AnalyzerError> {
    if is_revision(written) {
        return Ok(Box::new(GitTree::open(written, cancelled)?));
    }
    match Folder::open(written) {
        Ok(folder) => Ok(Box::new(folder)),
        Err(error) if error.code == ErrorCode::NotFound && names_commit(written, cancelled)? => {
            let name = show_text(written.as_bytes());
            let hint = format!("{name} is a git revision: {name}:. is the current folder at that revision.");
            Err(AnalyzerError::not_found("folder", &name).hint(hint))
        }
        Err(error) => Err(error),
    }
}
