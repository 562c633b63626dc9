//! Small vectors: decoding, literals, quoted strings, lines, nesting.

use crate::fixtures::{from_hex, list, read_json, text};
use parse::extract::cut::cut;
use parse::extract::literals::{LiteralRule, normal_literal};
use parse::extract::positions::Positions;
use serde_json::json;
use syntax::decode::decode;
use syntax::nesting_estimate::nesting_stack;

#[test]
fn encodings() {
    for case in list(&read_json("vectors/encodings.json")["cases"]) {
        let bytes = from_hex(text(&case["hex"]));
        let found = match decode(&bytes, text(&case["language"])) {
            Ok(decoded) => match decoded.encoding {
                Some(encoding) => json!({ "text": decoded.text, "encoding": encoding }),
                None => json!({ "text": decoded.text }),
            },
            Err(reason) => json!({ "reason": reason }),
        };
        assert_eq!(found, case["expected"], "{}", case["about"]);
    }
}

#[test]
fn literals() {
    let vectors = read_json("vectors/literals.json");
    for name in ["number", "string-prefix", "string-end", "lower-case"] {
        let rule = LiteralRule::named(name).expect("a rule");
        for case in list(&vectors[name]) {
            let normal = text(&case[1]);
            assert_eq!(normal_literal(rule, text(&case[0])), normal, "{name} {case}");
            if name != "string-end" {
                assert_eq!(normal_literal(rule, normal), normal, "{name} {case}");
            }
        }
    }
}

#[test]
fn quoted_texts() {
    for case in list(&read_json("vectors/cut.json")["cases"]) {
        let repeat = case["repeat"].as_u64().expect("a number") as usize;
        let whole = text(&case["text"]).repeat(repeat) + text(&case["end"]);
        let kept = case["kept"].as_u64().expect("a number") as usize;
        let mut expected: String = whole.chars().take(kept).collect();
        if case["cut"] == json!(true) {
            expected.push('…');
        }
        assert_eq!(cut(whole.into()), expected, "{}", case["about"]);
    }
}

#[test]
fn lines() {
    for case in list(&read_json("vectors/positions.json")["cases"]) {
        let whole = text(&case["text"]).repeat(case["repeat"].as_u64().unwrap_or(1) as usize);
        let positions = Positions::new(&whole);
        for position in list(&case["places"]) {
            let byte = position["byte"].as_u64().expect("a number") as u32;
            assert_eq!(
                u64::from(positions.line(byte)),
                position["line"].as_u64().expect("a number"),
                "{position}"
            );
        }
    }
}

#[test]
fn estimated_stack_of_nestings() {
    for vector in list(&read_json("vectors/nesting.json")) {
        let times = vector["times"].as_u64().expect("a number") as usize;
        let source = [
            text(&vector["before"]),
            &text(&vector["open"]).repeat(times),
            text(&vector["middle"]),
            &text(&vector["close"]).repeat(times),
            text(&vector["after"]),
        ]
        .concat();
        let stack = vector["stack"].as_u64().expect("a number") as usize;
        assert_eq!(nesting_stack(&source), stack, "{}", text(&vector["about"]));
    }
}
