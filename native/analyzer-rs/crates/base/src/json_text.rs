//! JSON as `JSON.stringify` writes it.

use std::fmt::Write;

use crate::hex::push_hex;

pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// The content of a JSON string.
pub fn push_escaped(out: &mut String, text: &str) {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    if words.iter().all(|word| is_plain(*word)) && rest.iter().all(|byte| !is_escaped(*byte)) {
        out.push_str(text);
    } else {
        push_escaping(out, text);
    }
}

fn is_escaped(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether none of eight bytes needs an escape, in a few steps for all of them: a byte is less than another one if the
/// difference borrows its highest bit.
fn is_plain(word: [u8; 8]) -> bool {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = EACH << 7;
    let word = u64::from_ne_bytes(word);
    let below = |word: u64, limit: u8| word.wrapping_sub(EACH * u64::from(limit)) & !word;
    let is = |byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    (below(word, 0x20) | is(b'"') | is(b'\\')) & HIGH == 0
}

fn push_escaping(out: &mut String, text: &str) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !is_escaped(byte) {
            continue;
        }
        out.push_str(&text[from..at]);
        from = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            _ => push_format(out, format_args!("\\u{byte:04x}")),
        }
    }
    out.push_str(&text[from..]);
}

/// ASCII-only JSON: other characters occur only in strings, and are escaped there.
pub fn ascii(json: String) -> String {
    if json.is_ascii() {
        return json;
    }
    let mut out = String::with_capacity(json.len() + json.len() / 8);
    for character in json.chars() {
        if character.is_ascii() {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            push_format(&mut out, format_args!("\\u{unit:04x}"));
        }
    }
    out
}

/// A list of strings.
pub fn push_list<'t>(out: &mut String, texts: impl Iterator<Item = &'t str>) {
    push_list_by(out, texts, push_quoted);
}

/// A list of items that `push` writes.
pub fn push_list_by<T>(out: &mut String, items: impl IntoIterator<Item = T>, push: impl Fn(&mut String, T)) {
    out.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(out, item);
    }
    out.push(']');
}

/// `,"name":"text"`, or nothing for an absent value.
pub fn push_optional(out: &mut String, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        out.push_str(",\"");
        out.push_str(name);
        out.push_str("\":");
        push_quoted(out, text);
    }
}

pub fn push_number(out: &mut String, number: impl Into<u64>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut left = number.into();
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or_default());
}

pub fn push_bool(out: &mut String, value: bool) {
    out.push_str(if value { "true" } else { "false" });
}

pub fn push_format(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("writing to a string never fails");
}

/// `,"name":"<64 hex>"`
pub fn push_hash(out: &mut String, name: &str, hash: &[u8; 32]) {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":\"");
    push_hex(out, hash);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_escaped_at_every_position() {
        for byte in 0..0x80_u8 {
            for at in 0..20 {
                let text = format!("{}{}{}", "é".repeat(at), char::from(byte), "x".repeat(20 - at));
                let mut found = String::new();
                push_quoted(&mut found, &text);
                let expected = serde_json::Value::from(text.as_str()).to_string();
                assert_eq!(found, expected, "{byte} at {at}");
            }
        }
    }
}
