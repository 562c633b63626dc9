//! A 64-bit hash of a sequence of elements; `sequence-hash.ts` computes the same.

use std::ops::Range;

const SEED_HIGH: u32 = 0x243f_6a88;
const SEED_LOW: u32 = 0x85a3_08d3;

/// Each step is a bijection of the state for a given element, and of the element for a given state; the elements are
/// SHA-256 hashes already.
#[derive(Clone, Copy)]
pub struct SequenceHash {
    high: u32,
    low: u32,
}

impl SequenceHash {
    pub fn new() -> Self {
        Self {
            high: SEED_HIGH,
            low: SEED_LOW,
        }
    }

    /// `closings`: number of brackets that close after the element; `numbered`: of a numbered name its number and 1,
    /// else 0.
    #[inline]
    pub fn add(&mut self, element: u64, closings: u32, numbered: u32) {
        self.step(
            element as u32 ^ mixed_closings(closings),
            (element >> 32) as u32 ^ numbered.wrapping_mul(0x27d4_eb2f),
        );
    }

    #[inline(always)]
    fn step(&mut self, low: u32, high: u32) {
        let x = self.low ^ low;
        self.low = x.rotate_left(13).wrapping_mul(0x85eb_ca6b).wrapping_add(self.high);
        let y = self.high ^ high;
        self.high = y.rotate_left(17).wrapping_mul(0xc2b2_ae35).wrapping_add(self.low);
    }

    /// Spreads the last elements over all bits.
    #[inline(always)]
    pub fn finish(self) -> u64 {
        let mut low = (self.low ^ self.low >> 16).wrapping_mul(0x85eb_ca6b);
        low ^= low >> 13;
        let mut high = self.high.wrapping_add(low);
        high = (high ^ high >> 15).wrapping_mul(0xc2b2_ae35);
        high ^= high >> 16;
        low = low.wrapping_add(high);
        u64::from(high) << 32 | u64::from(low)
    }
}

impl Default for SequenceHash {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
fn mixed_closings(closings: u32) -> u32 {
    closings.wrapping_mul(0x9e37_79b1)
}

/// Columns of elements without numbered names, so that the hashes of neighbouring windows are computed at once.
#[derive(Default)]
pub struct ElementColumns {
    /// The low half of each element, without and with its closings, and the high half.
    bare: Vec<u32>,
    low: Vec<u32>,
    high: Vec<u32>,
}

/// Windows that are hashed at once: the compiler uses vectors of the processor.
const LANES: usize = 8;

impl ElementColumns {
    pub fn clear(&mut self) {
        self.bare.clear();
        self.low.clear();
        self.high.clear();
    }

    pub fn len(&self) -> usize {
        self.low.len()
    }

    #[inline]
    pub fn push(&mut self, element: u64, closings: u32) {
        self.bare.push(element as u32);
        self.low.push(element as u32 ^ mixed_closings(closings));
        self.high.push((element >> 32) as u32);
    }

    /// Calls back with the start and the hash of each window of `SIZE` elements that starts in a range.
    #[inline]
    pub fn windows<const SIZE: usize>(&self, starts: Range<usize>, mut visit: impl FnMut(usize, u64)) {
        let mut at = starts.start;
        while at + LANES <= starts.end && at + LANES + SIZE <= self.len() + 1 {
            for (lane, hash) in self.lanes::<SIZE>(at).into_iter().enumerate() {
                visit(at + lane, hash);
            }
            at += LANES;
        }
        for at in at..starts.end {
            visit(at, self.hash(at..at + SIZE).finish());
        }
    }

    /// The hash of elements of which the last one has other closings.
    pub fn window_with(&self, range: Range<usize>, last_closings: u32) -> u64 {
        let last = range.end - 1;
        let mut hash = self.hash(range.start..last);
        hash.step(self.bare[last] ^ mixed_closings(last_closings), self.high[last]);
        hash.finish()
    }

    fn hash(&self, range: Range<usize>) -> SequenceHash {
        let mut hash = SequenceHash::new();
        for at in range {
            hash.step(self.low[at], self.high[at]);
        }
        hash
    }

    #[inline(always)]
    fn lanes<const SIZE: usize>(&self, at: usize) -> [u64; LANES] {
        let mut hashes = [SequenceHash::new(); LANES];
        for offset in at..at + SIZE {
            let low = &self.low[offset..offset + LANES];
            let high = &self.high[offset..offset + LANES];
            for lane in 0..LANES {
                hashes[lane].step(low[lane], high[lane]);
            }
        }
        hashes.map(SequenceHash::finish)
    }
}
