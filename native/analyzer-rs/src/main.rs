//! `analyzer-rs`: the native engine as a program.
#![deny(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(analyzer_rs::cli::run(std::env::args_os().skip(1).collect()))
}
