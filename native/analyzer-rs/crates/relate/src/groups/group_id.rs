//! The id of a clone group.

use sha2::{Digest, Sha256};

use crate::model::GroupKind;
use base::hex::hex;
use parse::facts::Hash;

/// `g_` and the first 20 hex digits of the SHA-256 over the kind in ASCII, one zero byte, and the fingerprint as its 64
/// lower-case hex digits in ASCII.
pub fn group_id(kind: GroupKind, fingerprint: &Hash) -> String {
    let digest = Sha256::new()
        .chain_update(kind.name())
        .chain_update([0])
        .chain_update(hex(fingerprint))
        .finalize();
    format!("g_{}", hex(&digest[..10]))
}
