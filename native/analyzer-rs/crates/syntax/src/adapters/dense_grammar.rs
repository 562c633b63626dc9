//! Grammars with faster tables, created by `dense_grammar.c`, which take 5 % of a scan less. At the start each grammar
//! parses a short source in both forms; a form, a walk or a plain parser with another result is not used.
//!
//! `unsafe`, because a C function is called: its argument is a static grammar, and its result is never freed.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use tree_sitter::ffi::TSLanguage;
use tree_sitter::{Language, Parser, Tree};

use super::plain_parser::{self, PlainParse};
use super::tree_walk::Nodes;
use super::walked_node::WalkedNode;

unsafe extern "C" {
    fn analyzer_dense_grammar(grammar: *const TSLanguage) -> *const TSLanguage;
}

/// The ABI version of grammars whose tables are known.
const KNOWN_ABI: usize = 15;

pub struct DenseGrammar {
    original: fn() -> Language,
    checked: OnceLock<Result<CheckedGrammar, String>>,
}

/// A grammar, and how to get and read its trees.
#[derive(Clone)]
pub struct CheckedGrammar {
    pub language: Language,
    /// Parse texts without errors with the plain parser.
    pub uses_plain_parser: bool,
    /// Read trees with tree-sitter's cursor, because the faster walk gives other nodes.
    pub uses_cursor: bool,
}

impl DenseGrammar {
    pub const fn of(original: fn() -> Language) -> Self {
        Self {
            original,
            checked: OnceLock::new(),
        }
    }

    /// The form of the grammar and the walk that give the results of the original grammar and tree-sitter's cursor:
    /// the fast ones unless they fail the self-test, which runs once in a process.
    ///
    /// `source`: with most constructs of the grammar, and an error in its last line.
    pub fn checked(&self, source: &str) -> Result<CheckedGrammar, String> {
        let check = || checked((self.original)(), dense_of, source);
        self.checked.get_or_init(check).clone()
    }
}

fn checked(original: Language, dense_of: fn(Language) -> Language, source: &str) -> Result<CheckedGrammar, String> {
    let nodes = |tree: &Tree| Nodes::of(tree, true).all();
    let expected = parse(&original, source)?;
    let dense = dense_of(original.clone());
    let is_same = parse(&dense, source).is_ok_and(|tree| nodes(&tree) == nodes(&expected));
    let language = if is_same { dense } else { original.clone() };
    let without_error = source.trim_end().rsplit_once('\n').map_or("", |(before, _)| before);
    let plain = parse_plainly(&language, without_error);
    Ok(CheckedGrammar {
        uses_plain_parser: plain == Some(nodes(&parse(&original, without_error)?)),
        uses_cursor: Nodes::of(&expected, false).all() != nodes(&expected),
        language,
    })
}

fn parse_plainly(language: &Language, source: &str) -> Option<Vec<WalkedNode>> {
    if language.abi_version() != KNOWN_ABI {
        return None;
    }
    match plain_parser::parse(language, source, &mut || false) {
        PlainParse::Tree(mut tree) => Some(Nodes::of_plain(&mut tree).all()),
        PlainParse::Error | PlainParse::Unsure | PlainParse::Stopped => None,
    }
}

fn parse(language: &Language, source: &str) -> Result<Tree, String> {
    let mut parser = Parser::new();
    parser.set_language(language).map_err(|error| error.to_string())?;
    parser
        .parse(source, None)
        .ok_or_else(|| "the parser of the grammar does not finish".to_owned())
}

fn dense_of(language: Language) -> Language {
    if language.abi_version() != KNOWN_ABI {
        return language;
    }
    // SAFETY: argument and result are grammars.
    unsafe { Language::from_raw(analyzer_dense_grammar(language.into_raw())) }
}

#[cfg(test)]
mod tests {
    use super::super::grammars::GRAMMARS;
    use tree_sitter::Language;
    use tree_sitter::ffi::TSLanguage;

    use super::{DenseGrammar, checked, dense_of};
    use crate::adapters::arena;

    unsafe extern "C" {
        fn analyzer_recovery_differs(left: *const TSLanguage, right: *const TSLanguage) -> u32;
    }

    const SOURCE: &str = "<?php function f($a) { return g($a) + 1; } def f(a):\n    return a\n";

    fn both(grammar: &DenseGrammar) -> (Language, Language) {
        ((grammar.original)(), dense_of((grammar.original)()))
    }

    #[test]
    fn the_self_test_accepts_the_dense_form_the_fast_walk_and_the_plain_parser() {
        arena::install();
        let sources = ["<?php f(1);\nfunction (\n", "f(1)\ndef (\n"];
        for ((_, grammar), source) in GRAMMARS.iter().zip(sources) {
            let original = (grammar.original)();
            let found = checked(original.clone(), dense_of, source).expect("a grammar");
            assert_ne!(found.language, original);
            assert!(!found.uses_cursor);
            assert!(found.uses_plain_parser);
        }
    }

    #[test]
    fn a_form_with_another_result_is_not_used() {
        arena::install();
        let original: Language = tree_sitter_python::LANGUAGE.into();
        let found = checked(original.clone(), |_| tree_sitter_php::LANGUAGE.into(), SOURCE).expect("a grammar");
        assert_eq!(found.language, original);
        assert!(!found.uses_plain_parser);
    }

    #[test]
    fn every_state_has_the_same_transitions() {
        for (_, grammar) in &GRAMMARS {
            let (original, dense) = both(grammar);
            assert_ne!(original, dense, "the grammar has an unknown ABI");
            let symbols = original.node_kind_count() as u16;
            let states = original.parse_state_count() as u16;
            assert_eq!(states, dense.parse_state_count() as u16);
            for state in 0..states {
                for symbol in 0..symbols {
                    let led = original.next_state(state, symbol);
                    assert_eq!(dense.next_state(state, symbol), led, "state {state}, symbol {symbol}");
                }
                assert_eq!(expected(&dense, state), expected(&original, state), "state {state}");
            }
        }
    }

    /// In a text with errors, tree-sitter visits the symbols of a state in the order of its tables, and of two equal
    /// reductions it takes the first. Rows have another order than lists.
    #[test]
    fn error_recovery_does_not_depend_on_the_order_of_the_tables() {
        for (_, grammar) in &GRAMMARS {
            let (original, dense) = both(grammar);
            let (original, dense) = (original.into_raw(), dense.into_raw());
            assert_eq!(states_that_differ(original, dense), 0);
        }
    }

    #[test]
    fn grammars_with_other_error_recovery_are_detected() {
        let php: Language = tree_sitter_php::LANGUAGE.into();
        let python: Language = tree_sitter_python::LANGUAGE.into();
        let (python, php) = (python.into_raw(), php.into_raw());
        assert!(states_that_differ(python, php) > 0);
    }

    /// The second grammar has at least as many states.
    fn states_that_differ(left: *const TSLanguage, right: *const TSLanguage) -> u32 {
        // Otherwise another test may install it between an allocation and its release.
        arena::install();
        // SAFETY: the arguments are two static grammars, the result is a number.
        unsafe { analyzer_recovery_differs(left, right) }
    }

    fn expected(language: &Language, state: u16) -> Vec<u16> {
        let mut symbols: Vec<u16> = language.lookahead_iterator(state).into_iter().flatten().collect();
        symbols.sort_unstable();
        symbols
    }
}
