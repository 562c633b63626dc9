//! Paths as URIs.

use base::json_text::push_format;

/// A reference (RFC 3986): relative, or of the scheme `file` for an absolute path.
pub fn uri_of(path: &str) -> String {
    if path == "-" {
        return "stdin".to_owned();
    }
    let is_separator = |byte: u8| matches!(byte, b'/' | b'\\');
    let (drive, rest) = match path.as_bytes() {
        [letter, b':', slash, ..] if letter.is_ascii_alphabetic() && is_separator(*slash) => path.split_at(2),
        _ => ("", path),
    };
    let mut uri = String::new();
    if !drive.is_empty() {
        uri.push_str("file:///");
        uri.push_str(drive);
    } else if rest.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in rest.bytes() {
        match byte {
            b'/' | b'\\' => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => uri.push(char::from(byte)),
            b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => uri.push(char::from(byte)),
            _ => push_format(&mut uri, format_args!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        assert_eq!(uri_of("src/a b/ü.py"), "src/a%20b/%C3%BC.py");
        assert_eq!(uri_of("/a/b"), "file:///a/b");
        assert_eq!(uri_of("C:\\a"), "file:///C:/a");
        assert_eq!(uri_of("a\\b:c"), "a/b%3Ac");
    }
}
