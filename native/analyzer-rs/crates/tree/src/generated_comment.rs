//! Whether the comments before the first code say that a file is generated, as people read it: see `comment` of
//! `languages/roles.json`.

use base::languages::policy::{GeneratedComment, ROLES};
use memchr::memmem;

/// At the ends of a line, around the words of a comment.
const DECORATION: &[u8] = b" \t\r/*#;%!<>\"'=-";

/// `head`: the file's first bytes.
pub fn says_generated(head: &[u8]) -> bool {
    let rules = &ROLES.generated.comment;
    let text = head[..head.len().min(rules.within_bytes)].to_ascii_lowercase();
    if memmem::find(&text, b"generated").is_none() {
        return false;
    }
    let words = first_comment(&text, rules);
    let is_tag = |tag: &String| {
        let ends = |at: usize| !words.get(at + tag.len()).is_some_and(|it| is_word(*it) || *it == b'-');
        memmem::find_iter(&words, tag).any(ends)
    };
    if rules.tags.iter().any(is_tag)
        || rules
            .statements
            .iter()
            .any(|it| memmem::find(&words, it.as_bytes()).is_some())
    {
        return true;
    }
    let edits: Vec<usize> = rules.edit.iter().flat_map(|it| positions(&words, it)).collect();
    let is_near = |at: usize| edits.iter().any(|other| at.abs_diff(*other) <= rules.near_bytes);
    if rules
        .generated
        .iter()
        .any(|it| positions(&words, it).into_iter().any(is_near))
    {
        return true;
    }
    rules.by.iter().any(|phrase| {
        positions(&words, phrase).into_iter().any(|at| {
            let start = at + phrase.len();
            let after = &words[start..(start + rules.generator_bytes).min(words.len())];
            let is_named = |name: &str| {
                positions(after, name)
                    .into_iter()
                    .any(|at| is_whole(after, at, name.len()))
            };
            rules.generators.iter().any(|it| is_named(&it.name))
        })
    })
}

/// The words of the comments before the first code, in one line.
fn first_comment(text: &[u8], rules: &GeneratedComment) -> Vec<u8> {
    let mut words: Vec<&[u8]> = Vec::new();
    let mut end: Option<&[u8]> = None;
    for line in text.split(|it| *it == b'\n').take(rules.within_lines) {
        let Some(closing) = end else {
            let shown = trim(line);
            let shown = without_prologue(shown.strip_prefix(b"\xef\xbb\xbf").unwrap_or(shown), rules);
            if shown.is_empty() || rules.line.iter().any(|it| shown.starts_with(it.as_bytes())) {
                words.push(shown);
                continue;
            }
            let Some([start, its]) = rules.block.iter().find(|it| shown.starts_with(it[0].as_bytes())) else {
                break;
            };
            match memmem::find(&shown[start.len()..], its.as_bytes()) {
                Some(at) => words.push(&shown[..start.len() + at]),
                None => {
                    words.push(shown);
                    end = Some(its.as_bytes());
                }
            }
            continue;
        };
        match memmem::find(line, closing) {
            Some(at) => {
                words.push(&line[..at]);
                end = None;
            }
            None => words.push(line),
        }
    }
    let lines: Vec<&[u8]> = words.into_iter().map(without_decoration).collect();
    let mut joined = lines.join(&b' ');
    for byte in &mut joined {
        if matches!(byte, b'\t' | b'\r') {
            *byte = b' ';
        }
    }
    joined.dedup_by(|a, b| *a == b' ' && *b == b' ');
    joined
}

/// Nothing for a line that comes before comments, such as `<?php`, unless a comment is in the same line.
fn without_prologue<'a>(line: &'a [u8], rules: &GeneratedComment) -> &'a [u8] {
    let Some(first) = rules.prologue.iter().find(|it| line.starts_with(it.as_bytes())) else {
        return line;
    };
    let rest = trim(&line[first.len()..]);
    let mut starts = rules.line.iter().chain(rules.block.iter().map(|it| &it[0]));
    if starts.any(|it| rest.starts_with(it.as_bytes())) {
        rest
    } else {
        b""
    }
}

fn trim(line: &[u8]) -> &[u8] {
    let blank = |it: &u8| matches!(it, b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0xa0);
    let start = line.iter().position(|it| !blank(it)).unwrap_or(line.len());
    let end = line.iter().rposition(|it| !blank(it)).map_or(start, |at| at + 1);
    &line[start..end]
}

fn without_decoration(line: &[u8]) -> &[u8] {
    let Some(start) = line.iter().position(|it| !DECORATION.contains(it)) else {
        return b"";
    };
    let end = line
        .iter()
        .rposition(|it| !DECORATION.contains(it))
        .map_or(start, |at| at + 1);
    &line[start..end]
}

/// Also overlapping ones.
fn positions(text: &[u8], wanted: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = memmem::find(&text[from..], wanted.as_bytes()) {
        found.push(from + at);
        from += at + 1;
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether no word goes on before or after it; an ending of a file, such as `.y`, can follow a word.
fn is_whole(text: &[u8], start: usize, length: usize) -> bool {
    let is_before = start > 0 && is_word(text[start]) && is_word(text[start - 1]);
    !is_before && !text.get(start + length).is_some_and(|it| is_word(*it))
}
