//! Runs Git plumbing commands, which read objects and neither touch the work tree nor run hooks or filters.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use base::errors::AnalyzerError;

use crate::failure::is_too_many_open_files;

/// Settings that could start a program or a server chosen by the repository or the user.
const SETTINGS: [&str; 4] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
    "core.pager=cat",
];

/// Environment of Git: only the repository that it finds, no prompt, no lock, no fetching of missing objects, no
/// replaced objects, messages in English.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("LC_ALL", "C"),
];

/// Bytes.
const MESSAGE_LENGTH: u64 = 2_000;
const INSTALL: &str = "Install git, or extract the revision to a folder and use that folder.";

pub struct GitAnswer {
    pub success: bool,
    pub stdout: Vec<u8>,
    /// Its beginning.
    pub stderr: String,
}

/// `folder`: absolute; the repository is the one that contains it. `errors`: destination of Git's messages.
pub fn spawn_git(folder: &Path, args: &[&OsStr], input: Stdio, errors: Stdio) -> io::Result<Child> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).arg("--no-pager");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    // Variables that a hook or a user set for Git could select another repository or write traces.
    for (name, _) in std::env::vars_os() {
        if name.as_bytes().starts_with(b"GIT_") {
            command.env_remove(name);
        }
    }
    command
        .envs(ENVIRONMENT)
        .args(args)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(errors);
    command.spawn()
}

/// Runs a command to its end. Fails with `unreadable` without Git; `cancelled`.
pub fn run_git(folder: &Path, args: &[&OsStr], cancelled: &AtomicBool) -> Result<GitAnswer, AnalyzerError> {
    let child = spawn_git(folder, args, Stdio::null(), Stdio::piped()).map_err(|it| no_git(&it))?;
    answer_of(child, cancelled)
}

/// The same with an input.
pub fn run_git_with(
    folder: &Path,
    args: &[&OsStr],
    input: Vec<u8>,
    cancelled: &AtomicBool,
) -> Result<GitAnswer, AnalyzerError> {
    let mut child = spawn_git(folder, args, Stdio::piped(), Stdio::piped()).map_err(|it| no_git(&it))?;
    let stdin = child.stdin.take();
    let writer = std::thread::spawn(move || {
        // Git that ends early has said why.
        let _ = stdin.map(|mut it| it.write_all(&input));
    });
    let answer = answer_of(child, cancelled);
    let _ = writer.join();
    answer
}

fn answer_of(mut child: Child, cancelled: &AtomicBool) -> Result<GitAnswer, AnalyzerError> {
    let stderr = child.stderr.take();
    let messages = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stderr) = stderr {
            // An unreadable message is empty; the rest is read too, so that Git does not wait for a reader.
            let _ = stderr.by_ref().take(MESSAGE_LENGTH).read_to_end(&mut bytes);
            let _ = io::copy(&mut stderr, &mut io::sink());
        }
        bytes
    });
    let mut stdout = Vec::new();
    let read = child.stdout.take().map_or(Ok(0), |mut it| it.read_to_end(&mut stdout));
    let status = child.wait();
    let stderr = messages.join().unwrap_or_default();
    if cancelled.load(Ordering::Relaxed) {
        return Err(AnalyzerError::cancelled());
    }
    Ok(GitAnswer {
        success: read.is_ok() && status.is_ok_and(|it| it.success()),
        stdout,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

fn no_git(error: &io::Error) -> AnalyzerError {
    if is_too_many_open_files(error) {
        return AnalyzerError::too_many_open_files();
    }
    let reason = if error.kind() == io::ErrorKind::NotFound {
        "git is not installed"
    } else {
        "git could not be started"
    };
    AnalyzerError::unreadable("the git revision", reason).hint(INSTALL)
}
