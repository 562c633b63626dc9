//! Help, in the words of the other engine's command line.

/// `analyzer scan --help` as a test of the other engine holds it.
const SCAN: &str = include_str!("../../../../fixtures/cli/help.scan.txt");

pub fn scan_help() -> String {
    let (before, choice) = SCAN.split_once("  --engine").unwrap_or((SCAN, ""));
    // There is no choice of engines here.
    let after = choice.find("  --cache-dir").map_or("", |rest| &choice[rest..]);
    format!("{before}{after}").replace("analyzer scan", "analyzer-rs scan")
}

pub fn root_help() -> String {
    format!(
        "Usage: analyzer-rs <path> | <command> …

{}

Options:
  -V, --version          print the version
  -h, --help             print this help

Commands:
  scan [options] <path>  scan a folder: structure, links, cycles, copies
  help [command]         print the help of a command

Examples:
  analyzer-rs .                    short for analyzer-rs scan .
  analyzer-rs --detail files src   only folders and files
  analyzer-rs scan --help          every option

",
        env!("CARGO_PKG_DESCRIPTION").replace(" it left out", "\nit left out")
    )
}
