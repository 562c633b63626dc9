//! Decodes a source file: UTF-8 without BOM, for Python also its declared encoding (PEP 263). Decoders follow the
//! WHATWG Encoding Standard.

use std::borrow::Cow;

use encoding_rs::Encoding;

use base::languages::encodings::python_encoding;

const BOM: &[u8] = b"\xef\xbb\xbf";

#[derive(Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// Set if it is not UTF-8.
    pub encoding: Option<&'static str>,
}

/// `language`: a language id of `languages/`. Returns the text, or why the bytes are not text.
pub fn decode<'a>(bytes: &'a [u8], language: &str) -> Result<Decoded<'a>, String> {
    let declared = if language == "python" {
        declared_encoding(bytes)
    } else {
        None
    };
    let Some(declared) = declared else {
        return decode_utf8(bytes);
    };
    let encoding = python_encoding(declared);
    if encoding != Some("utf-8") && bytes.starts_with(BOM) {
        return Err(format!("begins with a UTF-8 BOM and declares {declared}"));
    }
    match encoding {
        None => Err(format!("declares an unknown encoding: {declared}")),
        Some("utf-8") => decode_utf8(bytes),
        Some(encoding) => decode_as(encoding, bytes),
    }
}

fn decode_utf8(bytes: &[u8]) -> Result<Decoded<'_>, String> {
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
    match std::str::from_utf8(text) {
        Ok(text) => Ok(Decoded {
            text: text.into(),
            encoding: None,
        }),
        Err(error) => Err(invalid("utf-8", &text[..error.valid_up_to()])),
    }
}

fn decode_as<'a>(encoding: &'static str, bytes: &'a [u8]) -> Result<Decoded<'a>, String> {
    let text = match encoding {
        "latin-1" => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
        "ascii" => {
            let valid = Encoding::ascii_valid_up_to(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) if valid == bytes.len() => Cow::Borrowed(text),
                _ => return Err(invalid(encoding, &bytes[..valid])),
            }
        }
        _ => Encoding::for_label(encoding.as_bytes())
            .and_then(|decoder| decoder.decode_without_bom_handling_and_without_replacement(bytes))
            .ok_or_else(|| format!("not valid {encoding}"))?,
    };
    Ok(Decoded {
        text,
        encoding: Some(encoding),
    })
}

fn invalid(encoding: &str, before: &[u8]) -> String {
    format!(
        "not valid {encoding} in line {}",
        1 + memchr::memchr_iter(b'\n', before).count()
    )
}

/// The encoding name in a comment on one of the first two lines, the second only after a blank or comment line.
/// <https://peps.python.org/pep-0263/>; LF, CR and CRLF all end a line, as in CPython's tokenizer.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let mut rest = bytes.strip_prefix(BOM).unwrap_or(bytes);
    for _ in 0..2 {
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        let comment = line.trim_ascii_start_blanks();
        if let Some(name) = comment.strip_prefix(b"#").and_then(declared_in) {
            return Some(name);
        }
        if !comment.is_empty() && comment[0] != b'#' {
            return None;
        }
        let is_crlf = rest[end..].starts_with(b"\r\n");
        rest = rest.get(end + if is_crlf { 2 } else { 1 }..).unwrap_or_default();
    }
    None
}

/// The name after the first `coding` that has one.
fn declared_in(comment: &[u8]) -> Option<&str> {
    memchr::memmem::find_iter(comment, b"coding").find_map(|at| {
        let [b':' | b'=', value @ ..] = &comment[at + b"coding".len()..] else {
            return None;
        };
        let blanks = value.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let value = &value[blanks..];
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let length = value.iter().take_while(is_name).count();
        std::str::from_utf8(&value[..length])
            .ok()
            .filter(|name| !name.is_empty())
    })
}

trait Blanks {
    fn trim_ascii_start_blanks(&self) -> &Self;
}

impl Blanks for [u8] {
    fn trim_ascii_start_blanks(&self) -> &[u8] {
        let blanks = self
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c'))
            .count();
        &self[blanks..]
    }
}
