//! The command line: parses arguments, calls, renders. stdout is for results, stderr for people.

mod arguments;
mod fault;
mod help;
mod interrupt;
mod new_file;
mod progress;
mod run;
mod scan_command;
mod similar;
mod system_reason;
mod write_stream;

pub use run::run;
