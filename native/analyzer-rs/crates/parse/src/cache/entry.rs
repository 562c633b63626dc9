//! A header line and a data line, each terminated by LF.

use serde::Deserialize;

use base::json_text::{push_format, push_quoted};

use super::crc32::crc32;

/// Increased when the format of the data changes.
const VERSION: u32 = 1;

#[derive(Deserialize)]
struct Header {
    entry: u32,
    key: String,
    /// Length of the data line in bytes, without its line end.
    length: usize,
}

/// `data`: one line, without its end.
pub fn encode_entry(key: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = header(key, data).into_bytes();
    bytes.extend_from_slice(data);
    bytes.push(b'\n');
    bytes
}

/// The data line; `None` unless these are exactly the bytes written for the key.
pub fn decode_entry<'a>(key: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let start = memchr::memchr(b'\n', bytes)? + 1;
    let data = bytes[start..].strip_suffix(b"\n")?;
    (header(key, data).as_bytes() == &bytes[..start]).then_some(data)
}

/// Key and length of the first entry in the bytes; `None` if there is none or it is incomplete.
pub fn read_header(bytes: &[u8]) -> Option<(String, usize)> {
    let start = memchr::memchr(b'\n', bytes)? + 1;
    let header: Header = serde_json::from_slice(&bytes[..start]).ok()?;
    let end = start.checked_add(header.length)?;
    (header.entry == VERSION && bytes.get(end) == Some(&b'\n')).then_some((header.key, end + 1))
}

fn header(key: &str, data: &[u8]) -> String {
    let mut text = String::with_capacity(160);
    push_format(&mut text, format_args!("{{\"entry\":{VERSION},\"key\":"));
    push_quoted(&mut text, key);
    let (length, checksum) = (data.len(), crc32(data));
    push_format(
        &mut text,
        format_args!(",\"length\":{length},\"crc32\":\"{checksum:08x}\"}}\n"),
    );
    text
}
