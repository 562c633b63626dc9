//! Help texts, shared with the command line of the other engine.

/// Help texts of its commands, which a test compares with the program.
const SCAN: &str = include_str!("../../../../fixtures/cli/help.scan.txt");
const DIFF: &str = include_str!("../../../../fixtures/cli/help.diff.txt");

pub fn scan_help() -> String {
    own(SCAN)
}

pub fn diff_help() -> String {
    own(DIFF)
}

/// Without the options that choose an engine, a configuration file, and the history of Git, which this program does not read.
fn own(help: &str) -> String {
    let without_blame = without(help, "  --blame", "  --strict");
    let without_engines = without(&without_blame, "  --engine", "  --cache-dir");
    without(&without_engines, "  --config ", "  --no-config").replace("analyzer ", "analyzer-rs ")
}

/// Without the text from one option to another.
fn without(help: &str, from: &str, to: &str) -> String {
    let (before, rest) = help.split_once(from).unwrap_or((help, ""));
    let after = rest.find(to).map_or("", |start| &rest[start..]);
    format!("{before}{after}")
}

pub fn root_help() -> String {
    format!(
        "Usage: analyzer-rs <path> | <command> …

{}

Options:
  -V, --version                    print the version
  -h, --help                       print this help

Commands:
  scan [options] <path>            scan a folder: structure, links, cycles, copies
  diff [options] <before> <after>  compare two folders or revisions: the changes
                                   of the code
  help [command]                   print the help of a command

Examples:
  analyzer-rs .                    short for analyzer-rs scan .
  analyzer-rs --detail files src   only folders and files
  analyzer-rs scan --help          every option

",
        env!("CARGO_PKG_DESCRIPTION").replace(" it excluded", "\nit excluded")
    )
}
