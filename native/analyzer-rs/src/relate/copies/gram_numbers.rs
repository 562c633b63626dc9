//! Numbers the 5-grams that can occur more than once, in order of appearance.

use rustc_hash::FxHashMap;

/// Detects hashes that certainly occur once: two bits for each slot.
pub struct Sieve {
    words: Vec<Word>,
}

/// 64 slots.
#[derive(Clone, Copy, Default)]
struct Word {
    /// Slots that a hash has; after counting: number of repeated slots in the words before.
    once: u64,
    /// Slots that another hash has too.
    again: u64,
}

impl Sieve {
    /// `slots`: a power of two, at least 64.
    pub fn new(slots: usize) -> Self {
        Self {
            words: vec![Word::default(); slots / u64::BITS as usize],
        }
    }

    #[inline]
    pub fn count(&mut self, hash: u64) {
        let (at, bit) = self.slot(hash);
        let word = &mut self.words[at];
        word.again |= word.once & bit;
        word.once |= bit;
    }

    pub fn mark_repeated(&mut self, hash: u64) {
        let (at, bit) = self.slot(hash);
        self.words[at].again |= bit;
    }

    /// The lowest bits of a hash are its slot.
    #[inline]
    fn slot(&self, hash: u64) -> (usize, u64) {
        let word = (hash / u64::from(u64::BITS)) as usize & (self.words.len() - 1);
        (word, 1 << (hash % u64::from(u64::BITS)))
    }
}

/// One entry for each repeated slot, in the order of slots: no probing, and nothing grows. The second hash of a slot is in
/// a map.
pub struct GramNumbers {
    sieve: Sieve,
    /// The number instead of the lowest bits of the hash, which are the slot.
    entries: Vec<u64>,
    number_bits: u64,
    others: FxHashMap<u64, u32>,
    count: u32,
}

const UNUSED: u64 = u64::MAX;

impl GramNumbers {
    pub fn new(mut sieve: Sieve) -> Self {
        let mut before = 0;
        for word in &mut sieve.words {
            word.once = before;
            before += u64::from(word.again.count_ones());
        }
        Self {
            number_bits: (sieve.words.len() as u64 * u64::from(u64::BITS)) - 1,
            sieve,
            entries: vec![UNUSED; before as usize],
            others: FxHashMap::default(),
            count: 0,
        }
    }

    /// Number of numbers so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// `None` for a hash that certainly occurs once.
    #[inline]
    pub fn of(&mut self, hash: u64) -> Option<u32> {
        let (at, bit) = self.sieve.slot(hash);
        let word = self.sieve.words[at];
        if word.again & bit == 0 {
            return None;
        }
        let entry = &mut self.entries[word.once as usize + (word.again & (bit - 1)).count_ones() as usize];
        if *entry == UNUSED && u64::from(self.count) < self.number_bits {
            *entry = hash & !self.number_bits | u64::from(self.count);
            self.count += 1;
            return Some(self.count - 1);
        }
        if *entry != UNUSED && (*entry ^ hash) & !self.number_bits == 0 {
            return Some((*entry & self.number_bits) as u32);
        }
        let number = *self.others.entry(hash).or_insert(self.count);
        self.count = self.count.max(number + 1);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_hashes_have_numbers_in_order_of_appearance() {
        // Of one slot: 1 and 65; 2 occurs once.
        let hashes = [1, 65, 2, 3, 65, 3, 1];
        let mut sieve = Sieve::new(64);
        for hash in hashes {
            sieve.count(hash);
        }
        let mut numbers = GramNumbers::new(sieve);
        let of = hashes.map(|hash| numbers.of(hash));
        assert_eq!(of, [Some(0), Some(1), None, Some(2), Some(1), Some(2), Some(0)]);
        assert_eq!(numbers.count(), 3);
    }

    #[test]
    fn more_hashes_than_slots_have_different_numbers() {
        let mut sieve = Sieve::new(64);
        let hashes = || (0..1000_u64).chain(0..1000);
        hashes().for_each(|hash| sieve.count(hash));
        let mut numbers = GramNumbers::new(sieve);
        let of: Vec<_> = hashes().map(|hash| numbers.of(hash)).collect();
        let expected: Vec<_> = (0..1000_u32).chain(0..1000).map(Some).collect();
        assert_eq!(of, expected);
    }
}
