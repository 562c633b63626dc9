//! The folder whose Git rules apply to a source.

use std::path::{Path, PathBuf};

use crate::folder::Folder;
use crate::source::TreeSource;

use super::git_files::GIT_FOLDER;

/// The folder of a walk, or one that contains it.
#[derive(Default)]
pub struct GitScope {
    /// The folder around the walk; `None` for the walk itself.
    pub around: Option<Folder>,
    /// Path of the walk's root below it; empty if it is the root.
    pub path: String,
}

/// The nearest folder with `.git`, of the source and the folders around it; the source itself if there is none.
pub fn git_scope(source: &dyn TreeSource) -> GitScope {
    source.location().and_then(around).unwrap_or_default()
}

fn around(location: &Path) -> Option<GitScope> {
    let location = std::fs::canonicalize(location).ok()?;
    let root = nearest_work_tree(&location).filter(|root| *root != location)?;
    let path = location.strip_prefix(&root).ok()?.to_str()?.to_owned();
    let around = Some(Folder::open(root.as_os_str()).ok()?);
    Some(GitScope { around, path })
}

fn nearest_work_tree(location: &Path) -> Option<PathBuf> {
    let has_git = |folder: &&Path| std::fs::symlink_metadata(folder.join(GIT_FOLDER)).is_ok();
    location.ancestors().find(has_git).map(Path::to_owned)
}
