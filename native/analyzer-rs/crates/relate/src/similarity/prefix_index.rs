//! An inverted index: the sets with an n-gram in their prefix, and its position there.

use super::bounds::prefix_length;
use super::ranks::RankedSet;

pub struct PrefixIndex {
    /// By rank: start of its sets; the last item is the end.
    first: Vec<u32>,
    /// Sets, and the position of the n-gram in each.
    sets: Vec<(u32, u32)>,
}

impl PrefixIndex {
    /// `ranks`: number of ranks.
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

    /// The number of each set that has the n-gram in its prefix, and the n-gram's position in that set.
    pub fn sets_with(&self, rank: u32) -> &[(u32, u32)] {
        let rank = rank as usize;
        &self.sets[self.first[rank] as usize..self.first[rank + 1] as usize]
    }
}

/// The ranks in a set's prefix.
pub fn prefix_of(set: &RankedSet, threshold: u64) -> &[u32] {
    let length = prefix_length(set.size, threshold).saturating_sub(set.alone);
    &set.ranks[..set.ranks.len().min(length as usize)]
}
