//! Files that are not parsed again, and why.

use rustc_hash::FxHashMap;

use crate::hex::Hash;
use crate::languages::mode::ParseMode;

/// The values that determine the result of parsing a file, in a form that two processes can share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileKey(pub [u64; 6]);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Timeout(String),
    Failed(String),
}

pub type Verdicts = FxHashMap<FileKey, Verdict>;

/// Length of the key: the hash, then language and dialect, of which so many bytes are distinct.
const MODE_BYTES: usize = 16;

impl FileKey {
    pub fn new(sha256: &Hash, mode: ParseMode<'_>) -> Self {
        let mut bytes = [0; 48];
        bytes[..32].copy_from_slice(sha256);
        let names = mode
            .language
            .bytes()
            .chain([b' '])
            .chain(mode.dialect.unwrap_or("").bytes());
        for (at, byte) in bytes[32..].iter_mut().zip(names.take(MODE_BYTES)) {
            *at = byte;
        }
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at * 8 + byte]));
        Self(std::array::from_fn(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_of_another_mode_are_another_file() {
        let key = |language, dialect| FileKey::new(&[7; 32], ParseMode { language, dialect });
        assert_eq!(key("typescript", Some("d.ts")), key("typescript", Some("d.ts")));
        for other in [
            key("typescript", None),
            key("typescript", Some("tsx")),
            key("javascript", None),
        ] {
            assert_ne!(key("typescript", Some("d.ts")), other);
        }
        assert_ne!(
            key("php", None),
            FileKey::new(
                &[8; 32],
                ParseMode {
                    language: "php",
                    dialect: None
                }
            )
        );
    }
}
