//! Code in files of another format.

use parse::Parser;
use parse::elements::element_block::ElementBlock;
use parse::elements::stored_block::StoredBlock;
use parse::embedded::{embedded_code, embedded_mode};
use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use serde_json::{Value, json};

use super::fixtures::{list, read_json, text};

#[test]
fn embedded_code_is_that_of_the_examples() {
    let examples = read_json("vectors/embedded.json");
    for example in list(&examples) {
        let about = text(&example["about"]);
        let bytes = text(&example["text"]).as_bytes();
        let format = ["vue", "svelte", "astro", "jupyter-notebook"]
            .into_iter()
            .find(|it| *it == text(&example["format"]))
            .expect("a known format");
        let mode = embedded_mode(format, bytes);
        let code = match embedded_code(format, bytes) {
            Ok(code) => code,
            Err(unread) => {
                assert_eq!(example["unread"], json!(unread), "{about}");
                assert_eq!(mode, Err(unread), "{about}");
                continue;
            }
        };
        assert_eq!(text(&example["code"]), String::from_utf8_lossy(&code.bytes), "{about}");
        assert_eq!(example["mode"]["language"], json!(code.mode.language), "{about}");
        assert_eq!(example["mode"]["dialect"].as_str(), code.mode.dialect, "{about}");
        let problems: Vec<Value> = code
            .problems
            .iter()
            .map(|it| json!({ "line": it.line, "message": it.message }))
            .collect();
        assert_eq!(
            example.get("problems").unwrap_or(&json!([])),
            &json!(problems),
            "{about}"
        );
        let mode = mode.expect("a mode");
        assert_eq!(
            (mode.language, mode.dialect),
            (code.mode.language, Some(format)),
            "{about}"
        );
    }
}

#[test]
fn a_megabyte_of_any_format_is_read() {
    for (format, part) in [
        ("jupyter-notebook", "{\"cells\":["),
        ("jupyter-notebook", "{\"a\":\"\\\\\"},"),
        ("vue", "<script>a</script>"),
        ("svelte", "<script lang=\"x\">a</script>"),
        ("astro", "<script>"),
        ("vue", "<script a=\""),
        ("astro", "<script a={"),
        ("vue", "<template>"),
        ("svelte", "<!--"),
        ("astro", "---\n"),
        ("vue", "<"),
        ("vue", "<script></"),
    ] {
        let source = part.repeat((1 << 20) / part.len());
        if let Ok(code) = embedded_code(format, source.as_bytes()) {
            assert!(
                format == "jupyter-notebook" || code.bytes.len() == source.len(),
                "{part}"
            );
        }
    }
}

#[test]
fn lines_of_here_documents_are_units() {
    let bash = ParseMode {
        language: "bash",
        dialect: None,
    };
    let mut parser = Parser::new(ParserOptions {
        elements: true,
        ..ParserOptions::default()
    });
    for example in list(&read_json("vectors/text-lines.json")) {
        let about = text(&example["about"]);
        let outcome = parser.parse("a.sh", text(&example["text"]).as_bytes(), bash);
        let (ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. }) = outcome else {
            panic!("{about}");
        };
        let nodes: Vec<u32> = facts.declarations.iter().map(|it| it.nodes).collect();
        assert_eq!(json!(nodes), example["nodes"], "{about}");
        let block = facts.elements.as_ref().and_then(StoredBlock::held).expect("elements");
        let units = ElementBlock::decode_units(block).expect("a block");
        let number = |it: Option<u32>| it.map_or(-1, i64::from);
        let shown = units.iter().map(|it| {
            format!(
                "{}-{} {}-{} in {} after {}: {} elements, {} nodes, {} closings",
                it.start_line,
                it.end_line,
                it.start_byte,
                it.end_byte,
                number(it.parent),
                number(it.previous),
                it.count,
                it.nodes,
                it.last_closings
            )
        });
        assert_eq!(shown.collect::<Value>(), example["units"], "{about}");
    }
}

#[test]
fn programs_of_here_documents_are_code() {
    let bash = ParseMode {
        language: "bash",
        dialect: None,
    };
    let mut parser = Parser::new(ParserOptions {
        elements: true,
        ..ParserOptions::default()
    });
    for example in list(&read_json("vectors/here-document-code.json")) {
        let about = text(&example["about"]);
        let outcome = parser.parse("a.sh", text(&example["text"]).as_bytes(), bash);
        let (ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. }) = outcome else {
            panic!("{about}");
        };
        let block = facts.elements.as_ref().and_then(StoredBlock::held).expect("elements");
        let block = ElementBlock::decode(block).expect("a block");
        let number = |it: Option<u32>| it.map_or(-1, i64::from);
        let bodies = block
            .bodies
            .iter()
            .map(|it| format!("{} elements from {}", it.count, it.first));
        let units = block.units.iter().map(|it| {
            format!(
                "{}-{} {}-{} in {} after {}: {} elements from {}, {} nodes, {} closings",
                it.start_line,
                it.end_line,
                it.start_byte,
                it.end_byte,
                number(it.parent),
                number(it.previous),
                it.count,
                it.first,
                it.nodes,
                it.last_closings
            )
        });
        let callbacks = block.callbacks.iter().map(|it| {
            format!(
                "{}-{} {}-{} {}: {} elements from {}, {} nodes",
                it.start_line, it.end_line, it.start_byte, it.end_byte, it.name, it.count, it.first, it.nodes
            )
        });
        let control = facts.control.read();
        let control = control.iter().map(|it| {
            format!(
                "{} {}, depth {} in {}",
                it.line,
                it.kind().name(),
                it.depth(),
                it.within
            )
        });
        assert_eq!(control.collect::<Value>(), example["control"], "{about}");
        assert_eq!(bodies.collect::<Value>(), example["bodies"], "{about}");
        assert_eq!(units.collect::<Value>(), example["units"], "{about}");
        assert_eq!(callbacks.collect::<Value>(), example["callbacks"], "{about}");
        assert_eq!(json!(block.elements.len()), example["elements"], "{about}");
    }
}
