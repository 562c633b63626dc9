//! Revisions of a repository are read as the committed folders, and nothing of the repository runs.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use base::errors::{AnalyzerError, ErrorCode};
use tree::git::git_tree::GitTree;
use tree::open_source::open_source;
use tree::policy::{Policy, PolicyOptions};
use tree::read::FileContent;
use tree::source::TreeSource;
use tree::walk::{FoundKind, walk};

use crate::fixtures::{Scratch, files, source};

/// Without the settings of the user.
pub fn git(folder: &Path, args: &[&str]) -> String {
    let answer = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(args)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .envs([("GIT_AUTHOR_NAME", "a"), ("GIT_AUTHOR_EMAIL", "a@example.org")])
        .envs([("GIT_COMMITTER_NAME", "a"), ("GIT_COMMITTER_EMAIL", "a@example.org")])
        .output()
        .expect("git");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    String::from_utf8(answer.stdout).expect("text").trim().to_owned()
}

/// Makes a folder a repository, or commits its content. Returns the commit.
pub fn commit_all(folder: &Path) -> String {
    git(folder, &["init", "-q"]);
    git(folder, &["add", "-A", "-f"]);
    git(folder, &["commit", "-q", "--no-verify", "-m", "x"]);
    git(folder, &["rev-parse", "HEAD"])
}

fn opened(written: &str) -> Result<Box<dyn TreeSource>, AnalyzerError> {
    open_source(written.as_ref(), &Arc::new(AtomicBool::new(false)))
}

fn refused(written: &str) -> AnalyzerError {
    GitTree::open(written.as_ref(), &AtomicBool::new(false))
        .err()
        .expect("an error")
}

fn policy() -> Policy {
    let options = PolicyOptions {
        profile: "inventory",
        all: false,
        exclude: &[],
        is_tracked: false,
        own: &[],
        cache: None,
    };
    Policy::new(&options, Vec::new(), Vec::new()).expect("a policy")
}

/// All data that a scan reads from a source.
fn seen(source: &dyn TreeSource) -> Vec<String> {
    let listing = walk(source, &policy(), None, &AtomicBool::new(false)).expect("a listing");
    let mut seen = Vec::new();
    for found in &listing.found {
        seen.push(format!("{found:?}"));
        if let FoundKind::File { .. } = found.what {
            let mut buffer = Vec::new();
            let FileContent {
                size,
                sha256,
                lines,
                head,
                held,
            } = source.read(&found.path, 100_000, &mut buffer).expect("content");
            let bytes = if held { &buffer[..] } else { &buffer[..head] };
            seen.push(format!("{size} {sha256:?} {lines} {head} {held} {bytes:?}"));
        }
    }
    seen.push(format!("{:?}", listing.excluded));
    seen.extend(source.ignored().expect("globs").into_iter().map(|it| it.source));
    seen
}

#[test]
fn a_revision_equals_the_committed_folder() {
    let folder = Scratch::new(&files([
        ("a.py", "x = 1\n"),
        ("sub/deep/b.js", "f();\r\n"),
        ("sub/empty.py", ""),
        ("node_modules/x/index.js", "1"),
        ("my map.html", "<meta name=\"generator\" content=\"analyzer map\">"),
        ("bin/tool", "#!/usr/bin/env python3\n"),
        (".analyzerignore", "*.gen.ts\n"),
        (".gitattributes", "*.py text eol=crlf\n*.js filter=evil\n"),
    ]));
    fs::write(folder.0.join("big.bin"), vec![7; 3_000_000]).expect("a file");
    fs::set_permissions(folder.0.join("bin/tool"), fs::Permissions::from_mode(0o755)).expect("rights");
    symlink("../a.py", folder.0.join("sub/link")).expect("a link");
    let odd = folder.0.join(std::ffi::OsStr::from_bytes(b"x\xff"));
    fs::create_dir(&odd).expect("a folder");
    fs::write(odd.join("l.py"), "y = 2\n").expect("a file");
    let expected = seen(&*source(&folder.0));
    let commit = commit_all(&folder.0);
    fs::remove_file(folder.0.join("a.py")).expect("it is there");
    fs::write(folder.0.join("sub/deep/b.js"), "changed").expect("a file");

    let written = format!("HEAD:{}", folder.0.display());
    let tree = opened(&written).expect("a tree");
    let revision = tree.revision().expect("a revision");
    assert_eq!((&revision.written, &revision.object), (&written, &commit));
    assert_eq!(seen(&*tree), expected);
    assert!(tree.has_folder("sub/deep") && tree.has_folder(".") && !tree.has_folder("a.py"));
    let below = opened(&format!("{written}/sub")).expect("a tree");
    let listing = walk(&*below, &policy(), None, &AtomicBool::new(false)).expect("a listing");
    let paths: Vec<&str> = listing.found.iter().map(|it| it.path.path.as_str()).collect();
    assert_eq!(paths, ["deep", "deep/b.js", "empty.py", "link"]);
}

