//! Flags of `diff`.

use std::ffi::OsString;

use crate::errors::AnalyzerError;

use super::common_flags::{COMMON, CommonFlags};
use super::words::{Command, MOST, OptionSign, Words, sign};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffFormat {
    Terminal,
    Json,
    Dot,
    Sarif,
    Markdown,
}

/// A flag that is not set is absent.
pub struct DiffFlags {
    pub before: OsString,
    pub after: OsString,
    pub format: DiffFormat,
    pub check: bool,
    pub threshold: Option<f64>,
    pub max_pairs: Option<u64>,
    pub common: CommonFlags,
}

const OWN: &[OptionSign] = &[
    sign("--check", None),
    sign("--threshold", Some("<t>")),
    sign("--max-pairs", Some("<n>")),
];

const DIFF: Command = Command {
    name: "diff",
    options: &[COMMON, OWN],
    arguments: &["before", "after"],
};

/// `None` if help is requested. Fails with `usage`.
pub fn read_diff(args: Vec<OsString>) -> Result<Option<DiffFlags>, AnalyzerError> {
    let mut flags = DiffFlags {
        before: OsString::new(),
        after: OsString::new(),
        format: DiffFormat::Terminal,
        check: false,
        threshold: None,
        max_pairs: None,
        common: CommonFlags::default(),
    };
    let words = DIFF.read(args, &mut |given| {
        match given.name() {
            "--format" => {
                flags.format = given.choice(&[
                    ("terminal", DiffFormat::Terminal),
                    ("json", DiffFormat::Json),
                    ("dot", DiffFormat::Dot),
                    ("sarif", DiffFormat::Sarif),
                    ("markdown", DiffFormat::Markdown),
                ])?;
            }
            "--check" => flags.check = true,
            "--threshold" => flags.threshold = Some(given.decimal()?),
            "--max-pairs" => flags.max_pairs = Some(given.whole_number(0, MOST)?),
            _ => flags.common.set(given)?,
        }
        Ok(())
    })?;
    Ok(match words {
        Words::Help => None,
        Words::Arguments(mut sides) => {
            flags.after = sides.remove(1);
            flags.before = sides.remove(0);
            Some(flags)
        }
    })
}
