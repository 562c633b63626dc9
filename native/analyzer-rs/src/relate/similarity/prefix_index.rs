//! In which sets, and where in their order, a gram stands among the first ones: an inverted index.

use super::bounds::prefix_length;
use super::ranks::RankedSet;

pub struct PrefixIndex {
    /// By rank: where its sets begin, at last where they end.
    first: Vec<u32>,
    /// Sets, and the gram's place in each.
    sets: Vec<(u32, u32)>,
}

impl PrefixIndex {
    /// `ranks`: how many there are.
    pub fn new(sets: &[RankedSet], ranks: usize, threshold: u64) -> Self {
        let mut first = vec![0_u32; ranks + 1];
        for rank in sets.iter().flat_map(|set| prefix_of(set, threshold)) {
            first[*rank as usize + 1] += 1;
        }
        for rank in 1..=ranks {
            first[rank] += first[rank - 1];
        }
        let mut next = first.clone();
        let mut entries = vec![(0, 0); first[ranks] as usize];
        for (number, set) in sets.iter().enumerate() {
            for (at, rank) in prefix_of(set, threshold).iter().enumerate() {
                let slot = &mut next[*rank as usize];
                entries[*slot as usize] = (number as u32, set.alone as u32 + at as u32);
                *slot += 1;
            }
        }
        Self { first, sets: entries }
    }

    /// The number of each set that has the gram among its first ones, and the gram's place in that set.
    pub fn sets_with(&self, rank: u32) -> &[(u32, u32)] {
        let rank = rank as usize;
        &self.sets[self.first[rank] as usize..self.first[rank + 1] as usize]
    }
}

/// The ranks among a set's first grams.
pub fn prefix_of(set: &RankedSet, threshold: u64) -> &[u32] {
    let length = prefix_length(set.size, threshold).saturating_sub(set.alone);
    &set.ranks[..set.ranks.len().min(length as usize)]
}
