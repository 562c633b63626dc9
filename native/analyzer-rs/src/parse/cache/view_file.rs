//! A kept view as a file: a header line and a data line, each ended by LF.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::json_text::push_quoted;
use crate::parse::facts::Hash;

/// Raised when what is behind the header is written in another way.
const VERSION: u32 = 1;
/// No header is longer.
pub const MOST_HEADER_BYTES: usize = 512;

/// What a view is made of: of the same project by the same options there is no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewKey {
    /// SHA-256 of all that listing it told, and of the options.
    pub tree: Hash,
    /// SHA-256 of what is in its files.
    pub contents: Hash,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct KeptView {
    /// What `--strict` says of the project; nothing where it is analysed whole.
    pub incomplete: Option<String>,
    /// All but the last line, which is of each run; one behind another.
    pub pieces: Vec<String>,
}

#[derive(Deserialize, Serialize)]
pub struct ViewHeader {
    view: u32,
    tree: String,
    contents: String,
    /// Of the data line in bytes, without its end.
    pub length: usize,
    /// Of the data line.
    sha256: String,
}

impl ViewHeader {
    fn new(key: &ViewKey, data: &[u8]) -> Self {
        Self {
            view: VERSION,
            tree: hex(&key.tree),
            contents: hex(&key.contents),
            length: data.len(),
            sha256: hex(&Sha256::digest(data)),
        }
    }

    fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("plain data");
        line.push(b'\n');
        line
    }

    /// Of a file's first bytes, with its own length; nothing if it is none, or written in another way.
    pub fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let end = memchr::memchr(b'\n', bytes)? + 1;
        let header: Self = serde_json::from_slice(&bytes[..end]).ok()?;
        (header.view == VERSION && header.line() == bytes[..end]).then_some((header, end))
    }

    pub fn is_of_tree(&self, tree: &Hash) -> bool {
        self.tree == hex(tree)
    }

    pub fn is_of_contents(&self, contents: &Hash) -> bool {
        self.contents == hex(contents)
    }

    /// `bytes`: all behind the header. Nothing if they are not the very ones that were written.
    pub fn view(&self, bytes: &[u8]) -> Option<KeptView> {
        let data = bytes.strip_suffix(b"\n")?;
        if data.len() != self.length || hex(&Sha256::digest(data)) != self.sha256 {
            return None;
        }
        serde_json::from_slice(data).ok()
    }
}

/// A view that is being told, piece by piece.
pub struct ViewWriter {
    data: String,
    pieces: usize,
    most_bytes: usize,
}

impl ViewWriter {
    /// `most_bytes`: a view whose data line is longer is not kept.
    pub fn new(incomplete: Option<&str>, most_bytes: usize) -> Self {
        let mut data = String::from("{\"incomplete\":");
        match incomplete {
            Some(text) => push_quoted(&mut data, text),
            None => data.push_str("null"),
        }
        data.push_str(",\"pieces\":[");
        Self {
            data,
            pieces: 0,
            most_bytes,
        }
    }

    pub fn push(&mut self, piece: &str) {
        if self.is_too_large() {
            return;
        }
        if self.pieces > 0 {
            self.data.push(',');
        }
        self.pieces += 1;
        push_quoted(&mut self.data, piece);
    }

    pub fn is_too_large(&self) -> bool {
        self.data.len() > self.most_bytes
    }

    /// The file in its parts.
    pub fn finish(mut self, key: &ViewKey) -> [Vec<u8>; 3] {
        self.data.push_str("]}");
        let data = self.data.into_bytes();
        [ViewHeader::new(key, &data).line(), data, b"\n".to_vec()]
    }
}
