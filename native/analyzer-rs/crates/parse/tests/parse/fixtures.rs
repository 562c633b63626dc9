//! The data that both engines must satisfy, and the engine that is compared with it.

use std::fs;
use std::path::PathBuf;

use parse::Parser;
use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use serde_json::Value;

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../fixtures")
}

/// The names below a folder of `fixtures`, sorted, without `.json`.
pub fn names_in(path: &str) -> Vec<String> {
    let entries = fs::read_dir(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| !name.starts_with('.'))
        .map(|name| name.strip_suffix(".json").unwrap_or(&name).to_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 5, "{path} has only {} entries", names.len());
    names
}

pub fn read(path: &str) -> Vec<u8> {
    fs::read(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn read_json(path: &str) -> Value {
    serde_json::from_slice(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

pub fn mode(value: &Value) -> ParseMode<'_> {
    ParseMode {
        language: text(&value["language"]),
        dialect: value["dialect"].as_str(),
    }
}

pub fn from_hex(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(byte).collect()
}

pub struct Engine {
    parser: Parser,
}

impl Engine {
    pub fn new(tokens: bool) -> Self {
        Self {
            parser: Parser::new(ParserOptions {
                tokens,
                ..ParserOptions::default()
            }),
        }
    }

    pub fn parse(&mut self, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome {
        self.parser.parse("fixture", bytes, mode)
    }
}
