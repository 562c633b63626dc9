//! Parses the command line.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::errors::AnalyzerError;
use crate::tree::names::show_text;

use super::diff_flags::{DiffFlags, read_diff};
use super::scan_flags::{ScanFlags, read_scan};
use super::similar::suggest;

pub enum Asked {
    Version,
    RootHelp,
    ScanHelp,
    DiffHelp,
    Scan(Box<ScanFlags>),
    Diff(Box<DiffFlags>),
    Hello,
    Serve { tokens: bool },
    Index,
    Entries,
}

const COMMANDS: [&str; 3] = ["scan", "diff", "help"];

/// `args`: the arguments after the program's name, not empty.
pub fn read_arguments(args: Vec<OsString>) -> Result<Asked, AnalyzerError> {
    let before_dashes = || args.iter().take_while(|it| *it != "--");
    if before_dashes().any(|it| it == "-V" || it == "--version") {
        return Ok(Asked::Version);
    }
    let first = args[0].clone();
    let shown = show_text(first.as_bytes());
    match shown.as_str() {
        "-h" | "--help" => Ok(Asked::RootHelp),
        "help" => match args.get(1) {
            Some(command) if command == "scan" => Ok(Asked::ScanHelp),
            Some(command) if command == "diff" => Ok(Asked::DiffHelp),
            _ => Ok(Asked::RootHelp),
        },
        "scan" => scan(args[1..].to_vec()),
        "diff" => Ok(match read_diff(args[1..].to_vec())? {
            Some(flags) => Asked::Diff(Box::new(flags)),
            None => Asked::DiffHelp,
        }),
        // For the command line of the other engine; undocumented.
        "hello" if args.len() == 1 => Ok(Asked::Hello),
        "index" if args.len() == 1 => Ok(Asked::Index),
        "entries" if args.len() == 1 => Ok(Asked::Entries),
        "serve" if args.len() == 1 => Ok(Asked::Serve { tokens: false }),
        "serve" if args.len() == 2 && args[1] == "--tokens" => Ok(Asked::Serve { tokens: true }),
        _ if is_path(&first) => scan(args),
        _ => Err(match suggest(&shown, &COMMANDS) {
            Some(suggestion) => AnalyzerError::usage(format!("unknown command '{shown}'")).hint(suggestion),
            // The user may have meant a folder.
            None => AnalyzerError::not_found("folder or command", &shown),
        }),
    }
}

/// Whether `analyzer-rs <path>` and `analyzer-rs --detail full <path>` mean `analyzer-rs scan …`.
fn is_path(word: &OsStr) -> bool {
    word.as_bytes().starts_with(b"-") || word.as_bytes().contains(&b'/') || Path::new(word).exists()
}

fn scan(args: Vec<OsString>) -> Result<Asked, AnalyzerError> {
    Ok(match read_scan(args)? {
        Some(flags) => Asked::Scan(Box::new(flags)),
        None => Asked::ScanHelp,
    })
}
