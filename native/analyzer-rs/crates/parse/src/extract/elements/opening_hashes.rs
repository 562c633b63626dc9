//! Hashes of openings: the first 64 bits of the SHA-256 of a domain and the opening's bytes. The domain names the class
//! of languages instead of one language, so that JavaScript is compared with TypeScript.

use sha2::{Digest, Sha256};

use super::recent_hashes::RecentHashes;
use crate::elements::element_block::Opening;
use crate::extract::fingerprint::FINGERPRINT_VERSION;
use crate::extract::node_headers::{NodeHeader, NodeHeaders};
use crate::extract::stream::Stream;

/// Role 0 means that there is none.
const ROLES: usize = 6;

pub struct OpeningHashes {
    /// The domain, then the opening to be hashed.
    message: Vec<u8>,
    domain: usize,
    /// Most names occur in many files.
    recent: RecentHashes,
    /// By number of the header, then by role.
    bares: Vec<[Option<u64>; ROLES]>,
}

impl OpeningHashes {
    pub fn new(language_class: &str) -> Self {
        let message = format!("{FINGERPRINT_VERSION}\n{language_class}\nelement\n").into_bytes();
        Self {
            domain: message.len(),
            message,
            recent: RecentHashes::default(),
            bares: Vec::new(),
        }
    }

    /// Of the distinct openings of a stream. Names are numbered in order of appearance.
    pub fn of(&mut self, stream: &Stream) -> Vec<Opening> {
        let Stream { bytes, headers, .. } = stream;
        // By spelling: its number and 1.
        let mut names = vec![0; stream.identifiers.spellings()];
        let mut count = 0;
        let mut openings = Vec::with_capacity(stream.elements.openings.len());
        for span in &stream.elements.openings {
            let hash = self.hash(&bytes[span.from as usize..span.to as usize]);
            let mut opening = Opening {
                hash,
                ..Opening::default()
            };
            if let Some(spelling) = span.spelling {
                let name = &mut names[spelling as usize];
                if *name == 0 {
                    count += 1;
                    *name = count;
                }
                opening.role = span.role;
                opening.name = *name - 1;
                opening.bare = self.bare(headers, span.header, span.role);
            }
            openings.push(opening);
        }
        openings
    }

    fn hash(&mut self, opening: &[u8]) -> u64 {
        if let Some(hash) = self.recent.get(opening) {
            return hash;
        }
        let hash = self.digest(&[opening]);
        self.recent.set(opening, hash);
        hash
    }

    /// Of a kind and a role without a name.
    fn bare(&mut self, headers: &NodeHeaders, header: NodeHeader, role: u8) -> u64 {
        let (at, of_role) = (header.number as usize, usize::from(role));
        if at >= self.bares.len() {
            self.bares.resize(at + 1, [None; ROLES]);
        }
        if let Some(hash) = self.bares[at][of_role] {
            return hash;
        }
        let hash = self.digest(&[headers.bytes(header), &[b'#', role]]);
        self.bares[at][of_role] = Some(hash);
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
