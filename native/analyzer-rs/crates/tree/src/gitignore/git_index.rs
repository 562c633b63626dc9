//! Reads the paths of `.git/index`, versions 2 to 4 (Documentation/gitformat-index).

use super::tracked_paths::TrackedPaths;

/// A larger index is not read; one of this size has some million files.
pub const LARGEST_INDEX: usize = 128 * 1024 * 1024;
/// Version 4 shares prefixes of paths, so that a small file could hold very many bytes of paths.
const MAX_PATH_BYTES: usize = 256 * 1024 * 1024;

const HEADER: usize = 12;
const MALFORMED: &str = "malformed";
/// Bytes of an object name: SHA-1, SHA-256.
const HASHES: [usize; 2] = [20, 32];
/// Of the stat data of an entry.
const STAT: usize = 40;
const MODE_AT: usize = 24;
const EXTENDED: usize = 0x4000;
const LENGTH: usize = 0x0fff;

/// The file does not state which hash the repository uses, so both are tried. The error is the reason why the paths
/// are unknown.
pub fn read_git_index(bytes: &[u8]) -> Result<TrackedPaths, String> {
    if bytes.len() > LARGEST_INDEX {
        return Err("larger than 128 MiB".to_owned());
    }
    if bytes.len() < HEADER || !bytes.starts_with(b"DIRC") {
        return Err("not a Git index".to_owned());
    }
    let version = number(bytes, 4);
    if !(2..=4).contains(&version) {
        return Err(format!("version {version} of the Git index is unknown"));
    }
    let mut problem = MALFORMED;
    for hash in HASHES {
        match read_entries(bytes, version, hash) {
            Ok(paths) => return Ok(paths),
            Err(MALFORMED) => {}
            Err(other) => problem = other,
        }
    }
    Err(problem.to_owned())
}

fn read_entries(bytes: &[u8], version: usize, hash: usize) -> Result<TrackedPaths, &'static str> {
    let count = number(bytes, 8);
    let last = bytes
        .len()
        .checked_sub(hash)
        .filter(|it| *it >= HEADER)
        .ok_or(MALFORMED)?;
    if count > (last - HEADER) / (STAT + hash + 2) {
        return Err(MALFORMED);
    }
    let mut paths = TrackedPaths::default();
    let mut at = HEADER;
    let mut previous = 0;
    for _ in 0..count {
        let flags_at = at + STAT + hash;
        if flags_at + 2 > last {
            return Err(MALFORMED);
        }
        let flags = usize::from(u16::from_be_bytes([bytes[flags_at], bytes[flags_at + 1]]));
        let is_extended = version > 2 && flags & EXTENDED != 0;
        let mut start = flags_at + if is_extended { 4 } else { 2 };
        let mut shared = 0;
        if version == 4 {
            let (removed, end) = read_varint(bytes, start, last).ok_or(MALFORMED)?;
            shared = usize::checked_sub(previous, removed).ok_or(MALFORMED)?;
            start = end;
        }
        let rest = bytes.get(start..last).ok_or(MALFORMED)?;
        let end = start + memchr::memchr(0, rest).ok_or(MALFORMED)?;
        let length = shared + end - start;
        if length.min(LENGTH) != flags & LENGTH {
            return Err(MALFORMED);
        }
        if !paths.add(number(bytes, at + MODE_AT) as u32, shared, &bytes[start..end]) {
            return Err(MALFORMED);
        }
        if paths.size() > MAX_PATH_BYTES {
            return Err("its paths have more than 256 MiB");
        }
        previous = length;
        at = if version == 4 {
            end + 1
        } else {
            at + ((end - at + 8) & !7)
        };
    }
    require_known_extensions(bytes, at, last)?;
    Ok(paths)
}

/// Extensions with a small first letter must be understood; those in capitals are caches.
fn require_known_extensions(bytes: &[u8], start: usize, last: usize) -> Result<(), &'static str> {
    let mut at = start;
    while at < last {
        if at + 8 > last {
            return Err(MALFORMED);
        }
        match &bytes[at..at + 4] {
            b"link" => return Err("a split index, whose other part is not read"),
            b"sdir" => {}
            name if name[0].is_ascii_uppercase() => {}
            _ => return Err(MALFORMED),
        }
        at += 8 + number(bytes, at + 4);
    }
    if at == last { Ok(()) } else { Err(MALFORMED) }
}

/// A number as in offsets of packs: seven bits per byte, and each further byte adds one. Also returns its end.
fn read_varint(bytes: &[u8], start: usize, last: usize) -> Option<(usize, usize)> {
    let mut value = 0;
    for (at, byte) in bytes.iter().enumerate().take(last).skip(start) {
        value = value * 128 + usize::from(byte & 127);
        if *byte < 128 {
            return Some((value, at + 1));
        }
        value += 1;
        if value > 1 << 20 {
            return None;
        }
    }
    None
}

fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize
}
