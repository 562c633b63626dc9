//! Every example of `fixtures/facts` and every status of `fixtures/engine`.

use crate::facts_json::outcome_json;
use crate::fixtures::{Engine, folder, from_hex, list, mode, names_in, read, read_json, text};
use parse::engine::ParseOutcome;
use serde_json::{Map, Value, json};

/// Columns of equal length as rows, as the examples write them.
fn rows(columns: &Value) -> Value {
    let columns = columns.as_object().expect("columns");
    let length = columns.values().next().map_or(0, |column| list(column).len());
    let row = |at: usize| {
        columns
            .iter()
            .map(|(name, column)| (name.clone(), column[at].clone()))
            .collect::<Map<_, _>>()
    };
    (0..length).map(|at| Value::Object(row(at))).collect()
}

/// The fields of a declaration that the example has.
fn compared(declaration: &Value, example: &Value) -> Value {
    let example = example.as_object().expect("a declaration");
    let mut reduced = declaration.clone();
    let members = reduced.as_object_mut().expect("a declaration");
    let has_body = members.contains_key("function_body");
    let is_function = matches!(text(&declaration["kind"]), "function" | "method");
    if is_function && !has_body && example.contains_key("without_body") {
        members.insert("without_body".into(), json!(true));
    }
    members.retain(|name, _| example.contains_key(name));
    reduced
}

#[test]
fn facts_of_the_examples() {
    let mut engine = Engine::new(false);
    let mut count = 0;
    for language in names_in("facts") {
        let mut files: Vec<_> = std::fs::read_dir(folder().join("facts").join(&language))
            .expect("examples")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .filter(|name| name.ends_with(".json"))
            .collect();
        files.sort();
        for file in files {
            let path = format!("facts/{language}/{file}");
            let example = read_json(&path);
            let source = read(path.strip_suffix(".json").expect("JSON"));
            let outcome = outcome_json(&engine.parse(&source, mode(&example["mode"])));
            let facts = &outcome["facts"];
            let errors = facts["errors"]["count"].as_u64().unwrap_or(0);
            assert_eq!(errors, example["errors"].as_u64().expect("a number"), "{path}");
            let expected = &example["facts"];
            let examples = list(&expected["declarations"]);
            let declarations = list(&facts["declarations"]);
            assert_eq!(declarations.len(), examples.len(), "{path}");
            for (declaration, example) in declarations.iter().zip(examples) {
                assert_eq!(&compared(declaration, example), example, "{path}");
            }
            assert_eq!(facts["imports"], expected["imports"], "{path}");
            for list in ["exports", "scoped_calls", "references", "ignore_comments"] {
                assert_eq!(facts.get(list), expected.get(list), "{path}");
            }
            assert_eq!(rows(&facts["calls"]), expected["calls"], "{path}");
            assert_eq!(rows(&facts["control"]), expected["control"], "{path}");
            count += 1;
        }
    }
    assert!(count > 50, "{count} examples");
}

#[test]
fn programs_in_here_documents() {
    let mut engine = Engine::new(false);
    let bash = json!({ "language": "bash" });
    for example in list(&read_json("vectors/here-documents.json")) {
        let about = text(&example["about"]);
        let outcome = engine.parse(text(&example["text"]).as_bytes(), mode(&bash));
        let (ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. }) = outcome else {
            panic!("{about}");
        };
        let found = facts.embedded.iter().map(|it| {
            let names: Vec<&str> = it.declarations.iter().map(|its| its.qualified_name.as_str()).collect();
            let mut program = json!({
                "language": it.language,
                "lines": [it.start_line, it.end_line],
                "status": it.status,
                "declarations": names,
            });
            if let Some(reason) = &it.reason {
                program["reason"] = json!(reason);
            }
            if let Ok(within) = usize::try_from(it.within) {
                program["within"] = json!(facts.declarations[within].name);
            }
            program
        });
        assert_eq!(found.collect::<Value>(), example["programs"], "{about}");
    }
}

#[test]
fn statuses() {
    let mut engine = Engine::new(false);
    for example in list(&read_json("engine/statuses.json")) {
        let bytes = match example["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => from_hex(text(&example["hex"])),
        };
        let outcome = outcome_json(&engine.parse(&bytes, mode(&example["mode"])));
        assert_eq!(outcome["status"], example["status"], "{}", example["about"]);
        assert_eq!(outcome.get("encoding"), example.get("encoding"), "{}", example["about"]);
        assert_ne!(outcome.get("reason"), Some(&json!("")), "{}", example["about"]);
    }
}

#[test]
fn an_outcome_depends_on_the_file_alone() {
    let examples = read_json("vectors/stream/streams.json");
    let files = list(&examples["files"]);
    let outcome = |file: &Value, engine: &mut Engine| {
        let source = read(&format!("vectors/stream/sources/{}", text(&file["source"])));
        outcome_json(&engine.parse(&source, mode(&file["mode"])))
    };
    let mut engine = Engine::new(true);
    let forwards: Vec<Value> = files.iter().map(|file| outcome(file, &mut engine)).collect();
    let mut backwards: Vec<Value> = files.iter().rev().map(|file| outcome(file, &mut engine)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
