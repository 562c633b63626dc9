//! Elements without numbered names as columns, so that the hashes of neighbouring windows are computed at once: with the
//! vectors of AVX2, in a fifth of the time.
//!
//! `unsafe`, because not all processors have these instructions; the function is called only after the processor was
//! queried, and computes the same from the same source.
#![allow(unsafe_code)]

use std::ops::Range;

use super::sequence_hash::{SequenceHash, mixed_closings};

#[derive(Default)]
pub struct ElementColumns {
    /// The low half of each element, without and with its closings, and the high half.
    bare: Vec<u32>,
    low: Vec<u32>,
    high: Vec<u32>,
}

/// Hashes of one call back.
const BATCH: usize = 64;
/// Windows that are hashed at once.
const LANES: usize = 8;

impl ElementColumns {
    pub fn clear(&mut self) {
        self.bare.clear();
        self.low.clear();
        self.high.clear();
    }

    pub fn count(&self) -> usize {
        self.low.len()
    }

    #[inline]
    pub fn push(&mut self, element: u64, closings: u32) {
        self.bare.push(element as u32);
        self.low.push(element as u32 ^ mixed_closings(closings));
        self.high.push((element >> 32) as u32);
    }

    /// Calls back with the hashes of the windows of `SIZE` elements that start in a range, at most `BATCH` at once, and
    /// with the start of the first.
    #[inline]
    pub fn windows<const SIZE: usize>(&self, starts: Range<usize>, mut visit: impl FnMut(usize, &[u64])) {
        let mut hashes = [0; BATCH];
        for first in starts.clone().step_by(BATCH) {
            let count = BATCH.min(starts.end - first);
            let its = first..first + count + SIZE - 1;
            let (low, high) = (&self.low[its.clone()], &self.high[its]);
            hash_windows::<SIZE>(low, high, &mut hashes[..count]);
            visit(first, &hashes[..count]);
        }
    }

    /// The hash of elements of which the last one has other closings.
    pub fn window_with(&self, range: Range<usize>, last_closings: u32) -> u64 {
        let last = range.end - 1;
        let mut hash = SequenceHash::new();
        for at in range.start..last {
            hash.add_halves(self.low[at], self.high[at]);
        }
        hash.add_halves(self.bare[last] ^ mixed_closings(last_closings), self.high[last]);
        hash.finish()
    }
}

/// Fills `hashes` with the hashes of the windows that start at the first elements.
fn hash_windows<const SIZE: usize>(low: &[u32], high: &[u32], hashes: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions of the function.
        return unsafe { hash_with_avx2::<SIZE>(low, high, hashes) };
    }
    hash_lanes::<SIZE>(low, high, hashes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn hash_with_avx2<const SIZE: usize>(low: &[u32], high: &[u32], hashes: &mut [u64]) {
    hash_lanes::<SIZE>(low, high, hashes);
}

#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "the compiler turns a loop over lanes into one instruction for all"
)]
fn hash_lanes<const SIZE: usize>(low: &[u32], high: &[u32], hashes: &mut [u64]) {
    let whole = hashes.len() - hashes.len() % LANES;
    for first in (0..whole).step_by(LANES) {
        let mut states = [SequenceHash::new(); LANES];
        for at in first..first + SIZE {
            let (low, high) = (&low[at..at + LANES], &high[at..at + LANES]);
            for lane in 0..LANES {
                states[lane].add_halves(low[lane], high[lane]);
            }
        }
        for lane in 0..LANES {
            hashes[first + lane] = states[lane].finish();
        }
    }
    for first in whole..hashes.len() {
        let mut hash = SequenceHash::new();
        for at in first..first + SIZE {
            hash.add_halves(low[at], high[at]);
        }
        hashes[first] = hash.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 5;

    fn element(at: usize) -> (u64, u32) {
        let hash = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash, (hash >> 61) as u32)
    }

    fn hash_of(elements: impl IntoIterator<Item = (u64, u32)>) -> u64 {
        let mut hash = SequenceHash::new();
        for (element, closings) in elements {
            hash.add(element, closings, 0);
        }
        hash.finish()
    }

    #[test]
    fn windows_have_the_hashes_of_their_elements() {
        for count in [5, 6, 12, 13, 20, 68, 69, 200] {
            let mut columns = ElementColumns::default();
            for (hash, closings) in (0..count).map(element) {
                columns.push(hash, closings);
            }
            let starts = 0..count + 1 - SIZE;
            let mut found = Vec::new();
            columns.windows::<SIZE>(starts.clone(), |first, hashes| {
                assert_eq!(first, found.len());
                found.extend_from_slice(hashes);
            });
            let expected: Vec<u64> = starts.map(|at| hash_of((at..at + SIZE).map(element))).collect();
            assert_eq!(found, expected, "{count} elements");
            let mut portable = vec![0; found.len()];
            hash_lanes::<SIZE>(&columns.low, &columns.high, &mut portable);
            assert_eq!(portable, expected, "{count} elements");
        }
    }

    #[test]
    fn the_last_element_of_a_window_can_have_other_closings() {
        let mut columns = ElementColumns::default();
        for (hash, closings) in (0..SIZE).map(element) {
            columns.push(hash, closings);
        }
        let mut elements: Vec<_> = (0..SIZE).map(element).collect();
        elements[SIZE - 1].1 = 9;
        assert_eq!(columns.window_with(0..SIZE, 9), hash_of(elements));
    }
}
