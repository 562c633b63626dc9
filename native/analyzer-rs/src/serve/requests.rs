//! The loop of a process that parses for another one: one request, one answer, until the requests end or the reader
//! closes the pipe.

use std::borrow::Cow;
use std::io::{self, ErrorKind};

use serde::Deserialize;

use base::errors::AnalyzerError;
use base::json_text::ascii;
use parse::Parser;
use parse::elements::stored_block::StoredBlock;
use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use parse::facts_json::push_outcome;
use parse::syntax_tree::tree_block;
use parse::token_block::token_block;

use super::frames::{FrameReader, write_frame};

/// Above this the process ends after its answer and is replaced by a new one, because it would retain the memory that
/// one large file needed.
const MAX_RESIDENT: u64 = 400 * 1024 * 1024;
/// Only a file of this size can increase the memory of a process that much.
const LARGE: usize = 1024 * 1024;
/// The parser of a file of this size is replaced before the answer is written: its buffers take up to 100 times as much.
const LARGE_BUFFERS: usize = 128 * 1024;

#[derive(Deserialize)]
struct Request<'r> {
    #[serde(borrow)]
    path: Cow<'r, str>,
    mode: Mode<'r>,
    #[serde(default)]
    grams: bool,
    #[serde(default)]
    elements: bool,
    #[serde(default)]
    tree: bool,
    #[serde(default, rename = "withoutUses")]
    without_uses: bool,
}

#[derive(Deserialize)]
struct Mode<'r> {
    language: &'r str,
    dialect: Option<&'r str>,
}

/// `tokens`: return token records too, in the body of an answer.
pub fn serve(tokens: bool) -> Result<(), AnalyzerError> {
    let failed = |error: io::Error| AnalyzerError::internal(format!("serve: {error}"));
    match answer_all(tokens) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(failed),
    }
}

fn answer_all(tokens: bool) -> io::Result<()> {
    let options = || ParserOptions {
        tokens,
        ..ParserOptions::default()
    };
    let mut parser = Parser::new(options());
    let mut requests = FrameReader::new(io::stdin().lock());
    let mut answers = io::stdout().lock();
    write_frame(&mut answers, "{\"ready\":true}", &[])?;
    while let Some(frame) = requests.read()? {
        let Request {
            path,
            mode,
            grams,
            elements,
            tree,
            without_uses,
        } = serde_json::from_slice(frame.header)?;
        let Mode { language, dialect } = mode;
        parser.hand_out_grams(grams);
        parser.include_elements(elements);
        parser.include_tree(tree);
        parser.leave_out_uses(without_uses);
        let outcome = parser.parse(&path, frame.body, ParseMode { language, dialect });
        if frame.body.len() >= LARGE_BUFFERS {
            parser = Parser::new(options());
        }
        let retiring = frame.body.len() >= LARGE && resident_bytes() > MAX_RESIDENT;
        let mut header = String::from("{\"outcome\":");
        push_outcome(&mut header, &outcome);
        header.push_str(if retiring {
            ",\"retiring\":true}"
        } else {
            ",\"retiring\":false}"
        });
        write_frame(&mut answers, &ascii(header), &body_of(&outcome))?;
        if retiring {
            break;
        }
    }
    Ok(())
}

/// The columns of the syntax tree, the element block, then the token records.
fn body_of(outcome: &ParseOutcome) -> Vec<u8> {
    let (ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. }) = outcome else {
        return Vec::new();
    };
    let mut body = facts.tree.as_deref().map_or_else(Vec::new, tree_block);
    if let Some(elements) = facts.elements.as_ref().and_then(StoredBlock::held) {
        body.extend_from_slice(elements);
    }
    if let Some(records) = &facts.tokens {
        body.extend(token_block(&facts.declarations, records));
    }
    body
}

/// Of this process, from proc(5); 0 on other systems.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let digits = kilobytes.and_then(|it| it.trim().strip_suffix(" kB"));
    digits.and_then(|it| it.parse::<u64>().ok()).unwrap_or(0) * 1024
}
