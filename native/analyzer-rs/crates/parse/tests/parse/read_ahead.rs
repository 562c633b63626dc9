//! The scanners of the grammars read ahead over comments and line continuations. Each of a run must not read all that
//! follow it: the chunks that a parser requests grow with the source, not with its square.

use std::cell::Cell;

use tree_sitter::{Language, Parser};

const CHUNK: usize = 64;
const RUN: usize = 2_000;

/// Chunks requested for a source.
fn chunks(language: &Language, source: &str) -> usize {
    let mut parser = Parser::new();
    parser.set_language(language).expect("the grammar is of this version");
    let count = Cell::new(0);
    let mut read = |at: usize, _| {
        count.set(count.get() + 1);
        &source.as_bytes()[at.min(source.len())..(at + CHUNK).min(source.len())]
    };
    parser.parse_with_options(&mut read, None, None).expect("a tree");
    count.get()
}

fn assert_linear(language: &Language, before: &str, repeated: &str, after: &str) {
    let of = |times: usize| chunks(language, &format!("{before}{}{after}", repeated.repeat(times)));
    let (small, large) = (of(RUN), of(4 * RUN));
    assert!(
        large < 6 * small,
        "{repeated:?} after {before:?}: {small} chunks, {large} for 4 times as many"
    );
}

#[test]
fn runs_of_python_comments_are_read_in_linear_time() {
    let python = tree_sitter_python::LANGUAGE.into();
    for (before, comment, after) in [
        ("", "#\n", ""),
        ("if a:\n  b\n", "#\n", "c\n"),
        ("if a:\n  b\n", "  #\n", "  c\n"),
        ("if a:\n  b\n  #\n", "#\n", "  c\n"),
        ("if a:\n", "#\n", "  c\n"),
        ("if a:\n  b\n", "#\n", "else:\n  c\n"),
        ("while a:\n  while b:\n    c\n", " #\n", "d\n"),
        ("match a:\n", "#\n", "  case 1: pass\n"),
        ("if a:\n  )\n", "  #\n", "  c\n"),
        ("if a:\n", "#\n", ""),
    ] {
        assert_linear(&python, before, comment, after);
    }
}

#[test]
fn runs_of_python_line_continuations_are_read_in_linear_time() {
    let python = tree_sitter_python::LANGUAGE.into();
    for (before, after) in [("", "1\n"), ("a + ", "1\n"), ("a([", "1])\n"), ("a\n", "")] {
        assert_linear(&python, before, "\\\n", after);
    }
}

#[test]
fn runs_of_php_comments_are_read_in_linear_time() {
    let php = tree_sitter_php::LANGUAGE.into();
    for (before, after) in [
        ("<?php ", ""),
        ("<?php f(", ");"),
        ("<?php a", "?>"),
        ("<?php class A {", "}"),
    ] {
        for comment in ["//\n", "#\n", "/**/\n"] {
            assert_linear(&php, before, comment, after);
        }
    }
}

#[test]
fn parts_of_a_heredoc_in_one_line_are_read_in_linear_time() {
    let php = tree_sitter_php::LANGUAGE.into();
    assert_linear(&php, "<?php $a = <<<A\n", "{$b}A ", "\nA;");
}
