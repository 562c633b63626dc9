//! Code in files of another format: its regions, found by the format, become one text for the parser of its language,
//! which has the lines and offsets of the file.

pub mod here_program;
mod magics;
mod markup;
mod mask;
mod notebook;
mod regions;
mod tag;

use base::languages::hosts::HOSTS;
use base::languages::mode::ParseMode;

use markup::find_scripts;
use mask::masked_code;
use notebook::{code_of_cells, find_cells};
use regions::{CellLine, FoundCode, RegionProblem};

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
    Ok(ParseMode {
        language: find(format, bytes)?.mode.language,
        dialect: Some(format),
    })
}

/// `format`: id of a host. An error is the language that is not read.
pub fn embedded_code(format: &str, bytes: &[u8]) -> Result<EmbeddedCode, String> {
    let Found { mode, code, problems } = find(format, bytes)?;
    Ok(EmbeddedCode {
        mode,
        bytes: match code {
            Code::Regions(found) => masked_code(bytes, &found),
            Code::Cells(cells, name) => code_of_cells(bytes, cells, name),
        },
        problems: with_lines(bytes, problems),
    })
}

/// Code of which the text is created only when it is parsed.
struct Found {
    mode: ParseMode<'static>,
    code: Code,
    problems: Vec<RegionProblem>,
}

enum Code {
    Regions(FoundCode),
    /// With the name of their mode.
    Cells(Vec<Vec<CellLine>>, &'static str),
}

fn find(format: &str, bytes: &[u8]) -> Result<Found, String> {
    let (_, host) = HOSTS.get(format).expect("a host of the data");
    if host.finder == "notebook" {
        let found = find_cells(bytes);
        if let Some(unread) = found.unread {
            return Err(unread);
        }
        let name = found.mode.unwrap_or(&host.default);
        return Ok(Found {
            mode: last_mode(&[name]),
            code: Code::Cells(found.cells, name),
            problems: found.problems,
        });
    }
    let mut found = find_scripts(bytes, host);
    if found.modes.is_empty() {
        if let Some(unread) = found.unread {
            return Err(unread);
        }
        found.modes.push(&host.default);
    }
    Ok(Found {
        mode: last_mode(&found.modes),
        problems: std::mem::take(&mut found.problems),
        code: Code::Regions(found),
    })
}

fn last_mode(names: &[&str]) -> ParseMode<'static> {
    let mode = HOSTS
        .modes
        .iter()
        .rev()
        .find(|(name, _)| names.contains(&name.as_str()));
    mode.expect("a mode of the data").1.mode()
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
