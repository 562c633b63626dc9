//! Every vector of `fixtures/vectors/stream`, and the recorded pairs of formatters and renamings.

use crate::facts_json::outcome_json;
use crate::fixtures::{Engine, list, mode, names_in, read, read_json, text};
use parse::engine::ParseMode;
use serde_json::Value;

#[test]
fn streams_and_their_hashes() {
    let mut engine = Engine::new(true);
    let document = read_json("vectors/stream/streams.json");
    let mut count = 0;
    for file in list(&document["files"]) {
        let source = text(&file["source"]);
        let bytes = read(&format!("vectors/stream/sources/{source}"));
        let outcome = outcome_json(&engine.parse(&bytes, mode(&file["mode"])));
        let facts = &outcome["facts"];
        let printed = list(&facts["declarations"])
            .iter()
            .zip(list(&facts["tokens"]))
            .filter(|(declaration, _)| {
                declaration.get("function_body").is_some() || declaration.get("tree_hash").is_some()
            });
        let expected = list(&file["declarations"]);
        assert_eq!(printed.clone().count(), expected.len(), "{source}");
        for ((declaration, tokens), vector) in printed.zip(expected) {
            let about = format!("{source} {}", vector["name"]);
            assert_eq!(declaration["qualified_name"], vector["name"], "{about}");
            assert_eq!(declaration["nodes"], vector["nodes"], "{about}");
            match vector.get("tree") {
                Some(tree) => assert_eq!(declaration["tree_hash"], tree["hash"], "{about}"),
                None => {
                    assert_eq!(tokens, &vector["tokens"], "{about}");
                    assert_eq!(declaration["function_body"], vector["body"], "{about}");
                    assert_eq!(declaration["function_shape"], vector["shape"], "{about}");
                }
            }
            count += 1;
        }
        assert_eq!(facts["tree_hash"], file["tree"]["hash"], "{source}");
    }
    assert!(count > 150, "{count} streams");
}

/// Body and shape of all declarations.
fn prints(engine: &mut Engine, source: &str, mode: ParseMode<'_>) -> Vec<(Value, Value)> {
    let outcome = outcome_json(&engine.parse(source.as_bytes(), mode));
    assert_eq!(outcome["status"], "analyzed", "{source}");
    let declarations = list(&outcome["facts"]["declarations"]).iter();
    declarations
        .map(|its| (its["function_body"].clone(), its["function_shape"].clone()))
        .collect()
}

fn first(prints: Vec<(Value, Value)>) -> (Value, Value) {
    prints
        .into_iter()
        .find(|(body, _)| body.is_string())
        .expect("a function with a body")
}

#[test]
fn pairs_are_what_they_are() {
    let mut engine = Engine::new(false);
    let mut count = 0;
    for group in list(&read_json("vectors/stream/pairs.json")) {
        let frame = group["frame"].as_str().unwrap_or("@");
        for pair in list(&group["pairs"]) {
            let mut of = |at: usize| {
                let source = frame.replacen('@', text(&pair[at]), 1);
                first(prints(&mut engine, &source, mode(group)))
            };
            let (one, other) = (of(0), of(1));
            let relation = match (one.0 == other.0, one.1 == other.1) {
                (true, true) => "same",
                (false, true) => "shape",
                (false, false) => "different",
                (true, false) => "equal in body but not in shape",
            };
            assert_eq!(relation, text(&group["are"]), "{} {pair}", group["language"]);
            count += 1;
        }
    }
    assert!(count > 300, "{count} pairs");
}

#[test]
fn a_formatter_splits_no_group() {
    let mut engine = Engine::new(false);
    for kind in names_in("formatters") {
        let language = match kind.as_str() {
            "jsx" => "javascript",
            "tsx" => "typescript",
            _ => &kind,
        };
        for pair in list(&read_json(&format!("formatters/{kind}.json"))["pairs"]) {
            let mode = ParseMode {
                language,
                dialect: pair["dialect"].as_str(),
            };
            let original = prints(&mut engine, text(&pair["original"]), mode);
            let formatted = prints(&mut engine, text(&pair["formatted"]), mode);
            assert_eq!(
                original == formatted,
                pair.get("exception").is_none(),
                "{}",
                pair["original"]
            );
        }
    }
}

#[test]
fn renaming_locals_keeps_the_shape_and_changes_the_body() {
    let mut engine = Engine::new(false);
    for language in names_in("renaming") {
        for pair in list(&read_json(&format!("renaming/{language}.json"))["pairs"]) {
            let mode = ParseMode {
                language: &language,
                dialect: pair["dialect"].as_str(),
            };
            let before = first(prints(&mut engine, text(&pair["original"]), mode));
            let after = first(prints(&mut engine, text(&pair["renamed"]), mode));
            assert_ne!(before.0, after.0, "{}", pair["renamed"]);
            assert_eq!(
                before.1 == after.1,
                pair.get("exception").is_none(),
                "{}",
                pair["renamed"]
            );
        }
    }
}

#[test]
fn no_two_meanings_in_one_group() {
    let mut engine = Engine::new(false);
    for language in names_in("meaning") {
        let document = read_json(&format!("meaning/{language}.json"));
        let pairs = list(&document["pairs"]);
        assert_eq!(pairs.len(), 200);
        for pair in pairs {
            let mode = ParseMode {
                language: &language,
                dialect: pair["dialect"].as_str(),
            };
            let mut tree_hash = |source: &Value| {
                let outcome = outcome_json(&engine.parse(text(source).as_bytes(), mode));
                assert_eq!(outcome["status"], "analyzed", "{source}");
                outcome["facts"]["tree_hash"].clone()
            };
            let is_same = tree_hash(&pair["original"]) == tree_hash(&pair["changed"]);
            assert_eq!(
                is_same,
                pair["are"] == "same",
                "{} → {}",
                pair["original"],
                pair["changed"]
            );
        }
    }
}
