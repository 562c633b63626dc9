//! The complete history in one project, each edit in its own folder, in every form in `fixtures/diff/views`.

use base::errors::AnalyzerError;
use diff::model::{Diff, Side};
use render::diff::dot::render_diff_dot;
use render::diff::json::render_diff_json;
use render::diff::markdown::render_diff_markdown;
use render::diff::sarif::render_diff_sarif;
use render::diff::terminal::render_diff_terminal;
use render::out::Out;
use render::terminal::{Detail, TerminalOptions, UNBOUNDED};
use tree::source::RevisionName;

use crate::fixtures::{Edit, Files, Scratch, diff_of, diff_of_files, files, history, read, source};

fn whole(side: impl Fn(Edit) -> Files) -> Files {
    let mut all = Files::new();
    for edit in history() {
        let name = edit.name.clone();
        all.extend(
            side(edit)
                .into_iter()
                .map(|(path, text)| (format!("{name}/{path}"), text)),
        );
    }
    all
}

/// Without values that depend on the machine and the names of folders.
fn named(mut diff: Diff) -> Diff {
    diff.before = Side {
        root: "before".to_owned(),
        revision: None,
    };
    diff.after = Side {
        root: "after".to_owned(),
        revision: Some(RevisionName {
            written: "v2:shop".to_owned(),
            object: "0123456789".repeat(4),
        }),
    };
    diff.runtime.jobs = 2;
    diff.runtime.wall_ms = 1;
    diff.runtime.cache = None;
    diff
}

fn written(render: impl FnOnce(&mut Out<'_>) -> Result<(), AnalyzerError>) -> String {
    let mut bytes = Vec::new();
    let mut sink = |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        Ok(())
    };
    render(&mut Out::new(&mut sink)).expect("nothing fails here");
    String::from_utf8(bytes).expect("UTF-8")
}

fn terminal(diff: &Diff, detail: Detail, ascii: bool) -> String {
    let options = TerminalOptions {
        detail: Some(detail),
        path: String::new(),
        ascii,
        color: false,
        width: UNBOUNDED,
        include: 0,
    };
    written(|out| render_diff_terminal(out, diff, &options))
}

fn json(diff: &Diff) -> String {
    written(|out| render_diff_json(out, diff))
}

#[test]
fn the_complete_history_in_every_format() {
    let diff = named(diff_of_files(&whole(|it| it.before), &whole(|it| it.after)));
    let views = [
        ("diff.json", json(&diff)),
        ("terminal.txt", terminal(&diff, Detail::Declarations, false)),
        ("terminal.full.txt", terminal(&diff, Detail::Full, false)),
        ("terminal.files.ascii.txt", terminal(&diff, Detail::Files, true)),
        (
            "review.md",
            written(|out| render_diff_markdown(out, &diff, Detail::Declarations)),
        ),
        ("diff.sarif", render_diff_sarif(&diff, "0.5.0")),
        ("diff.dot", written(|out| render_diff_dot(out, &diff))),
    ];
    for (name, view) in views {
        let expected = read(&format!("diff/views/{name}"))
            .replacen("\"engine\":\"portable\"", "\"engine\":\"native\"", 1)
            .replace("portable engine, ", "native engine, ");
        assert_eq!(view, expected, "{name}");
    }
}

#[test]
fn a_parse_cache_without_ngrams_does_not_change_a_diff() {
    let old = Scratch::new(&whole(|it| it.before));
    let now = Scratch::new(&whole(|it| it.after));
    let cache = Scratch::new(&Files::new());
    let document = || {
        let diff = diff_of(&*source(&old.0), &*source(&now.0), Some(&cache.0));
        let hits = diff.runtime.cache.as_ref().map_or(0, |it| it.hits);
        (hits, json(&named(diff)))
    };
    let (_, cold) = document();
    let (hits, warm) = document();
    assert!(hits > 50);
    assert_eq!(warm, cold);
    let expected = read("diff/views/diff.json");
    assert_eq!(
        cold,
        expected.replacen("\"engine\":\"portable\"", "\"engine\":\"native\"", 1)
    );
}

#[test]
fn names_of_the_project_are_escaped() {
    let path = "a\u{1b}[31m\u{202e}`*_@x.py";
    let diff = diff_of_files(
        &files([("b.py", "x = 1\n")]),
        &files([("b.py", "x = 1\n"), (path, "def f(a):\n    return a\n")]),
    );
    let markdown = written(|out| render_diff_markdown(out, &diff, Detail::Full));
    for view in [&terminal(&diff, Detail::Full, false), &markdown] {
        assert!(!view.contains(['\u{1b}', '\u{202e}']), "{view}");
    }
    assert!(markdown.contains("`` a\\e[31m\\u{202e}`*_@x.py:1 ``"), "{markdown}");
}
