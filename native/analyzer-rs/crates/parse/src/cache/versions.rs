//! The name of this engine's space in a cache.

use std::env::current_exe;
use std::fs::File;
use std::io::{self, Read};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use base::hex::hex;

const PIECE_BYTES: usize = 128 * 1024;

/// The complete program is included: it contains parsers, grammars and language data, and during development it may
/// return other facts with equal version numbers.
pub fn versions() -> &'static str {
    static VERSIONS: OnceLock<String> = OnceLock::new();
    VERSIONS.get_or_init(|| {
        let program = digest_of_program().unwrap_or_else(|_| "unknown".to_owned());
        format!("native {}, program {program}, by itself", env!("CARGO_PKG_VERSION"))
    })
}

fn digest_of_program() -> io::Result<String> {
    let mut program = File::open(current_exe()?)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match program.read(&mut piece)? {
            0 => return Ok(hex(&hash.finalize())),
            count => hash.update(&piece[..count]),
        }
    }
}
