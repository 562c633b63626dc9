//! Input and output of parsing; `packages/core/src/parse/engine.ts` has the same types.

use std::sync::Arc;

pub use base::languages::mode::ParseMode;
use base::verdict::Verdict;

use super::facts::{ErrorRanges, FileFacts};

/// Parsing never fails for content: the result is facts, or a status with the reason.
#[derive(Debug)]
pub enum ParseOutcome {
    /// `encoding` is set if it is not UTF-8.
    Analyzed {
        facts: Arc<FileFacts>,
        encoding: Option<String>,
    },
    /// `facts.errors` is set.
    Partial {
        facts: Arc<FileFacts>,
        encoding: Option<String>,
    },
    SyntaxError {
        errors: ErrorRanges,
        encoding: Option<String>,
    },
    /// `reason` is the language of the file.
    UnsupportedLanguage {
        reason: String,
    },
    MissingParser {
        reason: String,
    },
    Undecodable {
        reason: String,
    },
    Timeout {
        reason: String,
    },
    ParserFailed {
        reason: String,
    },
}

impl From<Verdict> for ParseOutcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Timeout(reason) => Self::Timeout { reason },
            Verdict::Failed(reason) => Self::ParserFailed { reason },
        }
    }
}

/// Parses one file after another and retains shared data: parsers, arenas, buffers. Each worker thread has its own.
///
/// `parse::Parser` implements it. It may be called on any thread: it provides a sufficient stack for the file itself,
/// and no content of a file makes it panic or end the process.
pub trait Parse {
    /// `path` is for messages only; the file is never opened.
    fn parse(&mut self, path: &str, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome;

    /// Whether later files are returned with their n-grams.
    fn hand_out_grams(&mut self, wanted: bool);

    /// Whether later files are returned with their element blocks.
    fn include_elements(&mut self, wanted: bool);
}

/// Options of a parser.
#[derive(Clone, Debug, Default)]
pub struct ParserOptions {
    /// Return token records of functions too.
    pub tokens: bool,
    /// Return n-grams of files too, by which files are compared.
    pub grams: bool,
    /// Include the element blocks of files, by which parts of them are compared.
    pub elements: bool,
    /// Include the syntax trees of files.
    pub tree: bool,
    /// Leave out uses of names: calls, except among control structures, objects, references, and the scopes that bind names.
    pub without_uses: bool,
    /// Set to `true` by another thread when the result is no longer needed. A parser that can be stopped then stops
    /// within half a second; its result is discarded.
    pub cancelled: std::sync::Arc<std::sync::atomic::AtomicBool>,
}
