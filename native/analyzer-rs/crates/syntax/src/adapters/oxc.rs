//! JavaScript and TypeScript with oxc's ESTree. oxc cannot be stopped.

use oxc_allocator::Allocator;
use oxc_diagnostics::{OxcDiagnostic, Severity};
use oxc_parser::{ParseOptions, ParserReturn};
use oxc_span::SourceType;

use super::estree::EstreeWriter;
use super::flow::is_marked_flow;
use super::flow_syntax::{Stops, is_flow_syntax};
use super::{ErrorSpan, Parsed};
use crate::flat_tree::{FlatTree, NodeId};
use base::languages::mode::ParseMode;

pub struct OxcAdapter {
    writer: EstreeWriter,
    texts: String,
    allocator: Allocator,
    body: u16,
}

/// A larger arena is released when its tree is written, before the facts are read.
const RETAINED_ARENA: usize = 1 << 21;

const COMMA_IN_JSX: &str = "JSX expressions may not use the comma operator";
/// Between a parenthesis and its expression.
const MAX_SPACE: usize = 200;

/// Number of errors that are searched for Flow syntax.
const MAX_ERRORS: usize = 100;

impl OxcAdapter {
    pub fn new() -> Self {
        let mut writer = EstreeWriter::new();
        let body = writer.builder.names.id("body");
        Self {
            writer,
            texts: String::new(),
            allocator: Allocator::default(),
            body,
        }
    }

    pub fn names_mut(&mut self) -> &mut crate::flat_tree::NameTable {
        &mut self.writer.builder.names
    }

    pub fn parse(&mut self, source: &str, mode: ParseMode<'_>) -> Parsed {
        let mut allocator = std::mem::take(&mut self.allocator);
        let parsed = self.parse_into(&allocator, source, mode);
        if allocator.capacity() <= RETAINED_ARENA {
            allocator.reset();
            self.allocator = allocator;
        }
        parsed
    }

    /// The tree of the last `parse`.
    pub fn tree<'a>(&'a self, source: &'a str) -> FlatTree<'a> {
        let builder = &self.writer.builder;
        FlatTree {
            names: &builder.names,
            source,
            texts: &self.texts,
            nodes: &builder.nodes,
            broken: &builder.broken,
        }
    }

    fn parse_into(&mut self, allocator: &Allocator, source: &str, mode: ParseMode<'_>) -> Parsed {
        let source_type = source_type(mode);
        let mut result = parse(allocator, source, source_type);
        let mut errors = errors_of(&result);
        if source_type.is_unambiguous() && errors.iter().any(|error| is_top_level_return(&error.message)) {
            result = parse(allocator, source, source_type.with_commonjs(true));
            errors = errors_of(&result);
        }
        if mode.dialect == Some("astro") {
            errors.retain(|error| !is_top_level_return(&error.message));
        }
        let mut spans: Vec<ErrorSpan> = errors.iter().map(error_span).collect();
        spans.retain(|span| !is_in_parentheses(source, span));
        spans.sort_by_key(|span| (span.start, span.end));
        let is_broken = !spans.is_empty();
        let with_types = mode.language == "typescript";
        let texts = self.writer.write(&result.program, source.len(), with_types, is_broken);
        // After a fatal error oxc returns a program without a body.
        let Some(texts) = texts.filter(|_| !is_broken || !self.is_empty()) else {
            let first = spans.first().map_or(0, |span| span.start);
            if is_flow(source, mode, first as usize) {
                return Parsed::UnsupportedLanguage("flow");
            }
            return Parsed::SyntaxError { errors: spans };
        };
        self.texts = texts;
        self.mark(&spans);
        Parsed::Tree { errors: spans }
    }

    fn is_empty(&self) -> bool {
        let nodes = &self.writer.builder.nodes;
        let body = nodes
            .iter()
            .position(|node| node.parent == 0 && node.field == self.body);
        body.is_none_or(|body| nodes[body].size == 1)
    }

