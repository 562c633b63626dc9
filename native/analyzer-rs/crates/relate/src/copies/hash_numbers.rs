//! Numbers the hashes that can occur more than once, in order of appearance.

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

const LARGEST_SIEVE: usize = 1 << 26;
const SMALLEST_SIEVE: usize = 1 << 16;

impl Sieve {
    /// With at least this number of slots, as far as its memory of 16 MB allows.
    pub fn with_slots(slots: usize) -> Self {
        Self::new((slots + 1).next_power_of_two().clamp(SMALLEST_SIEVE, LARGEST_SIEVE))
    }

    /// `slots`: a power of two, at least 64.
    fn new(slots: usize) -> Self {
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

    #[inline]
    fn is_repeated(&self, hash: u64) -> bool {
        let (at, bit) = self.slot(hash);
        self.words[at].again & bit != 0
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
pub struct HashNumbers {
    sieve: Sieve,
    /// The number instead of the lowest bits of the hash, which are the slot.
    entries: Vec<u64>,
    number_bits: u64,
    others: FxHashMap<u64, u32>,
    count: u32,
}

const UNUSED: u64 = u64::MAX;
/// Hashes whose memory is read at once.
pub const BATCH: usize = 64;

impl HashNumbers {
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

    /// Calls back with the index and the number of each hash that can be repeated. Branches would wait for the memory of
    /// one hash after the other: so the memory of a batch is read before they decide.
    #[inline]
    pub fn of_all(&mut self, hashes: &[u64], mut visit: impl FnMut(usize, u32)) {
        for (batch, hashes) in hashes.chunks(BATCH).enumerate() {
            let (mut repeated, mut count) = ([0; BATCH], 0);
            for (index, hash) in hashes.iter().enumerate() {
                repeated[count] = index;
                count += usize::from(self.sieve.is_repeated(*hash));
            }
            let mut entries = [UNUSED; BATCH];
            for (entry, index) in entries.iter_mut().zip(&repeated[..count]) {
                *entry = self.entries[self.entry_of(hashes[*index])];
            }
            for (entry, index) in entries.into_iter().zip(&repeated[..count]) {
                let number = self.number_in(entry, hashes[*index]);
                let number = number.unwrap_or_else(|| self.add(hashes[*index]));
                visit(batch * BATCH + index, number);
            }
        }
    }

    /// `None` for a hash that certainly occurs once.
    pub fn of(&mut self, hash: u64) -> Option<u32> {
        self.sieve.is_repeated(hash).then(|| self.add(hash))
    }

    /// The number in an entry, if it is that of the hash.
    #[inline]
    fn number_in(&self, entry: u64, hash: u64) -> Option<u32> {
        let is_same = entry != UNUSED && (entry ^ hash) & !self.number_bits == 0;
        is_same.then_some((entry & self.number_bits) as u32)
    }

    /// The number of a repeated hash, which may be new.
    fn add(&mut self, hash: u64) -> u32 {
        let at = self.entry_of(hash);
        let entry = self.entries[at];
        if let Some(number) = self.number_in(entry, hash) {
            return number;
        }
        if entry == UNUSED && u64::from(self.count) < self.number_bits {
            self.entries[at] = hash & !self.number_bits | u64::from(self.count);
            self.count += 1;
            return self.count - 1;
        }
        let number = *self.others.entry(hash).or_insert(self.count);
        self.count = self.count.max(number + 1);
        number
    }

    /// The entry of a repeated hash.
    #[inline]
    fn entry_of(&self, hash: u64) -> usize {
        let (at, bit) = self.sieve.slot(hash);
        let word = self.sieve.words[at];
        word.once as usize + (word.again & (bit - 1)).count_ones() as usize
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
        let mut numbers = HashNumbers::new(sieve);
        let of = hashes.map(|hash| numbers.of(hash));
        assert_eq!(of, [Some(0), Some(1), None, Some(2), Some(1), Some(2), Some(0)]);
        assert_eq!(numbers.count(), 3);
    }

    #[test]
    fn more_hashes_than_slots_have_different_numbers() {
        let mut sieve = Sieve::new(64);
        let hashes = || (0..1000_u64).chain(0..1000);
        hashes().for_each(|hash| sieve.count(hash));
        let mut numbers = HashNumbers::new(sieve);
        let mut of = Vec::new();
        numbers.of_all(&hashes().collect::<Vec<_>>(), |index, number| {
            assert_eq!(index, of.len());
            of.push(number);
        });
        let expected: Vec<_> = (0..1000_u32).chain(0..1000).collect();
        assert_eq!(of, expected);
    }
}
