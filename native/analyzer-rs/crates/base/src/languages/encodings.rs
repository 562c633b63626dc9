//! The encoding of a Python source file by its declared name.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::documents;

#[derive(Deserialize)]
struct Encodings {
    python: PythonEncodings,
}

#[derive(Deserialize)]
struct PythonEncodings {
    prefixes: HashMap<String, Vec<String>>,
    names: HashMap<String, Vec<String>>,
}

struct Table {
    labels: HashMap<String, String>,
    /// Prefix of a name, and the encoding.
    prefixes: Vec<(String, String)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let Encodings { python } = serde_json::from_str(documents::ENCODINGS).expect("a test checks encodings.json");
    let flat = |map: HashMap<String, Vec<String>>| {
        map.into_iter()
            .flat_map(|(label, names)| names.into_iter().map(move |name| (name, label.clone())))
    };
    Table {
        labels: flat(python.names).collect(),
        prefixes: flat(python.prefixes).collect(),
    }
});

/// `utf-8`, `latin-1`, `ascii` or a label of the WHATWG Encoding Standard; `None` if the name is unknown.
pub fn python_encoding(name: &str) -> Option<&'static str> {
    let mut key = String::with_capacity(name.len());
    for character in name.chars() {
        if !matches!(character, '-' | '_' | '.') {
            key.push(character.to_ascii_lowercase());
        } else if !key.ends_with('-') {
            key.push('-');
        }
    }
    if let Some(label) = TABLE.labels.get(&key) {
        return Some(label);
    }
    TABLE
        .prefixes
        .iter()
        .find(|(start, _)| key.starts_with(start))
        .map(|(_, label)| label.as_str())
}
