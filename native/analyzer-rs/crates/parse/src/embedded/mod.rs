//! Code in files of another format: its regions, found by the format, become one text for the parser of its language,
//! which has the lines and offsets of the file.

mod markup;
mod mask;
mod regions;
mod tag;

use base::languages::hosts::HOSTS;
use base::languages::mode::ParseMode;

use markup::find_scripts;
use mask::masked_code;
use regions::{FoundCode, RegionProblem};

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The code of a file for a parser, with its lines and offsets.
pub struct EmbeddedCode {
    pub mode: ParseMode<'static>,
    pub bytes: Vec<u8>,
    pub problems: Vec<CodeProblem>,
}

/// Code that could not be read.
pub struct CodeProblem {
    pub line: u32,
    pub message: String,
}

/// The mode in which a file is parsed: the language of its code, with its format as dialect. An error is the language that
/// is not read.
pub fn embedded_mode(format: &'static str, bytes: &[u8]) -> Result<ParseMode<'static>, String> {
    let (_, mode) = find(format, bytes)?;
    Ok(ParseMode {
        language: mode.language,
        dialect: Some(format),
    })
}

/// `format`: id of a host. An error is the language that is not read.
pub fn embedded_code(format: &str, bytes: &[u8]) -> Result<EmbeddedCode, String> {
    let (found, mode) = find(format, bytes)?;
    Ok(EmbeddedCode {
        mode,
        bytes: masked_code(bytes, &found),
        problems: with_lines(bytes, found.problems),
    })
}

fn find(format: &str, bytes: &[u8]) -> Result<(FoundCode, ParseMode<'static>), String> {
    let (_, host) = HOSTS.get(format).expect("a host of the data");
    let mut found = find_scripts(bytes, host);
    if found.modes.is_empty() {
        if let Some(unread) = found.unread {
            return Err(unread);
        }
        found.modes.push(&host.default);
    }
    let mode = HOSTS
        .modes
        .iter()
        .rev()
        .find(|(name, _)| found.modes.contains(&name.as_str()));
    let (_, mode) = mode.expect("a mode of the data");
    Ok((found, mode.mode()))
}

/// `problems` in order.
fn with_lines(source: &[u8], problems: Vec<RegionProblem>) -> Vec<CodeProblem> {
    let mut feeds = memchr::memchr_iter(b'\n', source).peekable();
    let mut line = 1;
    problems
        .into_iter()
        .map(|RegionProblem { at, message }| {
            while feeds.next_if(|feed| *feed < at).is_some() {
                line += 1;
            }
            CodeProblem { line, message }
        })
        .collect()
}
