//! The folder to scan.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::Access;
use rustix::io::Errno;

use base::errors::AnalyzerError;

use super::failure::reason_of;
use super::names::show_text;

pub struct Root {
    /// Absolute, for the file system only; never displayed.
    pub location: PathBuf,
    /// The folder's own name, without its parents.
    pub name: String,
}

/// A link to a folder, chosen by the user, is followed; a single file is refused, since relations between files would
/// be missing. `path` is as the user wrote it. Fails with `not_found`, `unreadable`, or `usage` if it is not a
/// folder.
pub fn open_root(path: &OsStr) -> Result<Root, AnalyzerError> {
    let shown = show_text(path.as_bytes());
    let refused = |error: std::io::Error| match Errno::from_io_error(&error) {
        Some(Errno::NOENT | Errno::NOTDIR) => AnalyzerError::not_found("folder", &shown),
        _ => AnalyzerError::unreadable(&shown, &reason_of(&error)),
    };
    let location = resolve(Path::new(path))?;
    if !std::fs::metadata(&location).map_err(refused)?.is_dir() {
        return Err(AnalyzerError::usage(format!("{shown} is not a folder"))
            .hint(format!("Scan its folder: {}", dirname(&shown))));
    }
    rustix::fs::access(&location, Access::READ_OK | Access::EXEC_OK).map_err(|errno| refused(errno.into()))?;
    let real = std::fs::canonicalize(&location).map_err(refused)?;
    let name = real
        .file_name()
        .map_or_else(|| "/".to_owned(), |name| show_text(name.as_bytes()));
    Ok(Root { location, name })
}

/// The absolute path, with `.` and `..` removed textually, without access to the file system.
pub fn resolve(path: &Path) -> Result<PathBuf, AnalyzerError> {
    let mut resolved = if path.is_absolute() {
        PathBuf::new()
    } else {
        std::env::current_dir()
            .map_err(|_| AnalyzerError::not_found("folder", ".").hint("The current folder was removed."))?
    };
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    Ok(resolved)
}

/// The folder part of a path as written.
fn dirname(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        None => ".",
        Some(slash) => match trimmed[..slash].trim_end_matches('/') {
            "" => "/",
            folder => folder,
        },
    }
}
