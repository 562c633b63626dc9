//! Paths below the root, as they are shown and as the file system takes them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::names::ShownName;

/// A path below the root, and its bytes where they are not UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreePath {
    /// As it is shown, `/` as separator.
    pub path: String,
    /// `None` if the shown path is the exact path.
    pub raw: Option<Vec<u8>>,
}

impl TreePath {
    /// As the file system takes it.
    pub fn bytes(&self) -> &[u8] {
        self.raw.as_deref().unwrap_or(self.path.as_bytes())
    }
}

/// The path relative to a folder that contains the root, at the path `prefix` below it; empty for the root itself.
pub fn with_prefix(prefix: &str, path: &TreePath) -> TreePath {
    if prefix.is_empty() {
        return path.clone();
    }
    if path.path.is_empty() {
        return TreePath {
            path: prefix.to_owned(),
            raw: None,
        };
    }
    TreePath {
        path: format!("{prefix}/{}", path.path),
        raw: path
            .raw
            .as_ref()
            .map(|raw| [prefix.as_bytes(), b"/", raw.as_slice()].concat()),
    }
}

/// `root` is absolute.
pub fn locate(root: &Path, path: &TreePath) -> PathBuf {
    if path.path.is_empty() {
        root.to_owned()
    } else {
        root.join(OsStr::from_bytes(path.bytes()))
    }
}

pub fn child_path(parent: &TreePath, name: &[u8], shown: &ShownName) -> TreePath {
    let join = |above: &[u8], below: &[u8]| {
        let mut joined = Vec::with_capacity(above.len() + 1 + below.len());
        joined.extend_from_slice(above);
        if !above.is_empty() {
            joined.push(b'/');
        }
        joined.extend_from_slice(below);
        joined
    };
    let path = if parent.path.is_empty() {
        shown.name.clone()
    } else {
        format!("{}/{}", parent.path, shown.name)
    };
    let raw = (parent.raw.is_some() || shown.lossy).then(|| join(parent.bytes(), name));
    TreePath { path, raw }
}
