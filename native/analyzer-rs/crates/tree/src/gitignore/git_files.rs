//! The files of Git of one work tree, which may be outside of the source.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::location::{TreePath, locate};
use crate::names::show_text;
use crate::path_kind::PathKind;
use crate::read_start::read_start;
use crate::root::resolve;
use crate::source::TreeSource;

pub const GIT_FOLDER: &str = ".git";

/// A file of Git.
pub struct GitFile {
    /// As displayed: the path below the source that it has or would have in `.git`.
    pub shown: String,
    /// Below the source, or below a folder outside of it.
    at: TreePath,
    outside: Option<PathBuf>,
}

impl GitFile {
    pub fn own(at: TreePath) -> Self {
        Self {
            shown: at.path.clone(),
            at,
            outside: None,
        }
    }

    /// As `TreeSource::read_start`.
    pub fn read(&self, source: &dyn TreeSource, limit: usize) -> Option<Result<Vec<u8>, String>> {
        match &self.outside {
            Some(root) => read_start(root, &self.at, limit),
            None => source.read_start(&self.at, limit),
        }
    }
}

/// The files of Git of one work tree.
pub struct GitFiles {
    pub index: GitFile,
    pub exclude: GitFile,
}

/// Maximum size of a file that names a folder of Git.
const MAX_LINK_LENGTH: usize = 4096;
/// Bytes of the settings of a submodule.
const MAX_CONFIG_LENGTH: usize = 64 * 1024;
const NO_FOLDER: &str = "it does not name a folder of Git";
const OUTSIDE: &str = "it names a folder of Git that is missing or of another work tree; the index and info/exclude are not read (git worktree repair fixes a moved one)";

/// The files of Git of the work tree in a directory with an entry `.git` of this kind. A file `.git`, as in a linked
/// worktree or a submodule, is followed out of the source if the folder that it names belongs to this work tree. The error
/// says why a file `.git` cannot be used.
pub fn git_files_of(source: &dyn TreeSource, directory: &TreePath, kind: PathKind) -> Result<GitFiles, String> {
    let link = below(directory, GIT_FOLDER);
    let own = |git: &TreePath, common: &TreePath| GitFiles {
        index: GitFile::own(below(git, "index")),
        exclude: GitFile::own(below(common, "info/exclude")),
    };
    if kind == PathKind::Directory {
        return Ok(own(&link, &link));
    }
    let bytes = source.read_start(&link, MAX_LINK_LENGTH + 1).ok_or(NO_FOLDER)??;
    let is_path = |it: &&[u8]| !it.is_empty() && !it.contains(&b'\n') && !it.contains(&0);
    let written = bytes.strip_prefix(b"gitdir: ").map(line_of).filter(is_path);
    let written = written.ok_or(NO_FOLDER)?;
    if let Some(inside) = resolve_bytes(directory.bytes(), written) {
        let git = path_of(&inside);
        let common = match source.read_start(&below(&git, "commondir"), MAX_LINK_LENGTH) {
            Some(Ok(common)) => resolve_bytes(&inside, line_of(&common)),
            _ => None,
        };
        return Ok(own(&git, &common.map_or_else(|| git.clone(), |it| path_of(&it))));
    }
    let found = source
        .location()
        .and_then(|root| linked_folder(&locate(root, directory), written))
        .ok_or(OUTSIDE)?;
    let outside = |root: &Path, name: &str| GitFile {
        shown: below(&link, name).path,
        at: TreePath {
            path: name.to_owned(),
            raw: None,
        },
        outside: Some(root.to_owned()),
    };
    Ok(GitFiles {
        index: outside(&found.git, "index"),
        exclude: outside(&found.common, "info/exclude"),
    })
}

struct LinkedFolder {
    git: PathBuf,
    common: PathBuf,
}

/// `None` unless the folder says that it belongs to this work tree, so that no other folder is read.
fn linked_folder(work_tree: &Path, written: &[u8]) -> Option<LinkedFolder> {
    let git = std::fs::canonicalize(resolve_from(work_tree, written)?).ok()?;
    let read = |name: &str, limit: usize| {
        let path = TreePath {
            path: name.to_owned(),
            raw: None,
        };
        read_start(&git, &path, limit)?.ok()
    };
    let owner = match read("gitdir", MAX_LINK_LENGTH) {
        Some(link) => resolve_from(&git, line_of(&link))?.parent()?.to_owned(),
        None => resolve_from(&git, &configured_work_tree(&read("config", MAX_CONFIG_LENGTH)?)?)?,
    };
    if std::fs::canonicalize(owner).ok()? != std::fs::canonicalize(work_tree).ok()? {
        return None;
    }
    let common = match read("commondir", MAX_LINK_LENGTH) {
        Some(common) => resolve_from(&git, line_of(&common))?,
        None => git.clone(),
    };
    Some(LinkedFolder { git, common })
}

/// The work tree of a submodule.
fn configured_work_tree(config: &[u8]) -> Option<Vec<u8>> {
    config.split(|it| *it == b'\n').find_map(|line| {
        let value = line.trim_ascii_start().strip_prefix(b"worktree = ")?;
        (!value.is_empty() && !value.contains(&b'"')).then(|| value.to_owned())
    })
}

fn resolve_from(folder: &Path, relative: &[u8]) -> Option<PathBuf> {
    resolve(&folder.join(OsStr::from_bytes(relative))).ok()
}

fn line_of(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|it| *it != b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

fn path_of(raw: &[u8]) -> TreePath {
    let path = show_text(raw);
    let is_exact = path.as_bytes() == raw;
    TreePath {
        path,
        raw: (!is_exact).then(|| raw.to_owned()),
    }
}

/// The path of a relative path from a directory; `None` above the root or for an absolute path.
fn resolve_bytes(directory: &[u8], relative: &[u8]) -> Option<Vec<u8>> {
    if relative.starts_with(b"/") {
        return None;
    }
    let mut names: Vec<&[u8]> = directory.split(|it| *it == b'/').filter(|it| !it.is_empty()).collect();
    for name in relative.split(|it| *it == b'/') {
        match name {
            b"" | b"." => {}
            b".." => {
                names.pop()?;
            }
            _ => names.push(name),
        }
    }
    Some(names.join(&b'/'))
}

/// `names` below the directory.
pub fn below(directory: &TreePath, names: &str) -> TreePath {
    if directory.path.is_empty() {
        return TreePath {
            path: names.to_owned(),
            raw: None,
        };
    }
    TreePath {
        path: format!("{}/{names}", directory.path),
        raw: directory
            .raw
            .as_ref()
            .map(|raw| [raw, b"/".as_slice(), names.as_bytes()].concat()),
    }
}
