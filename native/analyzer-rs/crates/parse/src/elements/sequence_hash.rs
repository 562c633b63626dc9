//! A 64-bit hash of a sequence of elements; `sequence-hash.ts` computes the same.

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
    #[inline(always)]
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
        let low = element as u32 ^ mixed_closings(closings);
        let high = (element >> 32) as u32 ^ numbered.wrapping_mul(0x27d4_eb2f);
        self.add_halves(low, high);
    }

    /// `low`: with its closings.
    #[inline(always)]
    pub fn add_halves(&mut self, low: u32, high: u32) {
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

#[inline(always)]
pub fn mixed_closings(closings: u32) -> u32 {
    closings.wrapping_mul(0x9e37_79b1)
}
