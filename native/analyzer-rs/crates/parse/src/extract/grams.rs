//! The set of a file's 5-grams, by which files are compared; `grams.ts` computes the same.

use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

use super::digest::digest_both;
use super::node_headers::{CLOSE, LEAF, OPEN, text_end};
use crate::facts::Hash;

/// Elements per n-gram.
const GRAM: usize = 5;

/// An element is a leaf or the opening of an inner node, with the closings directly after it. A 5-gram is the bytes
/// of five consecutive elements; its hash is the first 64 bits of the SHA-256 of the domain and these bytes.
///
/// Returns the distinct hashes in ascending order; none for fewer than five elements.
pub fn grams_of(stream: &[u8], domain: &str) -> Vec<u64> {
    let starts = element_starts(stream);
    let numbers = number_elements(stream, &starts);
    // In real code two of three 5-grams occur more than once in their file; only distinct ones are hashed.
    let mut seen: FxHashSet<&[u32]> = FxHashSet::default();
    let mut different = numbers
        .windows(GRAM)
        .zip(starts.windows(GRAM + 1))
        .filter(|(gram, _)| seen.insert(gram))
        .map(|(_, offsets)| &stream[offsets[0]..offsets[GRAM]]);
    let fill = |message: &mut Vec<u8>, gram: &[u8]| {
        message.clear();
        message.extend_from_slice(domain.as_bytes());
        message.extend_from_slice(gram);
    };
    let mut hashes = Vec::new();
    let (mut one, mut other) = (Vec::new(), Vec::new());
    while let Some(gram) = different.next() {
        fill(&mut one, gram);
        let Some(next) = different.next() else {
            hashes.push(beginning(&Sha256::digest(&one).into()));
            break;
        };
        fill(&mut other, next);
        let both = digest_both(&mut one, &mut other);
        hashes.extend(both.iter().map(beginning));
    }
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// The first 64 bits.
fn beginning(hash: &Hash) -> u64 {
    u64::from_be_bytes(hash[..8].try_into().expect("eight bytes"))
}

/// Equal elements have equal numbers.
fn number_elements(stream: &[u8], starts: &[usize]) -> Vec<u32> {
    let mut known: FxHashMap<&[u8], u32> = FxHashMap::default();
    let elements = starts.windows(2).map(|offsets| &stream[offsets[0]..offsets[1]]);
    elements
        .map(|element| {
            let next = known.len() as u32;
            *known.entry(element).or_insert(next)
        })
        .collect()
}

/// The start of each element, and the end of the stream.
fn element_starts(stream: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < stream.len() {
        let mark = stream[at];
        if mark == CLOSE {
            at += 1;
            continue;
        }
        debug_assert!(mark == OPEN || mark == LEAF, "the stream has no element at {at}");
        starts.push(at);
        at = text_end(stream, at + 1);
        if mark == LEAF {
            at = text_end(stream, at);
        }
    }
    starts.push(stream.len());
    starts
}