    /// A recoverable error breaks the nodes around its start.
    fn mark(&mut self, errors: &[ErrorSpan]) {
        if errors.is_empty() {
            return;
        }
        let builder = &mut self.writer.builder;
        for node in 0..builder.nodes.len() {
            let (start, end) = (builder.nodes[node].start, builder.nodes[node].end);
            let next = errors.partition_point(|error| error.start < start);
            if errors.get(next).is_some_and(|error| error.start < end) {
                builder.mark_broken(node as NodeId);
            }
        }
        builder.spread_broken();
    }
}

impl Default for OxcAdapter {
    fn default() -> Self {
        Self::new()
    }
}

fn parse<'a>(allocator: &'a Allocator, source: &'a str, source_type: SourceType) -> ParserReturn<'a> {
    let options = ParseOptions {
        preserve_parens: false,
        ..ParseOptions::default()
    };
    oxc_parser::Parser::new(allocator, source, source_type)
        .with_options(options)
        .parse()
}

fn source_type(mode: ParseMode<'_>) -> SourceType {
    if mode.language == "javascript" {
        let jsx = SourceType::unambiguous().with_jsx(true);
        return match mode.dialect {
            Some("cjs") => jsx.with_commonjs(true),
            Some("mjs") => jsx.with_module(true),
            _ => jsx,
        };
    }
    let plain = match mode.dialect {
        Some("tsx") => SourceType::unambiguous().with_typescript(true).with_jsx(true),
        Some("d.ts") => SourceType::d_ts(),
        _ => SourceType::unambiguous().with_typescript(true),
    };
    if mode.dialect == Some("cts") {
        plain.with_commonjs(true)
    } else {
        plain.with_module(true)
    }
}

fn errors_of(result: &ParserReturn<'_>) -> Vec<OxcDiagnostic> {
    result
        .diagnostics
        .iter()
        .filter(|error| error.severity == Severity::Error)
        .cloned()
        .collect()
}

fn is_top_level_return(message: &str) -> bool {
    let lower = message.to_ascii_lowercase();
    lower.contains("a 'return' statement can only be used within a function body") || lower.contains("illegal return")
}

/// The parser drops parentheses before it looks for a comma in an attribute: `class={(a, b)}` is correct.
fn is_in_parentheses(source: &str, span: &ErrorSpan) -> bool {
    if span.message.as_deref() != Some(COMMA_IN_JSX) {
        return false;
    }
    let before = &source.as_bytes()[..span.start as usize];
    let space = before.iter().rev().take(MAX_SPACE);
    let first = space
        .copied()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    first == Some(b'(')
}

/// Whether JavaScript that does not parse is Flow: marked as such, valid with type annotations, or an error as
/// TypeScript where only Flow has syntax.
///
/// # Arguments
/// - `javascript`: the start of the first error
fn is_flow(source: &str, mode: ParseMode<'_>, javascript: usize) -> bool {
    if mode.language != "javascript" {
        return false;
    }
    if is_marked_flow(source) {
        return true;
    }
    let plain = SourceType::unambiguous().with_typescript(true).with_module(true);
    let typed = typed_errors(source, plain.with_jsx(true));
    if typed.is_empty() {
        return true;
    }
    let mut stops = typed.iter().take(MAX_ERRORS).map(|span| Stops {
        javascript,
        typed: span.start as usize,
    });
    // `<A>(a: A) => a` is an element in JSX.
    stops.any(|stops| is_flow_syntax(source, stops)) || typed_errors(source, plain).is_empty()
}

fn typed_errors(source: &str, source_type: SourceType) -> Vec<ErrorSpan> {
    let allocator = Allocator::default();
    let errors = errors_of(&parse(&allocator, source, source_type));
    errors.iter().map(error_span).collect()
}

fn error_span(error: &OxcDiagnostic) -> ErrorSpan {
    let (start, end) = match error.labels.first() {
        Some(label) => (label.offset(), label.offset() + label.len()),
        None => (0, 0),
    };
    ErrorSpan {
        start,
        end,
        message: Some(error.message.to_string()),
    }
}
