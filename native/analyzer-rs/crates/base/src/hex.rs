//! Bytes as lower-case hex digits.

/// A SHA-256; displayed as 64 hex digits.
pub type Hash = [u8; 32];

const DIGITS: &[u8; 16] = b"0123456789abcdef";

pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    push_hex(&mut text, bytes);
    text
}

/// None for anything but pairs of lower-case hex digits.
pub fn unhex(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |digit: u8| DIGITS.iter().position(|it| *it == digit).map(|it| it as u8);
    let (pairs, []) = digits.as_chunks::<2>() else {
        return None;
    };
    pairs
        .iter()
        .map(|[high, low]| Some(value(*high)? << 4 | value(*low)?))
        .collect()
}

pub fn push_hex(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
}
