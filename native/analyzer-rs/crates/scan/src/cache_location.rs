//! The path of a parse cache's folder.

use std::ffi::OsStr;
use std::fs::{canonicalize, create_dir_all};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf, absolute};

use base::errors::AnalyzerError;
use tree::names::show_text;

/// Creates a missing folder, so that the first scan excludes the same paths as the second. If that fails there is no
/// path to exclude, and the cache reports the failure.
///
/// `root` of the scan, absolute. `cache_dir`: as the user wrote it. Returns its path below the root, or `None` if it
/// is elsewhere. Fails with `usage` for an empty path, the root itself and every folder that contains it.
pub fn path_of_cache(root: &Path, cache_dir: &OsStr) -> Result<Option<String>, AnalyzerError> {
    let refused =
        |problem: String| AnalyzerError::usage(problem).hint("Use a separate folder, such as .analyzer/cache.");
    if cache_dir.is_empty() {
        return Err(refused("--cache-dir has no name".to_owned()));
    }
    let shown = show_text(cache_dir.as_bytes());
    let location = location_of_cache(cache_dir);
    let root = canonicalize(root).unwrap_or_else(|_| root.to_owned());
    if location == root {
        return Err(refused(format!("--cache-dir {shown} is the scanned folder")));
    }
    if root.starts_with(&location) {
        return Err(refused(format!("--cache-dir {shown} contains the scanned folder")));
    }
    let below = location.strip_prefix(&root).ok();
    Ok(below.map(|it| show_text(it.as_os_str().as_bytes())))
}

/// The folder, for the file system only.
pub fn location_of_cache(cache_dir: &OsStr) -> PathBuf {
    let path = Path::new(cache_dir);
    let location = absolute(path).unwrap_or_else(|_| path.to_owned());
    create_dir_all(&location)
        .and_then(|()| canonicalize(&location))
        .unwrap_or(location)
}