#[test]
fn a_removed_folder_is_found_in_a_revision() {
    let folder = Scratch::new(&files([("old/a.py", "x\n"), ("b.py", "y\n")]));
    commit_all(&folder.0);
    fs::remove_dir_all(folder.0.join("old")).expect("it is there");
    let tree = opened(&format!("HEAD:{}/old", folder.0.display())).expect("a tree");
    assert_eq!(tree.name(), "old");
    assert_eq!(seen(&*tree).len(), 3);
}

#[test]
fn an_existing_folder_with_colons_has_precedence() {
    let folder = Scratch::new(&files([("HEAD:x/a.py", "x\n")]));
    let opened = opened(&folder.0.join("HEAD:x").to_string_lossy()).expect("a folder");
    assert!(opened.revision().is_none());
}

#[test]
fn no_program_of_the_repository_runs() {
    let folder = Scratch::new(&files([
        ("a.py", "x = 1\n"),
        (".gitattributes", "*.py filter=evil diff=evil\n"),
    ]));
    commit_all(&folder.0);
    let mark = folder.0.join("ran");
    for setting in [
        "core.fsmonitor",
        "filter.evil.smudge",
        "filter.evil.process",
        "core.pager",
        "diff.evil.textconv",
    ] {
        let program = format!("touch {}; cat", mark.display());
        git(&folder.0, &["config", setting, &program]);
    }
    seen(&*opened(&format!("HEAD:{}", folder.0.display())).expect("a tree"));
    assert!(!mark.exists());
}

#[test]
fn a_submodule_is_an_unreadable_folder() {
    let folder = Scratch::new(&files([("a.py", "x\n")]));
    let commit = commit_all(&folder.0);
    let entry = format!("160000,{commit},module");
    git(&folder.0, &["update-index", "--add", "--cacheinfo", &entry]);
    git(&folder.0, &["commit", "-q", "-m", "y"]);
    let tree = opened(&format!("HEAD:{}", folder.0.display())).expect("a tree");
    let listing = walk(&*tree, &policy(), None, &AtomicBool::new(false)).expect("a listing");
    let module = listing.found.last().expect("the module");
    let reason = Some("a submodule: its files are in another repository".to_owned());
    assert_eq!(module.what, FoundKind::Directory { reason });
}

#[test]
fn missing_revisions_are_errors_with_a_remedy() {
    let folder = Scratch::new(&files([("a.py", "x\n")]));
    let path = folder.0.display().to_string();
    assert_eq!(refused(&format!("HEAD:{path}")).code, ErrorCode::NotFound);
    commit_all(&folder.0);
    assert_eq!(
        refused(&format!("v9:{path}")).message,
        format!("no such revision: v9:{path}")
    );
    assert!(
        refused(&format!("--help:{path}"))
            .message
            .starts_with("no such revision")
    );
    let gone = refused(&format!("HEAD:{path}/sub"));
    assert!(gone.message.starts_with("no such folder of the revision"), "{gone}");
    assert_eq!(refused(&format!("HEAD:{path}/a.py/b")).code, ErrorCode::NotFound);
    let hint = gone.hint.expect("a hint");
    assert!(hint.starts_with("REV:PATH names a folder"), "{hint}");
}

