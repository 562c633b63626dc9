//! Flags of `diff`.

use std::ffi::OsString;

use clap::Args;

use super::common_flags::CommonFlags;
use super::values::{choice, decimal, file_classes, whole_number_from};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffFormat {
    Terminal,
    Json,
    Dot,
    Sarif,
    Markdown,
}

const FORMATS: &[(&str, DiffFormat)] = &[
    ("terminal", DiffFormat::Terminal),
    ("json", DiffFormat::Json),
    ("dot", DiffFormat::Dot),
    ("sarif", DiffFormat::Sarif),
    ("markdown", DiffFormat::Markdown),
];

/// An absent flag is `None`.
#[derive(Args)]
pub struct DiffFlags {
    #[arg(value_name = "before")]
    pub before: OsString,
    #[arg(value_name = "after")]
    pub after: OsString,
    #[arg(long, value_name = "format", default_value = "terminal", value_parser = choice(FORMATS))]
    pub format: DiffFormat,
    #[arg(long)]
    pub check: bool,
    #[arg(long, value_name = "t", value_parser = decimal())]
    pub threshold: Option<f64>,
    #[arg(long, value_name = "n", value_parser = whole_number_from(0))]
    pub max_pairs: Option<u64>,
    /// Bits of classes of files.
    #[arg(long, value_name = "classes", value_parser = file_classes())]
    pub without: Option<u32>,
    #[command(flatten)]
    pub common: CommonFlags,
}
