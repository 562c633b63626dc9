//! SHA-256 (64 hex) of what was found: equal for equal content, options and format, wherever and whenever it was
//! scanned.

use sha2::{Digest, Sha256};

use crate::errors::AnalyzerError;
use crate::hex::hex;
use crate::scan::model::Scan;

use super::json::{IDENTITY_AFTER, IDENTITY_BEFORE, push_content};
use super::out::Out;

pub struct Snapshot {
    pub id: String,
    /// The rendered content; absent where it is larger than was to be kept.
    pub content: Option<Vec<u8>>,
}

/// Gives also the text that the id is the digest of, so that a document of it need not be rendered a second time.
/// `keep`: bytes of content to keep at most; `go_on` fails where the work is to end.
pub fn take_snapshot(
    scan: &Scan,
    keep: usize,
    go_on: &dyn Fn() -> Result<(), AnalyzerError>,
) -> Result<Snapshot, AnalyzerError> {
    let mut hash = Sha256::new_with_prefix(IDENTITY_BEFORE);
    let mut kept = Some(Vec::new());
    let mut sink = |piece: &[u8]| {
        hash.update(piece);
        match &mut kept {
            Some(content) if content.len() + piece.len() <= keep => content.extend_from_slice(piece),
            _ => kept = None,
        }
        go_on()
    };
    push_content(&mut Out::new(&mut sink), scan, true)?;
    hash.update(IDENTITY_AFTER);
    Ok(Snapshot {
        id: hex(&hash.finalize()),
        content: kept,
    })
}
