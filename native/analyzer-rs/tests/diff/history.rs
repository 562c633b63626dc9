//! Each edit is reported as what it is, and reversed in the other direction.

use diff::model::{DeclarationChange, Diff, ImportChange};
use diff::sides::DeclarationState;
use relate::model::LinkState;
use serde_json::{Value, json};

use crate::fixtures::{diff_of_files, files, history};

fn story_of(diff: &Diff) -> Value {
    let holding: Vec<String> = diff
        .declarations
        .iter()
        .filter(|it| it.holds_changes)
        .filter_map(|it| it.state_before(diff))
        .map(location_of)
        .collect();
    let mut story = json!({
        "declarations": diff.declarations.iter().filter(|it| !it.holds_changes).map(|it| summary(diff, it)).collect::<Vec<_>>(),
        "regroupings": diff.regroupings.iter().map(|it| json!({
            "change": it.change.name(),
            "path": it.path(diff),
            "parts": it.parts(diff).map(|(path, count)| json!({ "path": path, "declarations": count })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "imports": diff.imports.iter().map(|it| link(diff, it)).collect::<Vec<_>>(),
        "cycles": diff.cycles.iter().map(|it| json!({
            "change": it.change.name(),
            "before": it.paths_before(diff).collect::<Vec<_>>(),
            "after": it.paths_after(diff).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "groups": diff.groups.iter().map(|it| json!({
            "change": it.change.name(), "before": it.before, "after": it.after,
        })).collect::<Vec<_>>(),
        "files": diff.files.iter().map(|it| {
            let mut file = json!({ "change": it.change.name(), "path": it.path(diff) });
            if let Some(effect) = it.effect {
                file["effect"] = json!(effect.name());
            }
            if let (Some(before), Some(after)) = (it.before, it.after)
                && diff.path_before(before) != diff.path_after(after)
            {
                file["from"] = json!(diff.path_before(before));
            }
            file
        }).collect::<Vec<_>>(),
    });
    if !holding.is_empty() {
        story["holding"] = json!(holding);
    }
    story
}

fn summary(diff: &Diff, it: &DeclarationChange) -> Value {
    let changes: Vec<&str> = it.changes.iter().map(|change| change.name()).collect();
    let mut summary = json!({ "changes": changes });
    if let Some(before) = it.state_before(diff) {
        summary["before"] = json!(location_of(before));
    }
    if let Some(after) = it.state_after(diff) {
        summary["after"] = json!(location_of(after));
    }
    summary
}

fn link(diff: &Diff, it: &ImportChange) -> String {
    let state = match it.state {
        LinkState::Resolved => String::new(),
        other => format!(" ({})", other.name()),
    };
    format!("{} {} -> {}{state}", it.change.name(), it.path(diff), it.target(diff))
}

fn location_of(state: DeclarationState<'_>) -> String {
    format!("{}#{}", state.path, state.facts.qualified_name)
}

#[test]
fn each_edit_is_reported_with_its_kind() {
    for edit in history() {
        let story = story_of(&diff_of_files(&edit.before, &edit.after));
        assert_eq!(story, edit.expected, "{}", edit.name);
    }
}

/// The reverse of each change.
fn reversed(summary: &Value) -> Value {
    let changes: Vec<&str> = summary["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|it| match it.as_str().expect("a change") {
            "added" => "removed",
            "removed" => "added",
            "exported" => "unexported",
            "unexported" => "exported",
            other => other,
        })
        .collect();
    let mut back = json!({ "changes": changes });
    for (from, to) in [("after", "before"), ("before", "after")] {
        if let Some(location) = summary.get(from) {
            back[to] = location.clone();
        }
    }
    back
}

#[test]
fn backwards_it_is_the_reverse() {
    let sorted = |mut all: Vec<Value>| {
        all.sort_by_key(Value::to_string);
        all
    };
    for edit in history() {
        let story = story_of(&diff_of_files(&edit.after, &edit.before));
        let expected = edit.expected["declarations"].as_array().expect("declarations");
        let found = story["declarations"].as_array().expect("declarations").clone();
        assert_eq!(
            sorted(found),
            sorted(expected.iter().map(reversed).collect()),
            "{}",
            edit.name
        );
    }
}

#[test]
fn no_edit_means_no_changes() {
    for edit in history() {
        let diff = diff_of_files(&edit.before, &edit.before);
        assert!(!diff.has_differences(), "{}", edit.name);
        assert!(diff.declarations.is_empty() && diff.imports.is_empty() && diff.groups.is_empty());
    }
}

#[test]
fn a_thousand_nested_functions_need_linear_time_and_no_stack() {
    let nested = |end: &str| {
        let (open, close) = ("function f() { ".repeat(5000), " }".repeat(5000));
        files([("a.php", &format!("<?php {open}return {end};{close}"))])
    };
    let diff = diff_of_files(&nested("1"), &nested("2"));
    assert!(!diff.declarations.is_empty());
    assert!(diff.declarations.iter().filter(|it| !it.holds_changes).count() <= 1);
}

#[test]
fn an_unparsable_file_has_no_declaration_changes() {
    let source = |value: &str| format!("import './b.js';\nfunction f() {{\n  return {value};\n}}\n");
    let diff = diff_of_files(
        &files([("a.js", &source("1")), ("b.js", "")]),
        &files([("a.js", &source("((1")), ("b.js", "")]),
    );
    let story = story_of(&diff);
    assert_eq!(story["declarations"], json!([]));
    assert_eq!(story["imports"], json!([]));
    assert_eq!(
        story["files"],
        json!([{ "change": "modified", "path": "a.js", "effect": "unknown" }])
    );
}
