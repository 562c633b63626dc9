//! The command line: parses arguments, runs commands, renders. stdout is for results, stderr for messages.

mod arguments;
mod closed_stdout;
mod common_flags;
mod diff_command;
mod diff_flags;
mod diff_progress;
mod fault;
mod help;
mod interrupt;
mod new_file;
mod output;
mod progress;
mod require_complete;
mod run;
mod scan_command;
mod scan_flags;
mod status_line;
mod supervised;
mod system_reason;
mod usage_error;
mod values;
mod write_stream;

pub use run::run;
