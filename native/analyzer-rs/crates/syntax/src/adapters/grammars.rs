//! The linked tree-sitter grammars; written by `npm run languages` from the files of `languages/`.

use super::dense_grammar::DenseGrammar;

/// By id of the language.
pub static GRAMMARS: [(&str, DenseGrammar); 2] = [
    ("php", DenseGrammar::of(|| tree_sitter_php::LANGUAGE.into())),
    ("python", DenseGrammar::of(|| tree_sitter_python::LANGUAGE.into())),
];
