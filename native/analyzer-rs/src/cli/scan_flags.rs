//! Flags of `scan`.

use std::ffi::OsString;

use clap::Args;

use render::terminal::TerminalOptions;

use super::common_flags::CommonFlags;
use super::values::{choice, list_classes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Terminal,
    Json,
    Dot,
}

const FORMATS: &[(&str, Format)] = &[
    ("terminal", Format::Terminal),
    ("json", Format::Json),
    ("dot", Format::Dot),
];

#[derive(Args)]
pub struct ScanFlags {
    #[arg(value_name = "path")]
    pub path: OsString,
    #[arg(long, value_name = "format", default_value = "terminal", value_parser = choice(FORMATS))]
    pub format: Format,
    /// Bits of classes of files.
    #[arg(long, value_name = "classes", value_parser = list_classes())]
    include: Option<u32>,
    #[command(flatten)]
    pub common: CommonFlags,
}

impl ScanFlags {
    /// Options of a terminal view.
    pub fn terminal_options(&self, to_terminal: bool) -> TerminalOptions {
        TerminalOptions {
            path: self.path.to_string_lossy().into_owned(),
            include: self.include.unwrap_or_default(),
            ..self.common.terminal_options(to_terminal)
        }
    }
}
