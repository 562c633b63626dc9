//! Strings in JSON texts, as ECMAScript reads and writes them: UTF-16, including lone surrogates.

use std::fmt::Write;

/// The UTF-16 units of a JSON string; `None` if it is not one.
fn units(json: &str) -> Option<Vec<u16>> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    let mut found = Vec::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(one) = rest.next() {
        match one {
            '"' | '\0'..='\u{1f}' => return None,
            '\\' => found.push(match rest.next()? {
                '"' => 0x22,
                '\\' => 0x5c,
                '/' => 0x2f,
                'b' => 8,
                'f' => 12,
                'n' => 10,
                'r' => 13,
                't' => 9,
                'u' => {
                    let digits = rest.as_str().get(..4)?;
                    rest = rest.as_str()[4..].chars();
                    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                        return None;
                    }
                    u16::from_str_radix(digits, 16).ok()?
                }
                _ => return None,
            }),
            _ => found.extend(one.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    Some(found)
}

/// Value of a JSON string; code units that UTF-8 cannot encode (a lone surrogate) become U+FFFD. Other texts are
/// unchanged.
pub fn string_value(json: &str) -> std::borrow::Cow<'_, str> {
    if !json.starts_with('"') {
        return json.into();
    }
    if !json.contains('\\') {
        return json[1..json.len().max(2) - 1].into();
    }
    units(json).map_or(json.into(), |units| String::from_utf16_lossy(&units).into())
}

/// As `JSON.stringify` writes the string; `None` if it is not one.
pub fn normal_string(json: &str) -> Option<String> {
    let mut text = String::with_capacity(json.len());
    text.push('"');
    for one in char::decode_utf16(units(json)?) {
        match one {
            Ok('"') => text.push_str("\\\""),
            Ok('\\') => text.push_str("\\\\"),
            Ok('\u{8}') => text.push_str("\\b"),
            Ok('\u{c}') => text.push_str("\\f"),
            Ok('\n') => text.push_str("\\n"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\t') => text.push_str("\\t"),
            Ok(one @ '\0'..='\u{1f}') => {
                write!(text, "\\u{:04x}", one as u32).ok()?;
            }
            Ok(one) => text.push(one),
            Err(half) => {
                write!(text, "\\u{:04x}", half.unpaired_surrogate()).ok()?;
            }
        }
    }
    text.push('"');
    Some(text)
}

/// A string in JSON quotes.
pub fn quoted(text: &str) -> String {
    let plain = !text.bytes().any(|byte| byte < 0x20 || byte == b'"' || byte == b'\\');
    if plain {
        return ["\"", text, "\""].concat();
    }
    serde_json::Value::from(text).to_string()
}
