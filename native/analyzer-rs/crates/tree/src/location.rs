//! Paths below the root, as displayed and as the file system uses them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::names::ShownName;

/// A path below the root, and its bytes if they are not UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreePath {
    /// As displayed, `/` as separator.
    pub path: String,
    /// `None` if the displayed path is the exact path.
    pub raw: Option<Vec<u8>>,
}

impl TreePath {
    /// The bytes for the file system.
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
