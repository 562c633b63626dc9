//! Which lines of a file have code.

use std::ops::Range;

use memchr::memmem;

use super::rules::RELATIONS;

/// More than signs, and the line does not start as a comment or an import, nor is it in a string that documents, such as a docstring
/// of Python.
/// `lines`: without blanks around them.
pub fn code_flags(content: &[u8], lines: &[Range<usize>], path: &str) -> Vec<bool> {
    let documentation = &RELATIONS.documentation;
    let lines = lines.iter().map(|it| &content[it.clone()]);
    if !documentation.extensions.iter().any(|it| path.ends_with(it.as_str())) {
        return lines.map(has_code).collect();
    }
    // The quote that ends a string, and whether the string documents.
    let mut open: Option<(&[u8], bool)> = None;
    let flag = |line: &[u8]| {
        if let Some((quote, documents)) = open {
            if is_odd(line, quote) {
                open = None;
            }
            return !documents && has_code(line);
        }
        let Some((at, quote)) = first_quote(line) else {
            return has_code(line);
        };
        let before = &line[..at];
        // The quote is in another string.
        if matches!(before.last(), Some(b'\'' | b'"')) {
            return has_code(line);
        }
        let is_prefix = documentation.prefixes.iter().any(|it| it.as_bytes() == before);
        let documents = before.is_empty() || is_prefix;
        if is_odd(line, quote) {
            open = Some((quote, documents));
        }
        !(documents && (open.is_some() || line.ends_with(quote))) && has_code(line)
    };
    lines.map(flag).collect()
}

/// Whether a line is more than signs, and does not start as a comment or an import.
fn has_code(line: &[u8]) -> bool {
    let is_written = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
    let mut no_code = RELATIONS.fork.comments.iter().chain(&RELATIONS.fork.imports);
    line.iter().any(is_written) && !no_code.any(|start| line.starts_with(start.as_bytes()))
}

/// The first quote, unless the line is a comment.
fn first_quote(line: &[u8]) -> Option<(usize, &'static [u8])> {
    if line.starts_with(b"#") {
        return None;
    }
    let quotes = RELATIONS.documentation.quotes.iter().map(|it| it.as_bytes());
    quotes
        .filter_map(|it| Some((memmem::find(line, it)?, it)))
        .min_by_key(|(at, _)| *at)
}

fn is_odd(line: &[u8], quote: &[u8]) -> bool {
    memmem::find_iter(line, quote).count() % 2 == 1
}
