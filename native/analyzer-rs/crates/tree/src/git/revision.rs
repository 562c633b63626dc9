//! A folder of a repository at a revision.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::names::show_text;
use crate::root::resolve;
use base::errors::{AnalyzerError, ErrorCode};

use super::missing_objects::{NOT_FETCHED, missing_objects};
use super::run_git::run_git;

pub struct Revision {
    /// Absolute, in the repository: working directory of Git.
    pub folder: PathBuf,
    /// The folder in the work tree. A bare repository has no files there.
    pub in_work_tree: PathBuf,
    /// As the user wrote it.
    pub written: String,
    /// The commit or tree that the revision names, in hex.
    pub object: String,
    /// The tree of the folder, in hex.
    pub tree: String,
    /// Name of the folder itself.
    pub name: String,
}

const OUTSIDE: &str = "REV:PATH names a folder of a git repository at a revision, such as HEAD~1:. or v1.2:src; PATH starts from the current folder.";
const TRUST: &str = "git refuses the repository because another user owns it. If you trust that user, run git config --global --add safe.directory <folder>.";
const REFUSED: &str = "git status in the folder shows the problem. A newer version of Git may be necessary.";

/// Whether an argument names a revision, as `REV:PATH`: it has a colon after its start, and no such path exists.
pub fn is_revision(written: &OsStr) -> bool {
    colon_of(written).is_some_and(|colon| colon > 0) && !Path::new(written).exists()
}

fn colon_of(written: &OsStr) -> Option<usize> {
    memchr::memchr(b':', written.as_bytes())
}

/// Whether a text without a path names a commit of the repository that contains the current folder; false without git or
/// a repository. Fails with `cancelled`.
pub fn names_commit(written: &OsStr, cancelled: &AtomicBool) -> Result<bool, AnalyzerError> {
    let request = TreeRequest {
        folder: &resolve(Path::new("."))?,
        shown: "",
        cancelled,
    };
    match request.object_of(&[written.as_bytes(), b"^{commit}"]) {
        Err(error) if error.code == ErrorCode::Unreadable => Ok(false),
        object => Ok(object?.is_some()),
    }
}

/// Resolves `REV:PATH`. PATH is relative to the current folder, as all paths are, and need not exist any more; the
/// repository is the one that contains it. An empty PATH is the repository's root.
///
/// Fails with `not_found` for a missing repository, revision or folder; `unreadable` without Git.
pub fn find_revision(written: &OsStr, cancelled: &AtomicBool) -> Result<Revision, AnalyzerError> {
    let shown = show_text(written.as_bytes());
    let (rev, rest) = written.as_bytes().split_at(colon_of(written).unwrap_or(0));
    let path = Path::new(OsStr::from_bytes(rest.strip_prefix(b":").unwrap_or(rest)));
    let (folder, gone) = nearest_folder(path)?;
    let request = TreeRequest {
        folder: &folder,
        shown: &shown,
        cancelled,
    };
    let (root, prefix) = request.repository_around()?;
    let below = if path.as_os_str().is_empty() {
        PathBuf::new()
    } else {
        prefix.components().chain(gone.components()).collect()
    };
    let object = match request.object_of(&[rev, b"^{commit}"])? {
        Some(commit) => Some(commit),
        None => request.object_of(&[rev, b"^{tree}"])?,
    };
    let Some(object) = object else {
        let rev = show_text(rev);
        return Err(AnalyzerError::not_found("revision", &shown).hint(format!(
            "git rev-parse --verify '{rev}' must resolve to a commit or a tree. A shallow clone has few commits: run git fetch --unshallow."
        )));
    };
    let tree = if below.as_os_str().is_empty() {
        request.object_of(&[object.as_bytes(), b"^{tree}"])?
    } else {
        request.object_of(&[object.as_bytes(), b":", below.as_os_str().as_bytes()])?
    };
    let Some(tree) = tree else {
        return Err(request.no_folder());
    };
    if !request.is_tree(&tree)? {
        return Err(request.no_folder());
    }
    let name = below.file_name().or_else(|| root.file_name()).unwrap_or_default();
    Ok(Revision {
        in_work_tree: root.join(&below),
        name: show_text(name.as_bytes()),
        written: shown,
        object,
        tree,
        folder,
    })
}

/// The folder itself, or, if it no longer exists, its nearest existing parent and the remaining names.
fn nearest_folder(path: &Path) -> Result<(PathBuf, PathBuf), AnalyzerError> {
    let whole = resolve(path)?;
    let folder = whole.ancestors().find(|it| it.is_dir()).unwrap_or(&whole);
    let rest = whole.strip_prefix(folder).unwrap_or(Path::new("")).to_owned();
    let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    Ok((real, rest))
}

/// The data for all calls of Git.
struct TreeRequest<'a> {
    folder: &'a Path,
    shown: &'a str,
    cancelled: &'a AtomicBool,
}

