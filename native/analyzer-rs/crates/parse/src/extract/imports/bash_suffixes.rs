//! The path after the folder of a word that starts with an expansion whose value is not known: `lib/x.sh` of
//! `"$ROOT/lib/x.sh"`, and of `"$LIB/x.sh"` after `LIB=$ROOT/lib`.

use super::bash_constants::{DEEPEST, LONGEST, unquoted};
use super::bash_script_path::expansion_end;

/// `assigned`: the word that a variable has in the complete file; none if it can have another value. None for any other word,
/// and without a name after the last `..`.
pub fn suffix_word<'a>(word: &'a str, assigned: &dyn Fn(&str) -> Option<&'a str>) -> Option<String> {
    let mut value = String::new();
    let mut next = Some(word);
    for depth in 0..=DEEPEST {
        let Some(word) = next else { break };
        match expansion(word).and_then(|it| Some((it.name, unquoted(&it.literal)?))) {
            Some((name, literal)) => {
                value = literal + &value;
                next = name.and_then(assigned);
            }
            None if depth == 0 => return None,
            None => next = None,
        }
    }
    // Variables that need each other have no end.
    if next.is_some() {
        return None;
    }
    value.starts_with('/').then(|| path_after(&value)).flatten()
}

struct Expansion<'a> {
    /// Of a plain variable.
    name: Option<&'a str>,
    /// The word without it.
    literal: String,
}

fn expansion(word: &str) -> Option<Expansion<'_>> {
    let start = usize::from(word.starts_with('"'));
    if word.as_bytes().get(start) != Some(&b'$') || word.encode_utf16().nth(LONGEST).is_some() {
        return None;
    }
    let end = expansion_end(word.as_bytes(), start)?;
    let (before, rest) = (word.get(..start)?, word.get(end..)?);
    Some(Expansion {
        name: variable(word.get(start + 1..end)?),
        literal: format!("{before}{rest}"),
    })
}

fn variable(written: &str) -> Option<&str> {
    let name = match written.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}')?,
        None => written,
    };
    let is_name = |one: u8| one.is_ascii_alphanumeric() || one == b'_';
    let is_plain = name.bytes().all(is_name) && name.bytes().next().is_some_and(|it| !it.is_ascii_digit());
    is_plain.then_some(name)
}

/// The path without `.`, and without all before the last `..` that leaves it.
fn path_after(value: &str) -> Option<String> {
    let mut segments = Vec::new();
    for segment in value.split('/') {
        match segment {
            ".." => {
                segments.pop();
            }
            "" | "." => {}
            _ => segments.push(segment),
        }
    }
    (!segments.is_empty()).then(|| segments.join("/"))
}
