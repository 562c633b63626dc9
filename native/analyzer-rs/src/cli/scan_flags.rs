//! Flags of `scan`.

use std::ffi::OsString;

use crate::errors::AnalyzerError;

use super::common_flags::{COMMON, CommonFlags};
use super::words::{Command, OptionSign, Words, sign};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Terminal,
    Json,
    Dot,
}

pub struct ScanFlags {
    pub path: OsString,
    pub format: Format,
    pub common: CommonFlags,
}

const COPIES: &[OptionSign] = &[sign("--kinds", Some("<kinds>")), sign("--include", Some("<classes>"))];

const SCAN: Command = Command {
    name: "scan",
    options: &[COMMON, COPIES],
    arguments: &["path"],
};

/// `None` if help is requested. Fails with `usage`.
pub fn read_scan(args: Vec<OsString>) -> Result<Option<ScanFlags>, AnalyzerError> {
    let mut common = CommonFlags::default();
    let mut format = Format::Terminal;
    let words = SCAN.read(args, &mut |given| {
        if given.name() == "--format" {
            format = given.choice(&[
                ("terminal", Format::Terminal),
                ("json", Format::Json),
                ("dot", Format::Dot),
            ])?;
            return Ok(());
        }
        if given.name() == "--kinds" {
            common.options.kinds = Some(given.group_kinds()?);
            return Ok(());
        }
        if given.name() == "--include" {
            common.include = given.file_classes()?;
            return Ok(());
        }
        common.set(given)
    })?;
    Ok(match words {
        Words::Help => None,
        Words::Arguments(mut paths) => Some(ScanFlags {
            path: paths.remove(0),
            format,
            common,
        }),
    })
}
