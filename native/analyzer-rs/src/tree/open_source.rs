//! What a person named as one side of a comparison.

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::errors::AnalyzerError;

use super::folder::Folder;
use super::git::git_tree::GitTree;
use super::git::revision::is_revision;
use super::source::TreeSource;

/// A folder, or as `REV:PATH` a folder of a git repository at a revision. What exists under the very name is a folder,
/// whatever colons are in it. Fails with `not_found`, `unreadable`, `usage`, `cancelled`.
pub fn open_source(written: &OsStr, cancelled: &Arc<AtomicBool>) -> Result<Box<dyn TreeSource>, AnalyzerError> {
    Ok(if is_revision(written) {
        Box::new(GitTree::open(written, cancelled)?)
    } else {
        Box::new(Folder::open(written)?)
    })
}
