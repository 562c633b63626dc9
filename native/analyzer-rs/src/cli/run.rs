//! Runs one command line.

use std::ffi::OsString;
use std::io::Write;

use crate::errors::AnalyzerError;
use crate::render::visible::visible;
use crate::serve::{hello, serve};

use super::arguments::{Asked, read_arguments};
use super::fault::caught;
use super::help::{root_help, scan_help};
use super::scan_command::scan_command;
use super::write_stream::Stdout;

/// `args`: what stands behind the program's name. Gives the exit code.
pub fn run(args: Vec<OsString>) -> u8 {
    if args.is_empty() {
        say(&root_help());
        return 2;
    }
    match caught(|| answer(args)) {
        Ok(()) => 0,
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

fn answer(args: Vec<OsString>) -> Result<(), AnalyzerError> {
    let text = match read_arguments(args)? {
        Asked::Scan(flags) => return scan_command(*flags),
        Asked::Serve { tokens } => return serve(tokens),
        Asked::Hello => hello(),
        Asked::Version => format!("{}\n", env!("CARGO_PKG_VERSION")),
        Asked::RootHelp => root_help(),
        Asked::ScanHelp => scan_help(),
    };
    Stdout::default().write(text.as_bytes())
}

/// Whoever closed stderr wants to hear nothing.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
