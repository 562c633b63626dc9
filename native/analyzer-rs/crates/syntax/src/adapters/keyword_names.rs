//! Keywords that a language allows as names in places where its grammar does not.

use std::borrow::Cow;

use serde::Deserialize;

/// In lower case.
#[derive(Clone, Default, Deserialize)]
pub struct KeywordNames {
    /// Names of arguments: `f(readonly: 1)`.
    arguments: Vec<String>,
    /// Names of constants, `const ENUM = 1` and `const string DEFAULT = 'x'`, and of methods that return a reference,
    /// `function &list()`.
    members: Vec<String>,
}

impl KeywordNames {
    /// Writes an underscore over the first letter of such names, for the grammar; offsets stay.
    pub fn masked<'a>(&self, source: &'a str) -> Cow<'a, str> {
        let bytes = source.as_bytes();
        let mut masked: Option<Vec<u8>> = None;
        let mut at = 0;
        while let Some(start) = (at..bytes.len()).find(|&it| is_letter(bytes[it])) {
            let end = (start..bytes.len())
                .find(|&it| !(is_letter(bytes[it]) || bytes[it].is_ascii_digit()))
                .unwrap_or(bytes.len());
            at = end;
            let word = &bytes[start..end];
            // The character after a word excludes most of them.
            let is_name = match bytes.get(first_after(bytes, end)) {
                Some(b':') => has(&self.arguments, word) && is_argument(bytes, start, end),
                Some(b'=') => has(&self.members, word) && is_constant(bytes, start, end),
                Some(b'(') => is_reference(bytes, start) && has(&self.members, word),
                _ => false,
            };
            if is_name {
                masked.get_or_insert_with(|| bytes.to_vec())[start] = b'_';
            }
        }
        // Only ASCII letters are replaced.
        match masked.map(String::from_utf8) {
            Some(Ok(text)) => Cow::Owned(text),
            _ => Cow::Borrowed(source),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty() && self.members.is_empty()
    }
}

fn has(names: &[String], word: &[u8]) -> bool {
    names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(word))
}

fn is_argument(bytes: &[u8], start: usize, end: usize) -> bool {
    let before = last_before(bytes, start).map(|at| bytes[at]);
    let after = first_after(bytes, end);
    matches!(before, Some(b'(' | b',')) && bytes.get(after) == Some(&b':') && bytes.get(after + 1) != Some(&b':')
}

/// After `const` and white space, with or without a type and white space between.
fn is_constant(bytes: &[u8], start: usize, end: usize) -> bool {
    let after = first_after(bytes, end);
    if bytes.get(after) != Some(&b'=') || matches!(bytes.get(after + 1), Some(b'=' | b'>')) {
        return false;
    }
    let Some(before) = last_before(bytes, start).filter(|it| it + 1 < start) else {
        return false;
    };
    if ends_with(bytes, before, b"const") {
        return true;
    }
    let type_start = (0..=before).rev().find(|&at| !is_type(bytes[at]));
    let Some(type_start) = type_start.filter(|&it| it < before) else {
        return false;
    };
    last_before(bytes, type_start + 1).is_some_and(|word| word < type_start && ends_with(bytes, word, b"const"))
}

/// After `function` and `&`.
fn is_reference(bytes: &[u8], start: usize) -> bool {
    let sign = last_before(bytes, start).filter(|&at| bytes[at] == b'&');
    sign.and_then(|at| last_before(bytes, at))
        .is_some_and(|word| ends_with(bytes, word, b"function"))
}

/// Whether the text up to the position `last` ends with a word.
fn ends_with(bytes: &[u8], last: usize, word: &[u8]) -> bool {
    let Some(start) = (last + 1).checked_sub(word.len()) else {
        return false;
    };
    let before = start.checked_sub(1).map(|at| bytes[at]);
    bytes[start..=last].eq_ignore_ascii_case(word) && before.is_none_or(|it| !is_part_of_name(it))
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_type(byte: u8) -> bool {
    is_letter(byte) || byte.is_ascii_digit() || byte >= 0x80 || b"\\|&?()".contains(&byte)
}

fn is_part_of_name(byte: u8) -> bool {
    is_letter(byte) || byte.is_ascii_digit() || byte >= 0x80 || byte == b'$' || byte == b'>'
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Position of the last byte before `at` that is not white space.
fn last_before(bytes: &[u8], at: usize) -> Option<usize> {
    (0..at).rev().find(|&it| !is_space(bytes[it]))
}

fn first_after(bytes: &[u8], at: usize) -> usize {
    (at..bytes.len())
        .find(|&it| !is_space(bytes[it]))
        .unwrap_or(bytes.len())
}
