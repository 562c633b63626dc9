//! TOML 1.1, of a `pyproject.toml`.
//!
//! https://toml.io/en/v1.1.0

use std::sync::LazyLock;

use regex_lite::Regex;

use super::invalid::invalid_at;
use super::json::Json;
use super::toml_table::{TableIndex, TomlTables};

/// As in JSON files.
const DEEPEST: usize = 64;

static SCALAR: LazyLock<Regex> = LazyLock::new(|| {
    let forms = [
        "^(?:true|false|[+-]?(?:inf|nan)",
        "[+-]?(?:0|[1-9](?:_?[0-9])*)(?:[.][0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?",
        "0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*",
        "[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?",
        "[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?)$",
    ];
    Regex::new(&forms.join("|")).expect("valid")
});

/// Numbers, booleans and dates are `Json::Other`. Linear in the text. Both engines accept the same texts; a library for
/// each of them would not. The error is a problem that a reader of the file can act on.
pub fn parse_toml(text: &str) -> Result<Json, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let bytes = text.as_bytes();
    TomlReader { text, bytes, at: 0 }.document()
}

struct TomlReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl TomlReader<'_> {
    fn document(&mut self) -> Result<Json, String> {
        let mut tables = TomlTables::new();
        let (mut table, mut depth) = (0, 0);
        loop {
            self.blank(true);
            if self.at >= self.bytes.len() {
                return Ok(tables.into_value());
            }
            if self.bytes[self.at] == b'[' {
                let is_list = self.bytes.get(self.at + 1) == Some(&b'[');
                let bracket: &[u8] = if is_list { b"]]" } else { b"]" };
                self.at += bracket.len();
                let keys = self.keys(0)?;
                if !self.bytes[self.at..].starts_with(bracket) {
                    return Err(self.invalid(self.at));
                }
                table = tables.section(&keys, is_list).ok_or_else(|| self.duplicate(self.at))?;
                depth = keys.len();
                self.at += bracket.len();
            } else {
                self.pair(&mut tables, table, depth)?;
            }
            self.end_of_line()?;
        }
    }

    /// `key = value`, added to a table.
    fn pair(&mut self, tables: &mut TomlTables, table: TableIndex, depth: usize) -> Result<(), String> {
        let keys = self.keys(depth)?;
        if self.bytes.get(self.at) != Some(&b'=') {
            return Err(self.invalid(self.at));
        }
        self.at += 1;
        self.blank(false);
        let start = self.at;
        let value = self.value(depth + keys.len())?;
        if tables.set(table, &keys, value) {
            Ok(())
        } else {
            Err(self.duplicate(start))
        }
    }

    /// `a."b".c`, with the blanks after it.
    fn keys(&mut self, depth: usize) -> Result<Vec<String>, String> {
        let mut keys = Vec::new();
        loop {
            self.blank(false);
            keys.push(self.key()?);
            if depth + keys.len() > DEEPEST {
                return Err(too_deep());
            }
            self.blank(false);
            if self.bytes.get(self.at) != Some(&b'.') {
                return Ok(keys);
            }
            self.at += 1;
        }
    }

    fn key(&mut self) -> Result<String, String> {
        if let Some(quote @ (b'"' | b'\'')) = self.bytes.get(self.at).copied() {
            return self.string(quote);
        }
        let start = self.at;
        let is_bare = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        while self.bytes.get(self.at).is_some_and(is_bare) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.invalid(start));
        }
        Ok(self.text[start..self.at].to_owned())
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Err(too_deep());
        }
        match self.bytes.get(self.at) {
            Some(&quote @ (b'"' | b'\'')) if self.bytes[self.at..].starts_with(&[quote; 3]) => {
                Ok(Json::Text(self.long_string(quote)?))
            }
            Some(&quote @ (b'"' | b'\'')) => Ok(Json::Text(self.string(quote)?)),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.inline_table(depth),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Result<Json, String> {
        let start = self.at;
        self.word();
        // A date and a time can have a space between them.
        let rest = &self.bytes[self.at..];
        if self.at == start + 10 && rest.first() == Some(&b' ') && rest.get(1).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
            self.word();
        }
        if SCALAR.is_match(&self.text[start..self.at]) {
            Ok(Json::Other)
        } else {
            Err(self.invalid(start))
        }
    }

    fn word(&mut self) {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b':' | b'_');
        while self.bytes.get(self.at).is_some_and(is_word) {
            self.at += 1;
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.ends(b']') {
            items.push(self.value(depth + 1)?);
            self.separator(b']')?;
        }
        Ok(Json::List(items))
    }

    fn inline_table(&mut self, depth: usize) -> Result<Json, String> {
        let mut tables = TomlTables::new();
        self.at += 1;
        while !self.ends(b'}') {
            self.pair(&mut tables, 0, depth)?;
            self.separator(b'}')?;
        }
        Ok(tables.into_value())
    }

    /// Whether the list or table ends here; if so, its end is consumed.
    fn ends(&mut self, bracket: u8) -> bool {
        self.blank(true);
        let ends = self.bytes.get(self.at) == Some(&bracket);
        if ends {
            self.at += 1;
        }
        ends
    }

    /// A comma, or the end, which is not consumed.
    fn separator(&mut self, bracket: u8) -> Result<(), String> {
        self.blank(true);
        match self.bytes.get(self.at) {
            Some(b',') => {
                self.at += 1;
                Ok(())
            }
            Some(next) if *next == bracket => Ok(()),
            _ => Err(self.invalid(self.at)),
        }
    }

    fn string(&mut self, quote: u8) -> Result<String, String> {
        let start = self.at;
        self.at += 1;
        self.content(start, quote, false)
    }

    /// Up to two quotes can precede the three at its end.
    fn long_string(&mut self, quote: u8) -> Result<String, String> {
        let start = self.at;
        self.at += 3;
        self.at += self.line_end();
        self.content(start, quote, true)
    }

    /// The content of a string that starts at `start`, up to its end.
    fn content(&mut self, start: usize, quote: u8, is_long: bool) -> Result<String, String> {
        let mut value = String::new();
        let mut from = self.at;
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.invalid(start));
            };
            if byte == quote && !is_long {
                value.push_str(&self.text[from..self.at]);
                self.at += 1;
                return Ok(value);
            }
            if byte == quote && self.bytes[self.at..].starts_with(&[quote; 3]) {
                let quotes = self.bytes[self.at..].iter().take(5).take_while(|it| **it == quote);
                self.at += quotes.count();
                value.push_str(&self.text[from..self.at - 3]);
                return Ok(value);
            }
            if byte == b'\\' && quote == b'"' {
                value.push_str(&self.text[from..self.at]);
                value.extend(self.escape(is_long)?);
                from = self.at;
                continue;
            }
            let is_control = byte.is_ascii_control() && byte != b'\t';
            if if self.line_end() > 0 { !is_long } else { is_control } {
                return Err(self.invalid(start));
            }
            self.at += 1;
        }
    }

    /// A backslash at the end of a line removes the white space after it.
    fn escape(&mut self, is_long: bool) -> Result<Option<char>, String> {
        let backslash = self.at;
        let letter = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        let count = match letter {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => 0,
        };
        if count > 0 {
            let digits = self.text.get(self.at + 2..self.at + 2 + count).unwrap_or("");
            let is_hex = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
            let Some(character) = code.and_then(char::from_u32) else {
                return Err(self.invalid(backslash));
            };
            self.at += 2 + count;
            return Ok(Some(character));
        }
        let value = match letter {
            b'"' | b'\\' => Some(char::from(letter)),
            b'b' => Some('\u{8}'),
            b'e' => Some('\u{1b}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            _ => None,
        };
        if value.is_some() {
            self.at += 2;
            return Ok(value);
        }
        self.at += 1;
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        if !is_long || self.line_end() == 0 {
            return Err(self.invalid(backslash));
        }
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
        Ok(None)
    }

    /// Skips spaces and tabs, and comments and line ends too if `lines`.
    fn blank(&mut self, lines: bool) {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'#') if lines => {
                    let rest = &self.bytes[self.at..];
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                Some(_) if lines && self.line_end() > 0 => self.at += self.line_end(),
                _ => return,
            }
        }
    }

    /// The length of the line end at the current offset.
    fn line_end(&self) -> usize {
        match self.bytes.get(self.at..).unwrap_or_default() {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        }
    }

    fn end_of_line(&mut self) -> Result<(), String> {
        self.blank(false);
        let is_end = matches!(self.bytes.get(self.at), None | Some(b'#')) || self.line_end() > 0;
        if is_end { Ok(()) } else { Err(self.invalid(self.at)) }
    }

    fn invalid(&self, offset: usize) -> String {
        invalid_at("TOML", self.text, offset)
    }

    fn duplicate(&self, offset: usize) -> String {
        invalid_at("TOML: duplicate key", self.text, offset)
    }
}

fn too_deep() -> String {
    format!("nested more than {DEEPEST} levels deep")
}