#[test]
fn a_file_that_the_repository_lacks_is_unreadable() {
    let folder = Scratch::new(&files([("a.py", "x = 1\n"), ("b.py", "y = 2\n")]));
    commit_all(&folder.0);
    let tree = opened(&format!("HEAD:{}", folder.0.display())).expect("a tree");
    let object = git(&folder.0, &["rev-parse", "HEAD:a.py"]);
    fs::remove_file(folder.0.join(".git/objects").join(&object[..2]).join(&object[2..])).expect("an object");
    let listing = walk(&*tree, &policy(), None, &AtomicBool::new(false)).expect("a listing");
    let mut buffer = Vec::new();
    let mut read = |at: usize| tree.read(&listing.found[at].path, 100, &mut buffer).map(|it| it.size);
    let missing = Err("not in the repository: a partial clone lacks it".to_owned());
    assert_eq!((read(0), read(1)), (missing, Ok(6)));
}

/// A partial clone without the blobs of the commit before the last one.
fn partial_clone(folder: &Path, options: &[&str]) -> String {
    let (origin, clone) = (folder.join("origin"), folder.join("clone"));
    commit_all(&origin);
    fs::write(origin.join("a.py"), "x = 2\n").expect("a file");
    commit_all(&origin);
    git(&origin, &["config", "uploadpack.allowFilter", "true"]);
    git(&origin, &["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let (from, to) = (format!("file://{}", origin.display()), clone.display().to_string());
    let clone = ["clone", "-q", "--filter=blob:none", &from, &to];
    git(folder, &[&clone[..], options].concat());
    to
}

#[test]
fn missing_objects_of_a_partial_clone_are_reported_with_the_command_that_fetches_them() {
    let folder = Scratch::new(&files([("origin/a.py", "x = 1\n"), ("origin/b.py", "y = 2\n")]));
    let clone = partial_clone(&folder.0, &[]);
    let error = refused(&format!("HEAD~1:{clone}"));
    assert_eq!(error.code, ErrorCode::Unreadable);
    let expected = ": 1 object is missing from the repository, as in a partial clone";
    assert!(error.message.ends_with(expected), "{error}");
    let hint = error.hint.expect("a hint");
    let command = &hint[hint.find("git diff").expect("a command")..];
    let fetched = Command::new("sh")
        .args(["-c", command])
        .current_dir(&clone)
        .output()
        .expect("sh");
    assert!(fetched.status.success());
    assert!(opened(&format!("HEAD~1:{clone}")).is_ok());
}

#[test]
fn objects_that_only_the_work_tree_of_a_partial_clone_has_are_read_from_there() {
    let folder = Scratch::new(&files([("origin/a.py", "x = 1\n"), ("origin/sub/b.py", "y = 2\n")]));
    symlink("a.py", folder.0.join("origin/link")).expect("a link");
    let clone = partial_clone(&folder.0, &["--no-checkout"]);
    let (origin, place) = (folder.0.join("origin"), Path::new(&clone));
    fs::create_dir(place.join("sub")).expect("a folder");
    for name in ["a.py", "sub/b.py"] {
        fs::copy(origin.join(name), place.join(name)).expect("a file");
    }
    symlink("a.py", place.join("link")).expect("a link");
    let written = format!("HEAD:{clone}");
    let tree = opened(&written).expect("a tree");
    let expected = seen(&*opened(&format!("HEAD:{}", origin.display())).expect("a tree"));
    assert_eq!(seen(&*tree), expected);
    fs::write(place.join("a.py"), "x = 3\n").expect("a file");
    let listing = walk(&*tree, &policy(), None, &AtomicBool::new(false)).expect("a listing");
    let read = tree
        .read(&listing.found[0].path, 100, &mut Vec::new())
        .map(|it| it.size);
    assert_eq!(read, Err("not in the repository: a partial clone lacks it".to_owned()));
    let expected = ": 1 object is missing from the repository, as in a partial clone";
    assert!(refused(&written).message.ends_with(expected));
}
