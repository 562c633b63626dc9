//! What goes into parsing and what comes out of it; `packages/core/src/parse/engine.ts` is its mirror.

use std::sync::Arc;

use super::facts::{ErrorRanges, FileFacts};

/// What decides how bytes are parsed, besides the bytes themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseMode<'a> {
    /// A language id of `languages/`: `python`, `javascript`, `typescript`, `php`, `bash`.
    pub language: &'a str,
    /// `jsx`, `tsx`, `d.ts`, `cjs`, `mjs`, `cts`, `mts`, `pyi`; absent for the language's plain form.
    pub dialect: Option<&'a str>,
}

/// Parsing never fails for content: facts, or a status that says why there are none.
#[derive(Debug)]
pub enum ParseOutcome {
    /// `encoding` is present when it is not UTF-8.
    Analyzed {
        facts: Arc<FileFacts>,
        encoding: Option<String>,
    },
    /// `facts.errors` is present.
    Partial {
        facts: Arc<FileFacts>,
        encoding: Option<String>,
    },
    SyntaxError {
        errors: ErrorRanges,
        encoding: Option<String>,
    },
    /// `reason` is the language that the file is of.
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

/// Parses one file after another and keeps what they share: parsers, arenas, buffers. Each worker thread has its own.
///
/// `parse::Parser` implements it. It may be called on any thread: a stack that fits the file is its own affair, and
/// nothing that a file holds makes it panic or end the process.
pub trait Parse {
    /// `path` is for messages only; the file is never opened.
    fn parse(&mut self, path: &str, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome;

    /// Whether the files from now on come with their grams.
    fn hand_out_grams(&mut self, wanted: bool);
}

/// What a parser is made with.
#[derive(Clone, Debug, Default)]
pub struct ParserOptions {
    /// Hand out token records of functions too.
    pub tokens: bool,
    /// Hand out the grams of files too, by which they are compared.
    pub grams: bool,
    /// Set to `true` by another thread when nobody waits for the result any more. A parser that can be stopped then
    /// stops within half a second; what it returns is thrown away.
    pub cancelled: std::sync::Arc<std::sync::atomic::AtomicBool>,
}
