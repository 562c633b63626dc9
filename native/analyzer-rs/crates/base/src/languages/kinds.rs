//! The language of a file's name or interpreter, compiled for fast lookups.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Map;

use super::documents;
use super::hosts::HOSTS;

/// The kind of a file by its name or interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// A language id of `languages/`, or the id of a known language that is not parsed.
    pub language: String,
    pub dialect: Option<String>,
    pub parsed: bool,
    /// The interpreter in the first line has precedence over the name.
    pub shebang_first: bool,
    /// Other formats have its ending too: without this text in its first bytes the file is of an unknown kind.
    pub needs_text: Option<String>,
    /// The file only declares what another one has: no program runs it, so that its imports load nothing.
    pub declares_only: bool,
    /// The file has code of other languages, which its content decides; `language` is then the name of its format.
    pub is_host: bool,
}

#[derive(Default)]
pub struct Kinds {
    /// By suffix, with its first dot.
    pub by_extension: HashMap<String, FileKind>,
    /// By complete file name.
    pub by_name: HashMap<String, FileKind>,
    /// By name of the interpreter, without a version.
    pub by_interpreter: HashMap<String, FileKind>,
    /// By language: first bytes of files of other formats with its endings, after a byte order mark.
    pub other_starts: HashMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct ParsedLanguage {
    id: String,
    files: ParsedSigns,
}

#[derive(Deserialize)]
struct ParsedSigns {
    #[serde(default)]
    extensions: Map<String, serde_json::Value>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    other_starts: Vec<String>,
    #[serde(default)]
    shebangs: Vec<String>,
}

#[derive(Deserialize)]
struct Unsupported {
    languages: Map<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct UnsupportedSigns {
    #[serde(default)]
    extensions: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    shebangs: Vec<String>,
}

pub static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let mut kinds = Kinds::default();
    for (_, text) in documents::PARSED {
        let ParsedLanguage { id, files } = serde_json::from_str(text).expect("a test checks the language data");
        let kind = FileKind {
            language: id,
            dialect: None,
            parsed: true,
            shebang_first: false,
            needs_text: None,
            declares_only: false,
            is_host: false,
        };
        for (ending, signs) in files.extensions {
            let text = |name: &str| signs.get(name).and_then(|it| it.as_str()).map(str::to_owned);
            let is = |name: &str| signs.get(name).and_then(serde_json::Value::as_bool).unwrap_or(false);
            kinds.by_extension.insert(
                ending,
                FileKind {
                    dialect: text("dialect"),
                    shebang_first: is("shebang_first"),
                    needs_text: text("needs_text"),
                    declares_only: is("declares_only"),
                    ..kind.clone()
                },
            );
        }
        if !files.other_starts.is_empty() {
            kinds.other_starts.insert(kind.language.clone(), files.other_starts);
        }
        add(&mut kinds.by_name, files.names, &kind);
        add(&mut kinds.by_interpreter, files.shebangs, &kind);
    }
    for (id, host) in HOSTS.all() {
        let kind = FileKind {
            language: id.to_owned(),
            dialect: None,
            parsed: true,
            shebang_first: false,
            needs_text: None,
            declares_only: false,
            is_host: true,
        };
        add(&mut kinds.by_extension, host.extensions.clone(), &kind);
    }
    let Unsupported { languages } =
        serde_json::from_str(documents::UNSUPPORTED).expect("a test checks the language data");
    for (language, signs) in languages {
        let signs: UnsupportedSigns = serde_json::from_value(signs).expect("a test checks the language data");
        let kind = FileKind {
            language,
            dialect: None,
            parsed: false,
            shebang_first: false,
            needs_text: None,
            declares_only: false,
            is_host: false,
        };
        add(&mut kinds.by_extension, signs.extensions, &kind);
        add(&mut kinds.by_name, signs.names, &kind);
        add(&mut kinds.by_interpreter, signs.shebangs, &kind);
    }
    kinds
});

fn add(kinds: &mut HashMap<String, FileKind>, signs: Vec<String>, kind: &FileKind) {
    for sign in signs {
        kinds.insert(sign, kind.clone());
    }
}