impl TreeRequest<'_> {
    /// Its root, and the path of the folder relative to it.
    fn repository_around(&self) -> Result<(PathBuf, PathBuf), AnalyzerError> {
        let no_repository = || AnalyzerError::not_found("git repository of", self.shown).hint(OUTSIDE);
        let args = ["rev-parse", "--is-bare-repository", "--absolute-git-dir"].map(OsStr::new);
        let top = run_git(self.folder, &args, self.cancelled)?;
        let mut lines = top.stdout.split(|byte| *byte == b'\n');
        let (bare, git_dir) = (lines.next(), lines.next());
        let (true, Some(git_dir)) = (top.success, git_dir) else {
            let reason = reason_of(&top.stderr);
            if reason.is_empty() || reason.contains("not a git repository") {
                return Err(no_repository());
            }
            return Err(AnalyzerError::unreadable(self.shown, &without_paths(&reason)).hint(hint_of(&reason)));
        };
        if bare == Some(b"true") {
            let root = git_dir.strip_suffix(b".git").unwrap_or(git_dir);
            return Ok((path_of(root), PathBuf::new()));
        }
        let args = ["rev-parse", "--show-toplevel"].map(OsStr::new);
        let work = run_git(self.folder, &args, self.cancelled)?;
        let root = work.stdout.strip_suffix(b"\n").unwrap_or(&work.stdout);
        if !work.success || root.is_empty() {
            return Err(no_repository());
        }
        let root = path_of(root);
        let real = std::fs::canonicalize(&root).unwrap_or(root);
        let prefix = self.folder.strip_prefix(&real).unwrap_or(Path::new("")).to_owned();
        Ok((real, prefix))
    }

    /// The object that these parts name, in hex.
    fn object_of(&self, parts: &[&[u8]]) -> Result<Option<String>, AnalyzerError> {
        let spec = OsString::from_vec(parts.concat());
        let mut args = ["rev-parse", "--verify", "--quiet", "--end-of-options"]
            .map(OsStr::new)
            .to_vec();
        args.push(&spec);
        let answer = run_git(self.folder, &args, self.cancelled)?;
        if answer.stderr.contains(NOT_FETCHED) {
            let spec = show_text(spec.as_bytes());
            return Err(missing_objects(&spec, &spec, None));
        }
        let object = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
        let is_object =
            (40..=64).contains(&object.len()) && object.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
        Ok((answer.success && is_object).then_some(object))
    }

    fn is_tree(&self, object: &str) -> Result<bool, AnalyzerError> {
        let args = ["cat-file", "-t", object].map(OsStr::new);
        Ok(run_git(self.folder, &args, self.cancelled)?.stdout.trim_ascii() == b"tree")
    }

    fn no_folder(&self) -> AnalyzerError {
        AnalyzerError::not_found("folder of the revision", self.shown).hint(OUTSIDE)
    }
}

fn path_of(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}

/// The first line of an error of Git, with the line that a colon at its end announces.
fn reason_of(stderr: &str) -> String {
    let mut lines = stderr.trim().lines();
    let first = lines.next().unwrap_or("");
    match lines.next() {
        Some(second) if first.ends_with(':') => format!("{first} {}", second.trim()),
        _ => first.to_owned(),
    }
}

fn hint_of(reason: &str) -> &'static str {
    if reason.contains("dubious ownership") {
        TRUST
    } else {
        REFUSED
    }
}

/// A message of Git without its prefix and without absolute paths.
fn without_paths(message: &str) -> String {
    let text = message.strip_prefix("fatal: ").unwrap_or(message);
    let mut shown = String::new();
    let mut rest = text;
    while let Some(slash) = rest.find('/') {
        shown.push_str(rest[..slash].strip_suffix('\'').unwrap_or(&rest[..slash]));
        shown.push('…');
        let path = &rest[slash..];
        let end = path
            .find(|it: char| it == '\'' || it.is_whitespace())
            .unwrap_or(path.len());
        rest = path[end..].strip_prefix('\'').unwrap_or(&path[end..]);
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_git_have_no_absolute_path() {
        let message = "fatal: detected dubious ownership in repository at '/a/b c' of /d";
        assert_eq!(
            without_paths(message),
            "detected dubious ownership in repository at … c' of …"
        );
        assert_eq!(without_paths("at '/a/b'"), "at …");
    }

    #[test]
    fn a_reason_includes_the_line_that_it_announces() {
        let stderr = "fatal: unknown repository extension found:\n\trefstorage\n";
        assert_eq!(
            reason_of(stderr),
            "fatal: unknown repository extension found: refstorage"
        );
        assert_eq!(hint_of(&reason_of(stderr)), REFUSED);
        let stderr = "fatal: detected dubious ownership in repository at '/a'\nTo add an exception, call:\n";
        assert_eq!(hint_of(&reason_of(stderr)), TRUST);
    }
}
