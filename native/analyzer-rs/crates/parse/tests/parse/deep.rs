//! Nesting and chains of every kind, of any length: always an outcome, never the end of the process.

use parse::engine::{ParseMode, ParseOutcome};
use serde_json::Value;

use crate::fixtures::Engine;

const PYTHON: (&str, Option<&str>) = ("python", None);
const PHP: (&str, Option<&str>) = ("php", None);
const BASH: (&str, Option<&str>) = ("bash", None);
const JS: (&str, Option<&str>) = ("javascript", None);
const TS: (&str, Option<&str>) = ("typescript", None);
const TSX: (&str, Option<&str>) = ("typescript", Some("tsx"));

/// A prefix, a repeated part, a middle part, another repeated part.
type Nesting = ((&'static str, Option<&'static str>), [&'static str; 4]);

const NESTINGS: [Nesting; 64] = [
    (PYTHON, ["", "(", "1", ")"]),
    (PYTHON, ["", "a + ", "1", ""]),
    (PYTHON, ["", "a.", "b", ""]),
    (PYTHON, ["if a:\n  b\n", "elif a:\n  b\n", "", ""]),
    (PYTHON, ["", "lambda: ", "1", ""]),
    (PYTHON, ["", "f'{", "1", "}'"]),
    (PHP, ["<?php ", "[", "1", "]"]),
    (PHP, ["<?php ", "fn()=>", "1", ""]),
    (PHP, ["<?php ", "function f(){", "", "}"]),
    (PHP, ["<?php ", "a . ", "1;", ""]),
    (PHP, ["<?php $a", "->b()", ";", ""]),
    (PHP, ["<?php if (a) {} ", "else if (a) {} ", "", ""]),
    (BASH, ["", "$(", "a", ")"]),
    (BASH, ["", "a | ", "b", ""]),
    (BASH, ["", "{ ", "a; ", "} ; "]),
    (BASH, ["", "if a; then ", "b; ", "fi; "]),
    (JS, ["", "[", "1", "]"]),
    (JS, ["", "[", "", ""]),
    (JS, ["", "(", "1", ")"]),
    (JS, ["a = ", "{a:", "1", "}"]),
    (JS, ["", "{", "", "}"]),
    (JS, ["", "`${", "1", "}`"]),
    (JS, ["a", ".a", "", ""]),
    (JS, ["a", "?.a", "", ""]),
    (JS, ["a", "[0]", "", ""]),
    (JS, ["a", "()", "", ""]),
    (JS, ["a", "``", "", ""]),
    (JS, ["", "a(", "", ")"]),
    (JS, ["", "a + ", "1", ""]),
    (JS, ["", "a ** ", "1", ""]),
    (JS, ["", "a && ", "1", ""]),
    (JS, ["", "a ?? ", "1", ""]),
    (JS, ["", "a, ", "1", ""]),
    (JS, ["", "a = ", "1", ""]),
    (JS, ["", "a ? b : ", "1", ""]),
    (JS, ["", "a ? ", "1", " : b"]),
    (JS, ["", "a => ", "1", ""]),
    (JS, ["", "async a => ", "1", ""]),
    (JS, ["", "(a = ", "1", ") => b"]),
    (JS, ["", "!", "1", ""]),
    (JS, ["", "- ", "1", ""]),
    (JS, ["", "typeof ", "1", ""]),
    (JS, ["", "new ", "A", ""]),
    (JS, ["", "new ", "A", "()"]),
    (JS, ["async () => ", "await ", "1", ""]),
    (JS, ["", "if (a) ", "b", ""]),
    (JS, ["if (a) {} ", "else if (a) {} ", "", ""]),
    (JS, ["", "for (;;) ", "b", ""]),
    (JS, ["", "do ", "b", " while (a)"]),
    (JS, ["", "a: ", "b", ""]),
    (JS, ["", "function f() {", "", "}"]),
    (JS, ["", "class A { m() {", "", "}}"]),
    (JS, ["", "class A extends ", "B", " {}"]),
    (JS, ["let ", "[", "a", "] = b"]),
    (JS, ["", "<a>", "", "</a>"]),
    (JS, ["", "<a b=", "'c'", "/>"]),
    (TSX, ["", "<a>{", "", "}</a>"]),
    (TS, ["let a: ", "A<", "B", ">"]),
    (TS, ["let a: ", "(", "B", ")"]),
    (TS, ["let a: B", "[]", "", ""]),
    (TS, ["let a: ", "keyof ", "B", ""]),
    (TS, ["let a: ", "A extends B ? C : ", "D", ""]),
    (TS, ["let a: ", "() => ", "B", ""]),
    (TS, ["a", " as A", "", ""]),
];

fn parse(engine: &mut Engine, (mode, [before, open, middle, close]): &Nesting, depth: usize) -> ParseOutcome {
    let source = [
        before,
        open.repeat(depth).as_str(),
        middle,
        close.repeat(depth).as_str(),
    ]
    .concat();
    engine.parse(
        source.as_bytes(),
        ParseMode {
            language: mode.0,
            dialect: mode.1,
        },
    )
}

fn status(outcome: &ParseOutcome) -> Value {
    crate::facts_json::outcome_json(outcome)["status"].clone()
}

#[test]
fn always_an_outcome() {
    let mut engine = Engine::new(false);
    // A million of each takes minutes, and finds no more than fewer do.
    for (depth, every) in [(100, 1), (1_000, 1), (10_000, 1), (100_000, 4), (1_000_000, 16)] {
        for nesting in NESTINGS.iter().step_by(every) {
            let outcome = status(&parse(&mut engine, nesting, depth));
            if depth == 100 {
                assert_ne!(outcome, "parser-failed", "{nesting:?}");
            }
            assert_ne!(outcome, "timeout", "{nesting:?} {depth}");
        }
    }
}

#[test]
fn a_small_stack_is_enough() {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let parsed = thread.spawn(|| {
        let mut engine = Engine::new(false);
        for nesting in NESTINGS
            .iter()
            .filter(|(mode, _)| matches!(mode.0, "javascript" | "typescript"))
        {
            parse(&mut engine, nesting, 5_000);
        }
    });
    parsed.expect("a thread").join().expect("no panic");
}
