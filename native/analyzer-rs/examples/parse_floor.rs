//! The minimal cost of a scan: the same walk, reading, hashing and parsing into flat trees, with the same workers,
//! without using the trees. `cargo run --release --example parse_floor -- FOLDER JOBS`; the bench measures it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use parse::languages::language_data;
use scan::options::DEFAULT_MAX_BYTES;
use scan::read_entries::{KnownOutcomes, ReadingContext, read_entries_by};
use syntax::decode::decode;
use syntax::parser::SyntaxParser;
use tree::folder::Folder;
use tree::gitignore::git_attributes::GitAttributes;
use tree::policy::{Policy, PolicyOptions};
use tree::roles::ChosenRoles;
use tree::walk::walk;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), Some(jobs)) = (arguments.next(), arguments.next().as_ref().and_then(number)) else {
        return Err("expected a folder and the number of workers".to_owned());
    };
    parse_all(&folder, jobs).map_err(|error| error.message)
}

fn number(text: &OsString) -> Option<usize> {
    text.to_str()?.parse().ok().filter(|jobs| *jobs > 0)
}

fn parse_all(folder: &OsString, jobs: usize) -> Result<(), base::errors::AnalyzerError> {
    let folder = Folder::open(folder)?;
    let policy = PolicyOptions {
        profile: "inventory",
        all: true,
        exclude: &[],
        is_tracked: false,
        own: &[],
        cache: None,
    };
    let cancelled = Arc::new(AtomicBool::new(false));
    let listing = walk(
        &folder,
        &Policy::new(&policy, Vec::new(), Vec::new())?,
        None,
        &cancelled,
    )?;
    let context = ReadingContext {
        jobs,
        cache: None,
        max_bytes: DEFAULT_MAX_BYTES,
        roles: ChosenRoles::default(),
        attributes: &GitAttributes::default(),
        parser: ParserOptions {
            cancelled,
            ..ParserOptions::default()
        },
        block_sink: None,
        wants_grams: &|_| false,
        outcomes: &KnownOutcomes::default(),
        on_event: &|_| {},
    };
    black_box(read_entries_by(&folder, &listing.found, &context, &Floor::default)?);
    Ok(())
}

/// Drops every tree.
#[derive(Default)]
struct Floor {
    parsers: HashMap<String, SyntaxParser>,
    cancelled: AtomicBool,
}

impl Parse for Floor {
    /// There are no n-grams.
    fn hand_out_grams(&mut self, _wanted: bool) {}

    fn include_elements(&mut self, _wanted: bool) {}

    fn parse(&mut self, _path: &str, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome {
        let parser = match self.parsers.get_mut(mode.language) {
            Some(parser) => parser,
            None => {
                let parser = load(mode.language).unwrap_or_else(|reason| panic!("{}: {reason}", mode.language));
                self.parsers.entry(mode.language.to_owned()).or_insert(parser)
            }
        };
        if let Ok(decoded) = decode(bytes, mode.language) {
            black_box(parser.parse(&decoded.text, mode, &self.cancelled));
        }
        ParseOutcome::MissingParser {
            reason: "skipped".to_owned(),
        }
    }
}

fn load(language: &str) -> Result<SyntaxParser, String> {
    let data = language_data(language)
        .ok_or("no such language")?
        .map_err(|error| error.to_string())?;
    SyntaxParser::new(&data.id, &data.parser, data.grammar.as_ref())
}
