//! SHA-256 (64 hex digits) of the result: equal for equal content, options and format, independent of the time, of the
//! folder and of the output of earlier runs.

use sha2::{Digest, Sha256};

use base::errors::AnalyzerError;
use base::hex::hex;
use scan::model::Scan;

use super::json::{push_body, push_identity, push_identity_end};
use super::out::Out;

pub struct Snapshot {
    pub id: String,
    /// The rendered body; absent if it is larger than the limit.
    pub body: Option<Vec<u8>>,
}

/// Also returns the text whose digest is the id, so that a document with it need not be rendered again. `keep`:
/// maximum size of a returned body in bytes; `go_on` fails when the work should end.
pub fn take_snapshot(
    scan: &Scan,
    keep: usize,
    go_on: &dyn Fn() -> Result<(), AnalyzerError>,
) -> Result<Snapshot, AnalyzerError> {
    let mut before = String::new();
    push_identity(&mut before, scan);
    let mut hash = Sha256::new_with_prefix(before);
    let mut pieces = Some(Vec::new());
    let mut sink = |piece: &[u8]| {
        hash.update(piece);
        match &mut pieces {
            Some(body) if body.len() + piece.len() <= keep => body.extend_from_slice(piece),
            _ => pieces = None,
        }
        go_on()
    };
    push_body(&mut Out::new(&mut sink), scan, true)?;
    let mut sink = |piece: &[u8]| {
        hash.update(piece);
        go_on()
    };
    push_identity_end(&mut Out::new(&mut sink), scan)?;
    Ok(Snapshot {
        id: hex(&hash.finalize()),
        body: pieces,
    })
}
