//! Hashes of openings: the first 64 bits of the SHA-256 of a domain and the opening's bytes. The domain names the class
//! of languages instead of one language, so that JavaScript is compared with TypeScript.

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::element_scan::OpeningSpan;
use crate::parse::elements::element_block::Opening;
use crate::parse::extract::fingerprint::FINGERPRINT_VERSION;

/// Most names occur in many files: their hashes are cached, up to this number.
const MOST_CACHED: usize = 1 << 16;
const LONGEST_CACHED: usize = 64;
/// Role 0 means that there is none.
const ROLES: usize = 6;

pub struct OpeningHashes {
    /// The domain, then the opening to be hashed.
    message: Vec<u8>,
    domain: usize,
    cache: FxHashMap<Box<[u8]>, u64>,
    /// By role, then by kind: a language has few.
    bares: [FxHashMap<Box<[u8]>, u64>; ROLES],
}

impl OpeningHashes {
    pub fn new(language_class: &str) -> Self {
        let message = format!("{FINGERPRINT_VERSION}\n{language_class}\nelement\n").into_bytes();
        Self {
            domain: message.len(),
            message,
            cache: FxHashMap::default(),
            bares: Default::default(),
        }
    }

    /// Names are numbered in order of appearance.
    pub fn of(&mut self, stream: &[u8], spans: &[OpeningSpan]) -> Vec<Opening> {
        let mut names: FxHashMap<u32, u32> = FxHashMap::default();
        let mut openings = Vec::with_capacity(spans.len());
        for span in spans {
            let hash = self.hash(&stream[span.from as usize..span.to as usize]);
            let mut opening = Opening {
                hash,
                ..Opening::default()
            };
            if let Some(spelling) = span.spelling {
                let next = names.len() as u32;
                opening.role = span.role;
                opening.name = *names.entry(spelling).or_insert(next);
                opening.bare = self.bare(&stream[span.from as usize..span.kind_end as usize], span.role);
            }
            openings.push(opening);
        }
        openings
    }

    fn hash(&mut self, opening: &[u8]) -> u64 {
        if let Some(&hash) = self.cache.get(opening) {
            return hash;
        }
        let hash = self.digest(&[opening]);
        if opening.len() <= LONGEST_CACHED {
            if self.cache.len() >= MOST_CACHED {
                self.cache.clear();
            }
            self.cache.insert(opening.into(), hash);
        }
        hash
    }

    /// Of a kind and a role without a name.
    fn bare(&mut self, kind: &[u8], role: u8) -> u64 {
        if let Some(&hash) = self.bares[usize::from(role)].get(kind) {
            return hash;
        }
        let hash = self.digest(&[kind, &[b'#', role]]);
        self.bares[usize::from(role)].insert(kind.into(), hash);
        hash
    }

    fn digest(&mut self, parts: &[&[u8]]) -> u64 {
        self.message.truncate(self.domain);
        for part in parts {
            self.message.extend_from_slice(part);
        }
        let digest = Sha256::digest(&self.message);
        digest.first_chunk().map_or(0, |first| u64::from_be_bytes(*first))
    }
}
