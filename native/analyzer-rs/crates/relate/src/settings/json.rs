//! JSON with comments and trailing commas, as `tsconfig.json` may have them.

use rustc_hash::FxHashMap;

use super::invalid::invalid_at;

/// Numbers, `false` and null are not distinguished: no setting that is read has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    Text(String),
    List(Vec<Json>),
    /// In written order; of equal keys the last value counts.
    Table(Vec<(String, Json)>),
    True,
    Other,
}

const DEEPEST: usize = 64;

/// Linear in the text. Both engines accept the same texts. The error is a problem that a reader of the file can act on.
pub fn parse_json(text: &str) -> Result<Json, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = JsonReader {
        bytes: text.as_bytes(),
        text,
        at: 0,
    };
    let value = reader.value(0)?;
    reader.blank()?;
    if reader.at < text.len() {
        return Err(reader.invalid());
    }
    Ok(value)
}

struct JsonReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl JsonReader<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Err(format!("nested more than {DEEPEST} levels deep"));
        }
        self.blank()?;
        match self.bytes.get(self.at) {
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.table(depth),
            _ => {
                let start = self.at;
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
                while self.bytes.get(self.at).is_some_and(is_word) {
                    self.at += 1;
                }
                match &self.text[start..self.at] {
                    "" => Err(self.invalid()),
                    "true" => Ok(Json::True),
                    _ => Ok(Json::Other),
                }
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.ends(b']')? {
            items.push(self.value(depth + 1)?);
            self.separator(b']')?;
        }
        Ok(Json::List(items))
    }

    fn table(&mut self, depth: usize) -> Result<Json, String> {
        let mut rows: Vec<(String, Json)> = Vec::new();
        let mut indices: FxHashMap<String, usize> = FxHashMap::default();
        self.at += 1;
        while !self.ends(b'}')? {
            if self.bytes.get(self.at) != Some(&b'"') {
                return Err(self.invalid());
            }
            let key = self.string()?;
            self.blank()?;
            if self.bytes.get(self.at) != Some(&b':') {
                return Err(self.invalid());
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            match indices.get(&key) {
                Some(&index) => rows[index].1 = value,
                None => {
                    indices.insert(key.clone(), rows.len());
                    rows.push((key, value));
                }
            }
            self.separator(b'}')?;
        }
        Ok(Json::Table(rows))
    }

    /// Whether the list or table ends here; if so, its end is consumed.
    fn ends(&mut self, bracket: u8) -> Result<bool, String> {
        self.blank()?;
        let ends = self.bytes.get(self.at) == Some(&bracket);
        if ends {
            self.at += 1;
        }
        Ok(ends)
    }

    /// A comma, or the end, which is not consumed.
    fn separator(&mut self, bracket: u8) -> Result<(), String> {
        self.blank()?;
        match self.bytes.get(self.at) {
            Some(b',') => {
                self.at += 1;
                Ok(())
            }
            Some(next) if *next == bracket => Ok(()),
            _ => Err(self.invalid()),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        // In UTF-16, because an escape can be half of a character.
        let mut units: Vec<u16> = Vec::new();
        let mut value = String::new();
        self.at += 1;
        let mut start = self.at;
        loop {
            match self.bytes.get(self.at) {
                None | Some(b'\n') => return Err(self.invalid()),
                Some(b'"') => {
                    push(&mut value, &mut units, &self.text[start..self.at]);
                    self.at += 1;
                    flush(&mut value, &mut units);
                    return Ok(value);
                }
                Some(b'\\') => {
                    push(&mut value, &mut units, &self.text[start..self.at]);
                    units.push(self.escape()?);
                    start = self.at;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Result<u16, String> {
        let letter = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        let value = match letter {
            b'"' | b'\\' | b'/' => letter,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let digits = self.bytes.get(self.at + 2..self.at + 6).unwrap_or_default();
                if digits.len() != 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
                    return Err(self.invalid());
                }
                self.at += 6;
                let digit = |byte: &u8| (*byte as char).to_digit(16).unwrap_or(0) as u16;
                return Ok(digits.iter().fold(0, |value, byte| value * 16 + digit(byte)));
            }
            _ => return Err(self.invalid()),
        };
        self.at += 2;
        Ok(u16::from(value))
    }

    /// Skips white space and comments.
    fn blank(&mut self) -> Result<(), String> {
        loop {
            let rest = &self.bytes[self.at..];
            if matches!(rest.first(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                self.at += 1;
            } else if rest.starts_with(b"//") {
                self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            } else if rest.starts_with(b"/*") {
                let end = memchr::memmem::find(&rest[2..], b"*/").ok_or_else(|| self.invalid())?;
                self.at += end + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn invalid(&self) -> String {
        invalid_at("JSON", self.text, self.at)
    }
}

fn push(value: &mut String, units: &mut Vec<u16>, text: &str) {
    if !text.is_empty() {
        flush(value, units);
        value.push_str(text);
    }
}

/// Escapes in a row; what is not a character becomes U+FFFD.
fn flush(value: &mut String, units: &mut Vec<u16>) {
    value.push_str(&String::from_utf16_lossy(units));
    units.clear();
}

impl Json {
    /// The value of a key of a table.
    pub fn at(&self, key: &str) -> Option<&Json> {
        self.table()?
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The same, `None` for a number, a boolean or null.
    pub fn value_at(&self, key: &str) -> Option<&Json> {
        self.at(key).filter(|it| !matches!(it, Json::True | Json::Other))
    }

    pub fn text_at(&self, key: &str) -> Option<&str> {
        match self.at(key) {
            Some(Json::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub fn table(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Table(rows) => Some(rows),
            _ => None,
        }
    }

    /// The strings of a list; a string counts as a list of one.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Json::Text(text) => vec![text],
            Json::List(items) => items
                .iter()
                .filter_map(|it| match it {
                    Json::Text(text) => Some(text.as_str()),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}
