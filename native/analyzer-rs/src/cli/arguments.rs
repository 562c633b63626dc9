//! Parses the command line.

use std::ffi::{OsStr, OsString};
use std::iter::once;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgAction, FromArgMatches, Subcommand};

use base::errors::AnalyzerError;
use tree::names::show_text;

use super::diff_flags::DiffFlags;
use super::scan_flags::ScanFlags;
use super::usage_error::{suggestion_of, usage_error};

pub enum Request {
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
    Copies,
}

/// `help.rs` has the help texts, which are those of the other engine's command line.
#[derive(Subcommand)]
enum Command {
    Scan(Box<ScanFlags>),
    Diff(Box<DiffFlags>),
    Help {
        command: Option<String>,
    },
    /// For the command line of the other engine, undocumented, like the commands below.
    #[command(hide = true)]
    Hello,
    #[command(hide = true)]
    Index,
    #[command(hide = true)]
    Entries,
    #[command(hide = true)]
    Copies,
    #[command(hide = true)]
    Serve {
        #[arg(long)]
        tokens: bool,
    },
}

/// `args`: the arguments after the program's name, not empty.
pub fn read_arguments(args: Vec<OsString>) -> Result<Request, AnalyzerError> {
    let mut program = program();
    let first = args[0].clone();
    let shown = show_text(first.as_bytes());
    let is_scan = is_scan(&program, &first);
    let command = if is_scan { "scan" } else { &shown };
    let words = once("analyzer-rs").chain(is_scan.then_some("scan")).map(OsString::from);
    let matches = program.try_get_matches_from_mut(words.chain(args));
    match matches.and_then(|matches| Command::from_arg_matches(&matches)) {
        Ok(Command::Scan(flags)) => Ok(Request::Scan(flags)),
        Ok(Command::Diff(flags)) => Ok(Request::Diff(flags)),
        Ok(Command::Help { command }) => Ok(help_of(command.as_deref().unwrap_or_default())),
        Ok(Command::Hello) => Ok(Request::Hello),
        Ok(Command::Index) => Ok(Request::Index),
        Ok(Command::Entries) => Ok(Request::Entries),
        Ok(Command::Copies) => Ok(Request::Copies),
        Ok(Command::Serve { tokens }) => Ok(Request::Serve { tokens }),
        Err(error) => match error.kind() {
            ErrorKind::DisplayVersion => Ok(Request::Version),
            ErrorKind::DisplayHelp => Ok(help_of(command)),
            ErrorKind::InvalidSubcommand => Err(unknown_command(&shown, &error)),
            _ => Err(usage_error(&error, command)),
        },
    }
}

fn program() -> clap::Command {
    let about = |name, short, action| Arg::new(name).short(short).long(name).global(true).action(action);
    let program = clap::Command::new("analyzer-rs")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .args_override_self(true)
        .arg(about("help", 'h', ArgAction::Help))
        .arg(about("version", 'V', ArgAction::Version));
    // `--jobs -1` has an invalid value, and is not an option without a value.
    let takes_hyphens = |arg: Arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        arg.allow_hyphen_values(is_option)
    };
    Command::augment_subcommands(program).mut_subcommands(|command| command.mut_args(takes_hyphens))
}

/// Whether `analyzer-rs <path>` and `analyzer-rs --detail full <path>` mean `analyzer-rs scan …`.
fn is_scan(program: &clap::Command, word: &OsStr) -> bool {
    if ["-h", "--help", "-V", "--version"].iter().any(|option| word == *option) {
        return false;
    }
    let is_command = program.get_subcommands().any(|command| word == command.get_name());
    !is_command && (word.as_bytes().starts_with(b"-") || word.as_bytes().contains(&b'/') || Path::new(word).exists())
}

fn help_of(command: &str) -> Request {
    match command {
        "scan" => Request::ScanHelp,
        "diff" => Request::DiffHelp,
        _ => Request::RootHelp,
    }
}

fn unknown_command(shown: &str, error: &Error) -> AnalyzerError {
    match suggestion_of(error) {
        Some(suggestion) => AnalyzerError::usage(format!("unknown command '{shown}'")).hint(suggestion),
        // The user may have meant a folder.
        None => AnalyzerError::not_found("folder or command", shown),
    }
}
