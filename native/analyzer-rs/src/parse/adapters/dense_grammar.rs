//! Grammars with faster tables, created by `dense_grammar.c`.
//!
//! `unsafe`, because a C function is called: its argument is a static grammar, and its result is never freed.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use tree_sitter::Language;
use tree_sitter::ffi::TSLanguage;

unsafe extern "C" {
    fn analyzer_dense_grammar(grammar: *const TSLanguage) -> *const TSLanguage;
}

/// The ABI version of grammars whose tables are known.
const KNOWN_ABI: usize = 15;

pub struct DenseGrammar {
    original: fn() -> Language,
    dense: OnceLock<Language>,
}

impl DenseGrammar {
    pub const fn of(original: fn() -> Language) -> Self {
        Self {
            original,
            dense: OnceLock::new(),
        }
    }

    /// The same grammar with faster tables.
    pub fn dense(&self) -> Language {
        self.dense.get_or_init(|| dense_of((self.original)())).clone()
    }
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
    use tree_sitter::Language;
    use tree_sitter::ffi::TSLanguage;

    use super::DenseGrammar;
    use crate::parse::adapters::arena;

    unsafe extern "C" {
        fn analyzer_recovery_differs(left: *const TSLanguage, right: *const TSLanguage) -> u32;
    }

    static GRAMMARS: [DenseGrammar; 2] = [
        DenseGrammar::of(|| tree_sitter_python::LANGUAGE.into()),
        DenseGrammar::of(|| tree_sitter_php::LANGUAGE.into()),
    ];

    #[test]
    fn every_state_leads_where_it_led() {
        for grammar in &GRAMMARS {
            let (original, dense) = ((grammar.original)(), grammar.dense());
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
    fn what_is_tried_on_an_error_does_not_follow_the_order_of_the_tables() {
        for grammar in &GRAMMARS {
            let (original, dense) = ((grammar.original)().into_raw(), grammar.dense().into_raw());
            assert_eq!(states_that_differ(original, dense), 0);
        }
    }

    #[test]
    fn grammars_that_recover_in_other_ways_are_told_apart() {
        let [python, php] = &GRAMMARS;
        let (python, php) = ((python.original)().into_raw(), (php.original)().into_raw());
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
