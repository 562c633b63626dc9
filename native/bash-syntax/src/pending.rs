//! Here-documents whose text is not read yet.

/// A here-document whose text follows the current line.
pub struct Pending {
    pub number: u32,
    pub delimiter: Vec<u8>,
    pub strips_tabs: bool,
    /// Its text has no expansions.
    pub is_quoted: bool,
}

impl Pending {
    pub fn new(number: u32, word: &[u8], strips_tabs: bool) -> Self {
        let is_quoted = word.iter().any(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
        let delimiter = if is_quoted { without_quotes(word) } else { word.to_vec() };
        Self {
            number,
            delimiter,
            strips_tabs,
            is_quoted,
        }
    }
}

fn without_quotes(word: &[u8]) -> Vec<u8> {
    let mut word_bytes = Vec::with_capacity(word.len());
    let mut quote = 0;
    let mut bytes = word.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if quote == 0 => {
                let next = bytes.next();
                word_bytes.extend(next.filter(|&next| next != b'\n'));
            }
            b'\\' if quote == b'"' && matches!(bytes.peek(), Some(b'"' | b'\\' | b'$' | b'`')) => {
                word_bytes.extend(bytes.next());
            }
            b'$' if quote == 0 && matches!(bytes.peek(), Some(b'\'' | b'"')) => {}
            b'\'' | b'"' if quote == 0 => quote = byte,
            _ if byte == quote => quote = 0,
            _ => word_bytes.push(byte),
        }
    }
    word_bytes
}
