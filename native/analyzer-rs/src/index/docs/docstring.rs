//! The docstring of a Python declaration.

use memchr::memchr;

use super::lines::LinesAround;

const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];

/// Empty without one.
pub fn docstring(lines: &LinesAround<'_>, start: usize) -> String {
    let Some(header) = (start..lines.end).find(|at| is_header(lines.at(*at))) else {
        return String::new();
    };
    // Only decorators can be before the header.
    if header > start && !lines.at(start).trim_ascii_start().starts_with('@') {
        return String::new();
    }
    let mut text = String::new();
    for at in header..lines.end {
        text.push_str(lines.at(at));
        text.push('\n');
    }
    text.pop();
    first_string(&text[after_header(&text)..])
        .unwrap_or_default()
        .to_owned()
}

fn is_header(line: &str) -> bool {
    let line = line.trim_ascii_start();
    let function = match line.strip_prefix("async") {
        Some(rest) => rest.trim_ascii_start(),
        None => line,
    };
    let is_async = function.len() < line.len();
    let rest = function.strip_prefix("def").or_else(|| line.strip_prefix("class"));
    let is_separate = !is_async || line["async".len()..].starts_with(is_space);
    is_separate && rest.is_some_and(|rest| rest.starts_with(is_space))
}

fn is_space(char: char) -> bool {
    char.is_ascii_whitespace()
}

/// The position after the colon that ends a header; the length of the text if there is none.
fn after_header(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b':' if depth == 0 => return at + 1,
            b'(' | b'[' | b'{' => {
                depth += 1;
                1
            }
            b')' | b']' | b'}' => {
                depth -= 1;
                1
            }
            b'#' => memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at),
            b'"' => length_of_string(&text[at..], QUOTES[0]),
            b'\'' => length_of_string(&text[at..], QUOTES[1]),
            _ => 1,
        };
    }
    bytes.len()
}

/// Of the string at the start of a text; 1 for a quote that no quote closes.
fn length_of_string(text: &str, triple: &str) -> usize {
    if let Some(close) = text.strip_prefix(triple).and_then(|rest| rest.find(triple)) {
        return close + 2 * triple.len();
    }
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at) {
            None | Some(b'\n') => return 1,
            Some(b'\\') if matches!(bytes.get(at + 1), None | Some(b'\n')) => return 1,
            Some(b'\\') => at += 2,
            Some(byte) if *byte == bytes[0] => return at + 1,
            Some(_) => at += 1,
        }
    }
}

/// The content of the string that is the first token.
fn first_string(text: &str) -> Option<&str> {
    let mut rest = text.trim_ascii_start();
    loop {
        rest = if rest.starts_with('#') {
            rest.split_once('\n')?.1
        } else if let Some(next) = rest.strip_prefix("\\\n") {
            next
        } else {
            break;
        }
        .trim_ascii_start();
    }
    let rest = rest.strip_prefix(['r', 'R', 'u', 'U']).unwrap_or(rest);
    let quote = QUOTES.into_iter().find(|quote| rest.starts_with(quote))?;
    let content = &rest[quote.len()..];
    Some(content.split_once(quote).map_or(content, |(content, _)| content))
}
