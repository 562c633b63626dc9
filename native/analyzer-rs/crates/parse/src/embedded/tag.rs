//! Start tags of markup languages.

use std::ops::Range;

/// Offsets are bytes.
pub struct Tag {
    /// Names in small letters, with the value in quotes, without them; `None` for others.
    attributes: Vec<(String, Option<Range<usize>>)>,
    pub is_self_closing: bool,
    /// After its `>`.
    pub end: usize,
}

impl Tag {
    /// The last attribute of a name, with its value.
    pub fn attribute(&self, name: &str) -> Option<&Option<Range<usize>>> {
        let (_, value) = self.attributes.iter().rev().find(|(its, _)| its == name)?;
        Some(value)
    }
}

/// The end of the name that starts at an offset; the offset itself without one.
pub fn end_of_name(source: &[u8], from: usize) -> usize {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    from + source[from.min(source.len())..].iter().take_while(is_name).count()
}

/// The bytes of a name in small letters; `?` for each that is not ASCII.
pub fn name_between(source: &[u8], range: Range<usize>) -> String {
    let small = |byte: &u8| {
        if byte.is_ascii() {
            char::from(byte.to_ascii_lowercase())
        } else {
            '?'
        }
    };
    source[range.start.min(source.len())..range.end.min(source.len())]
        .iter()
        .map(small)
        .collect()
}

/// Reads a tag with values in quotes or in braces, as in JSX. `at`: offset of its `<`. `None` if it is not closed.
pub fn read_tag(source: &[u8], at: usize) -> Option<Tag> {
    let mut next = end_of_name(source, at + 1);
    let mut attributes = Vec::new();
    loop {
        while is_blank_at(source, next) || source.get(next) == Some(&b'/') {
            next += 1;
        }
        match source.get(next)? {
            b'>' => {
                return Some(Tag {
                    attributes,
                    is_self_closing: source[next - 1] == b'/',
                    end: next + 1,
                });
            }
            b'{' => {
                next = end_of_braces(source, next);
                continue;
            }
            _ => {}
        }
        let from = next;
        next = end_of_attribute_name(source, next);
        let name = name_between(source, from..next);
        while is_blank_at(source, next) {
            next += 1;
        }
        if source.get(next) != Some(&b'=') {
            attributes.push((name, None));
            continue;
        }
        next += 1;
        while is_blank_at(source, next) {
            next += 1;
        }
        match source.get(next) {
            Some(quote) if is_quote(*quote) => {
                let end = next + 1 + memchr::memchr(*quote, &source[next + 1..])?;
                attributes.push((name, Some(next + 1..end)));
                next = end + 1;
            }
            first => {
                attributes.push((name, None));
                next = if first == Some(&b'{') {
                    end_of_braces(source, next)
                } else {
                    end_of_plain_value(source, next)
                };
            }
        }
    }
}

/// At least one byte.
fn end_of_attribute_name(source: &[u8], from: usize) -> usize {
    let is_end = |at: &usize| is_blank_at(source, *at) || b"=>/{".contains(&source[*at]);
    (from + 1..source.len()).find(is_end).unwrap_or(source.len())
}

fn end_of_plain_value(source: &[u8], from: usize) -> usize {
    let is_end = |at: &usize| is_blank_at(source, *at) || source[*at] == b'>';
    (from..source.len()).find(is_end).unwrap_or(source.len())
}

/// After the brace that closes the one at the offset, braces in strings not counted.
fn end_of_braces(source: &[u8], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while let Some(byte) = source.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            quote if is_quote(*quote) => at = end_of_string(source, at),
            _ => {}
        }
        at += 1;
    }
    source.len()
}

/// Offset of the closing quote.
fn end_of_string(source: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while source.get(at).is_some_and(|byte| *byte != source[from]) {
        at += if source[at] == b'\\' { 2 } else { 1 };
    }
    at
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Space, tab, LF, CR and FF.
pub fn is_blank_at(source: &[u8], at: usize) -> bool {
    matches!(source.get(at), Some(b' ' | b'\t' | b'\n' | b'\x0c' | b'\r'))
}
