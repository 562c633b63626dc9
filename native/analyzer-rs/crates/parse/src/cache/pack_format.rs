//! A pack consists of entries, then the index of them as the last entry, then a line of fixed length with the offset of
//! the index. If the end is damaged, the entries can be read one by one: each contains its length.

use serde::{Deserialize, Serialize};

use super::columns::{ColumnReader, ColumnWriter};
use super::entry::{decode_entry, encode_entry, read_header};

const VERSION: u32 = 1;
const INDEX: &str = "index";
const HASH_LENGTH: usize = 64;
/// Length of the last line of every pack.
pub const TRAILER_LENGTH: usize = 32;

const NAME_TIME_DIGITS: usize = 9;
const NAME_RANDOM_DIGITS: usize = 8;
const PARTIAL_DIGITS: usize = 36;

/// Position of an entry in its pack, in bytes.
pub struct PackedEntry {
    pub key: String,
    pub offset: u64,
    pub length: usize,
}

#[derive(Deserialize, Serialize)]
struct Index {
    /// Versions of the engine: a pack of other versions is ignored.
    versions: String,
    /// The SHA-256 of all keys, concatenated.
    hashes: String,
    /// The distinct rests of the keys: language and other parameters of parsing.
    modes: Vec<String>,
    /// Index into `modes` and length in bytes, by entry; the first entry starts at 0.
    rows: String,
}

/// `0mwqq5cw1-eff3cb52.pack`: the first part orders packs by creation time.
pub fn is_pack_name(name: &str) -> bool {
    let parts = name.strip_suffix(".pack").and_then(|it| it.split_once('-'));
    parts.is_some_and(|(time, random)| {
        time.len() == NAME_TIME_DIGITS
            && time.bytes().all(|it| it.is_ascii_digit() || it.is_ascii_lowercase())
            && random.len() == NAME_RANDOM_DIGITS
            && random.bytes().all(is_hex)
    })
}

/// Names of files being written, or left by a killed process.
pub fn is_partial_name(name: &str) -> bool {
    let middle = name.strip_prefix('.').and_then(|it| it.strip_suffix(".partial"));
    middle.is_some_and(|it| it.len() == PARTIAL_DIGITS && it.bytes().all(|it| it == b'-' || is_hex(it)))
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

/// `entries`: keys and lengths in their order, each key a SHA-256, a blank and a mode.
pub fn encode_end(versions: &str, entries: &[(String, usize)]) -> Vec<u8> {
    let mut index = Index {
        versions: versions.to_owned(),
        hashes: String::with_capacity(entries.len() * HASH_LENGTH),
        modes: Vec::new(),
        rows: String::new(),
    };
    let mut rows = ColumnWriter::default();
    let mut offset = 0;
    for (key, length) in entries {
        let (hash, mode) = (&key[..HASH_LENGTH], &key[HASH_LENGTH + 1..]);
        index.hashes.push_str(hash);
        let known = index.modes.iter().position(|it| it == mode).unwrap_or_else(|| {
            index.modes.push(mode.to_owned());
            index.modes.len() - 1
        });
        rows.unsigned(known as u32);
        rows.unsigned(*length as u32);
        offset += *length as u64;
    }
    index.rows = rows.finish();
    let mut bytes = encode_entry(INDEX, &serde_json::to_vec(&index).expect("plain data"));
    bytes.extend_from_slice(trailer(offset).as_bytes());
    bytes
}

/// The offset of the index, from a pack's last `TRAILER_LENGTH` bytes; `None` if they are damaged.
pub fn read_trailer(bytes: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(bytes).ok()?;
    let offset = text
        .split_once("\"index\":")?
        .1
        .strip_suffix("}\n")?
        .trim_start()
        .parse()
        .ok()?;
    (text == trailer(offset)).then_some(offset)
}

/// `bytes` of a pack from its index to its trailer. `None` if they are damaged or of other versions.
pub fn read_index(bytes: &[u8], versions: &str) -> Option<Vec<PackedEntry>> {
    let index: Index = serde_json::from_slice(decode_entry(INDEX, bytes)?).ok()?;
    if index.versions != versions {
        return None;
    }
    let mut read = ColumnReader::new(&index.rows);
    let mut entries = Vec::new();
    let (mut offset, mut at) = (0, 0);
    while !read.at_end() {
        let mode = index.modes.get(read.unsigned().ok()? as usize)?;
        let length = read.unsigned().ok()? as usize;
        let hash = index.hashes.get(at..at + HASH_LENGTH)?;
        entries.push(PackedEntry {
            key: format!("{hash} {mode}"),
            offset,
            length,
        });
        offset += length as u64;
        at += HASH_LENGTH;
    }
    Some(entries)
}

/// `bytes` of a complete pack whose end is damaged or missing.
pub fn read_entries(bytes: &[u8]) -> Vec<PackedEntry> {
    let mut entries = Vec::new();
    let mut offset = 0;
    while let Some((key, length)) = read_header(&bytes[offset..]) {
        if key != INDEX {
            let offset = offset as u64;
            entries.push(PackedEntry { key, offset, length });
        }
        offset += length;
    }
    entries
}

fn trailer(offset: u64) -> String {
    format!("{{\"pack\":{VERSION},\"index\":{offset:>12}}}\n")
}

#[cfg(test)]
mod tests {
    use super::{TRAILER_LENGTH, is_pack_name, is_partial_name, read_trailer, trailer};

    #[test]
    fn the_last_line_has_its_length_and_is_read_again() {
        for offset in [0, 7, 123_456_789_012] {
            assert_eq!(trailer(offset).len(), TRAILER_LENGTH);
            assert_eq!(read_trailer(trailer(offset).as_bytes()), Some(offset));
        }
        assert_eq!(read_trailer(b"{\"pack\":2,\"index\":           7}\n"), None);
    }

    #[test]
    fn names_are_those_of_the_other_engine() {
        assert!(is_pack_name("0mwqq5cw1-eff3cb52.pack"));
        assert!(!is_pack_name("notes.pack") && !is_pack_name("0mwqq5cw1-eff3cb5.pack"));
        assert!(is_partial_name(".0b1c2d3e-0000-4000-8000-000000000000.partial"));
        assert!(!is_partial_name(".x.partial"));
    }
}
