//! The common interface of parsers: text in, flat tree out.

pub mod arena;
pub mod bash;
mod character_classes;
pub mod dense_grammar;
mod error_ranges;
pub mod estree;
mod flow;
mod flow_syntax;
pub mod gap_writer;
pub mod grammars;
pub mod json_text;
mod keyword_names;
mod outdated_syntax;
pub mod oxc;
mod plain_parser;
mod text_parser;
pub mod tree_builder;
pub mod tree_sitter;
mod tree_walk;
mod walked_node;

/// A range in the decoded text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorSpan {
    pub start: u32,
    pub end: u32,
    pub message: Option<String>,
}

/// The result of a parser; the tree, if any, is in the adapter. `errors` are ordered by position.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Tree {
        errors: Vec<ErrorSpan>,
    },
    SyntaxError {
        errors: Vec<ErrorSpan>,
    },
    /// The file is of this language, which no adapter parses.
    UnsupportedLanguage(&'static str),
    Timeout,
    TooDeep,
    OutOfMemory,
}
