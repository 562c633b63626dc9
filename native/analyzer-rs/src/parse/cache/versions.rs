//! What names this engine's space in a cache.

use std::env::current_exe;
use std::fs::read;

use sha2::{Digest, Sha256};

use crate::hex::hex;

/// The program counts whole: parsers, grammars and language data are in it, and while it is worked on it says the same of
/// itself and gives other facts.
pub fn versions() -> String {
    let program = current_exe()
        .and_then(read)
        .map_or_else(|_| "unknown".to_owned(), |bytes| hex(&Sha256::digest(&bytes)));
    format!("native {}, program {program}, by itself", env!("CARGO_PKG_VERSION"))
}
