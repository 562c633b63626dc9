//! Parses one file: bytes in, facts or a status out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::elements::stored_block::StoredBlock;
use super::embedded::{CodeProblem, EmbeddedCode, embedded_code};
use super::embedded_facts::{self, complete};
use super::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use super::extract::file_facts::FileFactsReader;
use super::extract::here_programs::HereText;
use super::extract::positions::Positions;
use super::facts::{EmbeddedFacts, ErrorRange, ErrorRanges};
use super::languages::language_data;
use super::programs::file_places::EmbeddedProgram;
use super::programs::with_control::with_control;
use super::programs::with_programs::with_programs;
use base::languages::documents;
use base::languages::hosts::HOSTS;
use base::watch;
use syntax::adapters::{ErrorSpan, Parsed};
use syntax::decode::{Decoded, decode};
use syntax::parser::SyntaxParser;

/// Maximum number of reported error ranges of a file; all are counted.
const SHOWN_ERRORS: usize = 20;

/// Programs in here-documents, each with its facts before it is parsed.
type HerePrograms = Vec<(HereText, EmbeddedFacts)>;

/// What is around code.
enum Surroundings<'a> {
    /// A file of another format, which can use the names of the code, with the problems of the code.
    Host(&'a [CodeProblem]),
    /// Nothing; the programs in here-documents are added to the list if there is one.
    File(Option<&'a mut HerePrograms>),
}

struct LanguageParser {
    syntax: SyntaxParser,
    reader: FileFactsReader,
}

/// Parsers of all languages, each created for its first file.
pub struct Parser {
    options: ParserOptions,
    parsers: FxHashMap<&'static str, Result<LanguageParser, String>>,
}

impl Parser {
    pub fn new(options: ParserOptions) -> Self {
        Self {
            options,
            parsers: FxHashMap::default(),
        }
    }

    /// Whether only the syntax trees and imports of later files are returned.
    pub fn include_tree(&mut self, wanted: bool) {
        self.options.tree = wanted;
    }

    /// Whether later files are returned without uses of names.
    pub fn leave_out_uses(&mut self, wanted: bool) {
        self.options.without_uses = wanted;
    }
}

impl Parse for Parser {
    fn hand_out_grams(&mut self, wanted: bool) {
        self.options.grams = wanted;
    }

    fn include_elements(&mut self, wanted: bool) {
        self.options.elements = wanted;
    }

    fn parse(&mut self, _path: &str, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome {
        let Some(format) = mode.dialect.filter(|dialect| HOSTS.get(dialect).is_some()) else {
            return self.parse_file(bytes, mode);
        };
        if let Err(reason) = decode(bytes, "") {
            return ParseOutcome::Undecodable { reason };
        }
        match embedded_code(format, bytes) {
            Ok(EmbeddedCode { mode, bytes, problems }) => self.parse_code(&bytes, mode, Surroundings::Host(&problems)),
            Err(reason) => ParseOutcome::UnsupportedLanguage { reason },
        }
    }
}

impl Parser {
    /// A file of one language; of Bash with the programs in its here-documents.
    fn parse_file(&mut self, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome {
        if mode.language != "bash" || self.options.tree {
            return self.parse_code(bytes, mode, Surroundings::File(None));
        }
        let mut programs = Vec::new();
        let mut outcome = self.parse_code(bytes, mode, Surroundings::File(Some(&mut programs)));
        if programs.is_empty() {
            return outcome;
        }
        let options = self.options.clone();
        self.options.grams = false;
        self.options.tokens = false;
        let mut read = Vec::new();
        let parsed = programs.into_iter().map(|(program, mut facts)| {
            if let Some(text) = &program.text {
                let its = complete(
                    &mut facts,
                    self.parse_code(text.as_bytes(), program.mode, Surroundings::File(None)),
                );
                read.extend(its.map(|its| EmbeddedProgram {
                    start: program.start,
                    end: program.end,
                    before: facts.start_line - 1,
                    within: facts.within,
                    removed: program.removed,
                    facts: its,
                }));
            }
            facts
        });
        let parsed = parsed.collect();
        self.options = options;
        if let ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. } = &mut outcome {
            let facts = Arc::make_mut(facts);
            facts.embedded = parsed;
            if !read.is_empty() {
                facts.control = with_control(facts.control.read().into_owned(), &read).into();
            }
            let held = facts.elements.as_ref().and_then(StoredBlock::held);
            if let Some(elements) = held.and_then(|it| with_programs(it, read)) {
                facts.elements = Some(elements.into());
            }
        }
        outcome
    }

    fn parse_code(&mut self, bytes: &[u8], mode: ParseMode<'_>, around: Surroundings<'_>) -> ParseOutcome {
        let Some((id, _)) = documents::PARSED.into_iter().find(|(id, _)| *id == mode.language) else {
            return ParseOutcome::MissingParser {
                reason: format!("no parser is known for {}", mode.language),
            };
        };
        let parser = match self.parsers.entry(id).or_insert_with(|| LanguageParser::load(id)) {
            Ok(parser) => parser,
            Err(reason) => return ParseOutcome::MissingParser { reason: reason.clone() },
        };
        let decoded = match decode(bytes, id) {
            Ok(decoded) => decoded,
            Err(reason) => return ParseOutcome::Undecodable { reason },
        };
        let options = &self.options;
        let _parsing = watch::parsing();
        catch_unwind(AssertUnwindSafe(|| parser.parse(&decoded, mode, around, options))).unwrap_or_else(|_| {
            // Its partial result is discarded.
            self.parsers.remove(id);
            ParseOutcome::ParserFailed {
                reason: "the parser failed on this file".to_owned(),
            }
        })
    }
}

impl LanguageParser {
    fn load(id: &str) -> Result<Self, String> {
        let unknown = || format!("no parser is known for {id}");
        let data = language_data(id)
            .ok_or_else(unknown)?
            .map_err(|error| error.to_string())?;
        let mut syntax = SyntaxParser::new(&data.id, &data.parser, data.grammar.as_ref())?;
        let reader = FileFactsReader::new(&data, syntax.names_mut())?;
        Ok(Self { syntax, reader })
    }

    fn parse(
        &mut self,
        decoded: &Decoded<'_>,
        mode: ParseMode<'_>,
        around: Surroundings<'_>,
        options: &ParserOptions,
    ) -> ParseOutcome {
        let source: &str = &decoded.text;
        let encoding = decoded.encoding.map(str::to_owned);
        let (problems, programs, is_hosted) = match around {
            Surroundings::Host(problems) => (problems, None, true),
            Surroundings::File(programs) => (&[][..], programs, false),
        };
        match self.syntax.parse(source, mode, &options.cancelled) {
            Parsed::UnsupportedLanguage(language) => ParseOutcome::UnsupportedLanguage {
                reason: language.to_owned(),
            },
            Parsed::Timeout => ParseOutcome::Timeout {
                reason: "the parser did not finish within its time limit".to_owned(),
            },
            Parsed::TooDeep => ParseOutcome::ParserFailed {
                reason: "nested too deep for the parser".to_owned(),
            },
            Parsed::OutOfMemory => ParseOutcome::ParserFailed {
                reason: "the parser ran out of memory".to_owned(),
            },
            Parsed::SyntaxError { errors } => ParseOutcome::SyntaxError {
                errors: error_ranges(errors, source, problems),
                encoding,
            },
            Parsed::Tree { errors } => {
                self.reader.grams = options.grams;
                self.reader.elements = options.elements;
                self.reader.tree = options.tree;
                self.reader.without_uses = options.without_uses;
                self.reader.elides = mode.language == "typescript" && !is_hosted && errors.is_empty();
                let mut facts = self.reader.read(self.syntax.tree(source), options.tokens);
                if let Some(programs) = programs {
                    *programs = embedded_facts::programs(self.syntax.tree(source), &facts.declarations);
                }
                if errors.is_empty() && problems.is_empty() {
                    let facts = Arc::new(facts);
                    return ParseOutcome::Analyzed { facts, encoding };
                }
                facts.errors = Some(error_ranges(errors, source, problems));
                let facts = Arc::new(facts);
                ParseOutcome::Partial { facts, encoding }
            }
        }
    }
}

/// `problems` of code in a host, which come first.
fn error_ranges(errors: Vec<ErrorSpan>, source: &str, problems: &[CodeProblem]) -> ErrorRanges {
    let positions = Positions::new(source);
    let count = (problems.len() + errors.len()) as u32;
    let of_host = problems.iter().map(|problem| ErrorRange {
        start_line: problem.line,
        end_line: problem.line,
        message: Some(problem.message.clone()),
    });
    let of_parser = errors.into_iter().map(|ErrorSpan { start, end, message }| ErrorRange {
        start_line: positions.line(start),
        end_line: positions.line(start.max(end.saturating_sub(1))),
        message,
    });
    ErrorRanges {
        count,
        ranges: of_host.chain(of_parser).take(SHOWN_ERRORS).collect(),
    }
}
