//! The scan of `fixtures/vectors/json-scan` in every view in `fixtures`.

mod model;

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fs;

use base::errors::AnalyzerError;
use render::dot::render_dot;
use render::json::{push_body, push_closing, push_exclusions, push_header, push_opening};
use render::out::Out;
use render::relations::model::CopyRelations;
use render::snapshot_id::take_snapshot;
use render::terminal::{Detail, LIST_CLASSES, TerminalOptions, UNBOUNDED, render_terminal};
use scan::model::Scan;

use model::{fixture, read_scan};

const NO_RELATIONS: CopyRelations = CopyRelations {
    relations: Vec::new(),
    left_out: 0,
    evidence: FxHashMap::with_hasher(FxBuildHasher),
};

fn written(render: impl FnOnce(&mut Out<'_>) -> Result<(), AnalyzerError>) -> String {
    let mut bytes = Vec::new();
    let mut sink = |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        Ok(())
    };
    let mut out = Out::new(&mut sink);
    render(&mut out).and_then(|()| out.flush()).expect("nothing fails here");
    String::from_utf8(bytes).expect("UTF-8")
}

fn expected(path: &str) -> String {
    fs::read_to_string(fixture(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(scan: &Scan, facts: bool) -> String {
    let id = take_snapshot(scan, 0, &|| Ok(())).expect("an id").id;
    written(|out| {
        out.start_visible_json();
        push_opening(&mut out.text, scan, &id);
        push_header(&mut out.text, scan);
        push_body(out, scan, facts)?;
        push_exclusions(out, scan)?;
        push_closing(&mut out.text, scan, &NO_RELATIONS);
        Ok(())
    })
}

#[test]
fn json_views() {
    let scan = read_scan();
    for (name, facts) in [("full", true), ("files", false)] {
        let document = expected(&format!("vectors/json-scan/{name}.json"));
        let other = document.replacen("\"engine\":\"portable\"", "\"engine\":\"native\"", 1);
        assert_eq!(json(&scan, facts), other, "{name}");
    }
}

#[test]
fn the_body_of_a_snapshot_is_the_body_of_the_document() {
    let scan = read_scan();
    let snapshot = take_snapshot(&scan, usize::MAX, &|| Ok(())).expect("a snapshot");
    let body = written(|out| push_body(out, &scan, true));
    assert_eq!(snapshot.body.as_deref(), Some(body.as_bytes()));
}

#[test]
fn terminal_views() {
    let scan = read_scan();
    let plain = || TerminalOptions {
        detail: Some(Detail::Declarations),
        path: ".".to_owned(),
        ascii: false,
        color: false,
        width: UNBOUNDED,
        include: 0,
    };
    let small = LIST_CLASSES.iter().position(|it| *it == "small").expect("the class");
    let with_small = || TerminalOptions {
        include: 1 << small,
        ..plain()
    };
    let files = TerminalOptions {
        detail: Some(Detail::Files),
        ..plain()
    };
    let full = TerminalOptions {
        detail: Some(Detail::Full),
        ..with_small()
    };
    let ascii = TerminalOptions {
        detail: Some(Detail::Full),
        ascii: true,
        ..with_small()
    };
    let color = TerminalOptions {
        color: true,
        ..with_small()
    };
    let of_80 = TerminalOptions {
        width: 80,
        ..with_small()
    };
    let of_40 = TerminalOptions { width: 40, ..plain() };
    let first = TerminalOptions {
        detail: None,
        width: 100,
        ..with_small()
    };
    let views = [
        ("first", first),
        ("files", files),
        ("declarations", plain()),
        ("full", full),
        ("80", of_80),
        ("40", of_40),
        ("ascii", ascii),
        ("color", color),
    ];
    for (name, options) in views {
        let view = written(|out| render_terminal(out, &scan, Some(&NO_RELATIONS), &options));
        let other = expected(&format!("render/terminal.{name}.txt"));
        assert_eq!(view, other.replace("portable engine", "native engine"), "{name}");
    }
}

#[test]
fn graph_views() {
    let scan = read_scan();
    let details = [
        ("files", Detail::Files),
        ("declarations", Detail::Declarations),
        ("full", Detail::Full),
    ];
    for (name, detail) in details {
        let view = written(|out| render_dot(out, &scan, detail));
        assert_eq!(view, expected(&format!("render/graph.{name}.dot")), "{name}");
    }
}
