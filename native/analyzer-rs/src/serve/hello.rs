//! Describes this engine: everything that determines its facts.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use base::hex::hex;
use base::languages::documents;
use parse::extract::fingerprint::FINGERPRINT_VERSION;

/// Increased when `serve`, `index`, `entries`, `copies` or `--called-by-analyzer` change.
const PROTOCOL: u32 = 27;

/// `packages/core/src/parse/native/handshake.ts` compares it.
#[derive(Serialize)]
struct Hello {
    engine: &'static str,
    version: &'static str,
    protocol: u32,
    fingerprint: u32,
    /// Versions of the parsers, by language.
    parsers: serde_json::Map<String, serde_json::Value>,
    /// SHA-256 of `documents::ALL`, each without white space.
    languages: String,
}

/// The parser of a language's data file.
#[derive(Deserialize)]
struct Linked {
    parser: String,
}

/// One line of JSON.
pub fn hello() -> String {
    let hello = Hello {
        engine: "analyzer-rs",
        version: env!("CARGO_PKG_VERSION"),
        protocol: PROTOCOL,
        fingerprint: FINGERPRINT_VERSION,
        parsers: parsers(),
        languages: languages_digest(),
    };
    let text = serde_json::to_string(&hello).expect("plain data");
    format!("{text}\n")
}

fn parsers() -> serde_json::Map<String, serde_json::Value> {
    let described = |(id, document): (&str, &str)| {
        let Linked { parser } = serde_json::from_str(document).expect("the languages' data are checked by a test");
        let package = match parser.as_str() {
            "oxc" => "oxc_parser".to_owned(),
            "tree-sitter" => format!("tree-sitter-{id}"),
            _ => parser.clone(),
        };
        let version = locked_version(&package).unwrap_or("unknown");
        let value = serde_json::json!({ "parser": parser, "version": version });
        (id.to_owned(), value)
    };
    documents::PARSED.into_iter().map(described).collect()
}

/// Of a linked package, from Cargo.lock.
fn locked_version(package: &str) -> Option<&'static str> {
    const LOCK: &str = include_str!("../../Cargo.lock");
    let entry = LOCK
        .split("\n\n")
        .find(|entry| entry.contains(&format!("name = \"{package}\"\n")))?;
    let version = entry.lines().find_map(|line| line.strip_prefix("version = \""))?;
    version.strip_suffix('"')
}

fn languages_digest() -> String {
    let mut digest = Sha256::new();
    for document in documents::ALL {
        let value: serde_json::Value =
            serde_json::from_str(document).expect("the languages' data are checked by a test");
        digest.update(value.to_string());
    }
    hex(&digest.finalize())
}
