//! The language of a file by its name or first line.

use std::collections::VecDeque;

use base::languages::kinds::{FileKind, KINDS};

/// By the complete name, or the longest known extension. An upper-case extension is treated as lower case unless the
/// upper-case one is known itself (`.C` is not `.c`).
pub fn kind_of_name(name: &str) -> Option<&'static FileKind> {
    if let Some(kind) = KINDS.by_name.get(name) {
        return Some(kind);
    }
    let mut from = name.chars().next().map_or(0, char::len_utf8);
    while let Some(at) = name[from..].find('.') {
        let ending = &name[from + at..];
        let by_extension = &KINDS.by_extension;
        if let Some(kind) = by_extension
            .get(ending)
            .or_else(|| by_extension.get(&ending.to_ascii_lowercase()))
        {
            return Some(kind);
        }
        from += at + 1;
    }
    None
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The first bytes of a script.
pub const SHEBANG: &[u8] = b"#!";

/// A leading dot does not start an extension.
pub fn has_extension(name: &str) -> bool {
    name.rfind('.').is_some_and(|at| at > 0)
}

/// `by_name`: of `kind_of_name`; `may_be_script`: its name has no extension; `head`: the first bytes of the file.
pub fn kind_of_content(
    by_name: Option<&'static FileKind>,
    may_be_script: bool,
    head: &[u8],
) -> Option<&'static FileKind> {
    if may_be_script || by_name.is_some_and(|it| it.shebang_first) {
        let by_line = kind_of_shebang(head);
        if by_line.is_some() {
            return by_line;
        }
    }
    by_name.filter(|kind| is_of_format(kind, head))
}

fn is_of_format(kind: &FileKind, head: &[u8]) -> bool {
    if let Some(text) = &kind.needs_text {
        return memchr::memmem::find(head, text.as_bytes()).is_some();
    }
    let start = head.strip_prefix(BOM).unwrap_or(head);
    let others = KINDS.other_starts.get(&kind.language);
    !others.is_some_and(|all| all.iter().any(|text| start.starts_with(text.as_bytes())))
}

/// `head`: the first bytes of the file; a longer first line is ignored.
pub fn kind_of_shebang(head: &[u8]) -> Option<&'static FileKind> {
    let rest = head.strip_prefix(SHEBANG)?;
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let command: String = line.iter().map(|byte| char::from(*byte)).collect();
    let interpreter = interpreter_of(&command)?;
    let plain = interpreter.trim_end_matches(|it: char| it == '-' || it == '.' || it.is_ascii_digit());
    KINDS
        .by_interpreter
        .get(&interpreter)
        .or_else(|| KINDS.by_interpreter.get(plain))
}

/// `command`: a shebang line after its `#!`, such as `/usr/bin/env -S python3.11 -u`.
fn interpreter_of(command: &str) -> Option<String> {
    let mut words: VecDeque<&str> = command
        .split([' ', '\t', '\r'])
        .filter(|word| !word.is_empty())
        .collect();
    let program = base_name(words.pop_front()?);
    if program == "env" {
        command_of_env(words).map(|word| base_name(word).to_owned())
    } else {
        Some(program.to_owned())
    }
}

/// Skips arguments of `env` before the command: options, those with values, and assignments.
fn command_of_env(mut words: VecDeque<&str>) -> Option<&str> {
    while let Some(word) = words.pop_front() {
        if let Some(split) = split_string(word) {
            words.push_front(split);
        } else if matches!(word, "-u" | "-C" | "--unset" | "--chdir") {
            words.pop_front();
        } else if !word.starts_with('-') && !word.contains('=') {
            return Some(word);
        }
    }
    None
}

/// The value of `-S` in the same word.
fn split_string(word: &str) -> Option<&str> {
    let split = match word.strip_prefix("--split-string=") {
        Some(split) => split,
        None => word
            .strip_prefix('-')?
            .trim_start_matches(['i', 'v', '0'])
            .strip_prefix('S')?,
    };
    (!split.is_empty()).then_some(split)
}

fn base_name(path: &str) -> &str {
    &path[path.rfind('/').map_or(0, |at| at + 1)..]
}
