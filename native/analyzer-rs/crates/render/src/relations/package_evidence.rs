//! What a file says about the package that it is a part of.

use serde_json::Value;

use super::rules::RELATIONS;

#[derive(Clone, Default)]
pub struct NamedPackage {
    /// `None` in a licence.
    pub name: Option<String>,
    pub version: Option<String>,
    pub licence: Option<String>,
}

/// The package of a manifest of npm, Composer or Bower; `None` for a private one, or one without a name.
pub fn package_of_json(bytes: &[u8]) -> Option<NamedPackage> {
    let manifest: Value = serde_json::from_slice(bytes).ok()?;
    let value = |key: &str| manifest.get(key).and_then(Value::as_str);
    if manifest.get("private").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    named(value("name"), value("version"), value("license"))
}

/// The package of `METADATA` or `PKG-INFO` of Python.
pub fn package_of_headers(bytes: &[u8]) -> Option<NamedPackage> {
    let text = latin1(bytes);
    let is_header = |line: &&str| !line.trim_end_matches([' ', '\r']).is_empty();
    let headers: Vec<&str> = text.split('\n').take_while(is_header).collect();
    let value = |key: &str| {
        let mut parts = headers.iter().filter_map(|line| line.split_once(": "));
        let (_, value) = parts.find(|(name, _)| *name == key)?;
        Some(value.trim_end_matches([' ', '\r']))
    };
    named(value("Name"), value("Version"), value("License-Expression"))
}

/// The first known licence in a text.
pub fn licence_of(bytes: &[u8]) -> Option<&'static str> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0c);
    let lower = bytes.to_ascii_lowercase();
    let parts: Vec<&[u8]> = lower.split(is_blank).filter(|it| !it.is_empty()).collect();
    let words = latin1(&parts.join(&b' '));
    let mut first: Option<(usize, &str)> = None;
    for licence in &RELATIONS.vendored_library.licences {
        if let Some(at) = words.find(&licence.words)
            && first.is_none_or(|(known, _)| at < known)
        {
            first = Some((at, &licence.name));
        }
    }
    first.map(|(_, name)| name)
}

/// The package that the first comment of a file names with a version, such as `jQuery v3.7.1`.
pub fn package_of_comment(bytes: &[u8]) -> Option<NamedPackage> {
    let head = &bytes[..bytes.len().min(RELATIONS.vendored_library.most_header_bytes)];
    let text = latin1(head);
    let comment = text.trim_start_matches([' ', '\t', '\r', '\n']).strip_prefix("/*")?;
    let comment = comment.trim_start_matches(['*', '!', ' ', '\t', '\r', '\n']);
    let line = comment.split('\n').next().unwrap_or_default();
    let words = line.split([' ', '\t', '\r']);
    let words: Vec<&str> = words.filter(|it| !it.is_empty() && !it.starts_with('@')).collect();
    let (at, version) = words
        .iter()
        .enumerate()
        .find_map(|(at, it)| Some((at, version_in(it)?)))?;
    let is_name = |it: &&&str| **it != "version" && **it != "Version";
    let before: Vec<&str> = words[..at].iter().filter(is_name).copied().collect();
    if before.is_empty() || before.len() > 4 || !before.iter().all(|it| is_name_word(it)) {
        return None;
    }
    named(Some(&before.join(" ")), Some(version), None)
}

fn is_name_word(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_alphabetic()) && word.bytes().all(is_word_byte)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".+-".contains(&byte)
}

/// Two numbers with a dot between them, and what follows them; without a `v` before them and one punctuation mark after them.
fn version_in(word: &str) -> Option<&str> {
    let word = word.strip_prefix('v').unwrap_or(word);
    let word = word.strip_suffix([',', ':', ';', ')']).unwrap_or(word);
    let (major, minor) = word.split_once('.')?;
    let is_major = !major.is_empty() && major.bytes().all(|it| it.is_ascii_digit());
    let is_minor = minor.starts_with(|it: char| it.is_ascii_digit()) && minor.bytes().all(is_word_byte);
    (is_major && is_minor).then_some(word)
}

fn named(name: Option<&str>, version: Option<&str>, licence: Option<&str>) -> Option<NamedPackage> {
    let plain = |value: Option<&str>| value.filter(|it| is_plain(it)).map(str::to_owned);
    Some(NamedPackage {
        name: Some(plain(name)?),
        version: plain(version),
        licence: plain(licence),
    })
}

/// Short, and printable ASCII.
fn is_plain(value: &str) -> bool {
    let is_printable = |byte: u8| (b' '..=b'~').contains(&byte);
    !value.starts_with(' ') && (1..=80).contains(&value.len()) && value.bytes().all(is_printable)
}

/// A byte is a character: names and licences are ASCII.
pub fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
