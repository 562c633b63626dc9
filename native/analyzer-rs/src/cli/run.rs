//! Runs one command line.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;

use signal_hook::consts::SIGXFSZ;

use crate::entries::EntriesRequest;
use crate::index::{CopiesRequest, IndexRequest, read_request, write_copies};
use crate::serve::{hello, serve};
use base::errors::{AnalyzerError, ErrorCode};
use parse::cache::report::CacheReport;
use render::visible::visible;
use scan::supervise::{Work, caller, supervise};
use tree::gitignore::git_directory::GitProblem;

use super::arguments::{Request, read_arguments};
use super::common_flags::CommonFlags;
use super::fault::caught;
use super::help::{diff_help, root_help, scan_help};
use super::write_stream::write_stdout;

pub(super) const OK: u8 = 0;
/// `--check` is set and the sides differ.
pub(super) const FINDINGS: u8 = 1;

/// `args`: the arguments after the program's name. Returns the exit code.
pub fn run(args: Vec<OsString>) -> u8 {
    if args.is_empty() {
        say(&root_help());
        return 2;
    }
    report_file_size_limit();
    exit_code(|| answer(args))
}

/// Lets a write beyond the system's limit on file sizes fail with a reason. By default SIGXFSZ ends the process, also if
/// the caller's shell ignores the signal, because libuv resets it in child processes.
fn report_file_size_limit() {
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// The result of `work` as an exit code; an error is written to stderr.
pub(super) fn exit_code(work: impl FnOnce() -> Result<u8, AnalyzerError>) -> u8 {
    match caught(work) {
        Ok(code) => code,
        // The user ended the output, so there is nothing to report.
        Err(error) if error.code == ErrorCode::OutputClosed => error.code.exit(),
        Err(error) => {
            let mut lines = format!("analyzer: {}\n", visible(&error.message, false));
            if let Some(hint) = &error.hint {
                lines.push_str(&format!("  {}\n", visible(hint, false)));
            }
            say(&lines);
            error.code.exit()
        }
    }
}

/// Runs a request and returns the exit code.
fn answer(args: Vec<OsString>) -> Result<u8, AnalyzerError> {
    let text = match read_arguments(args)? {
        Request::Scan(flags) => return supervised(&*flags, &flags.common),
        Request::Diff(flags) => return supervised(&*flags, &flags.common),
        Request::Serve { tokens } => return serve(tokens).map(|()| OK),
        Request::Index => return read_request()?.map_or(Ok(OK), |request: IndexRequest| supervise(&request)),
        Request::Entries => return read_request()?.map_or(Ok(OK), |request: EntriesRequest| supervise(&request)),
        Request::Copies => {
            let write = |request: CopiesRequest| write_copies(&request).map(|()| OK);
            return read_request()?.map_or(Ok(OK), write);
        }
        Request::Hello => hello(),
        Request::Version => format!("{}\n", env!("CARGO_PKG_VERSION")),
        Request::RootHelp => root_help(),
        Request::ScanHelp => scan_help(),
        Request::DiffHelp => diff_help(),
    };
    write_stdout(text.as_bytes()).map(|()| OK)
}

/// A caller can do the work in another way if the supervising process itself fails.
fn supervised(work: &dyn Work, flags: &CommonFlags) -> Result<u8, AnalyzerError> {
    if !flags.called_by_analyzer {
        return supervise(work);
    }
    caller::begin();
    match caught(|| supervise(work)) {
        Err(error) if error.code == ErrorCode::Internal => Ok(caller::SUPERVISION_FAILED),
        ended => ended,
    }
}

/// Writes to stderr. A closed stderr is not an error.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// `title` precedes each line.
pub(super) fn say_git_problems(title: &str, problems: &[GitProblem]) {
    for GitProblem { path, reason } in problems {
        say(&format!("{title}{} has no effect: {reason}\n", visible(path, false)));
    }
}

/// A cache that could not be used costs time only.
pub(super) fn say_cache_trouble(report: Option<&CacheReport>) {
    if let Some(note) = report.and_then(CacheReport::note) {
        say(&format!("{note}\n"));
    }
}
