//! Counts in how many sets each value occurs.

/// An open-addressing hash table, reused; the values are hashes already.
#[derive(Default)]
pub struct GramTable {
    values: Vec<u64>,
    /// Number of sets with the value, 0 for an empty slot.
    counts: Vec<u32>,
    /// 1-based index of a value among those that occur in several sets.
    index: Vec<u32>,
}

impl GramTable {
    /// Returns for the values that occur in several sets, in ascending order, the number of those sets.
    pub fn fill(&mut self, sets: &[&[u64]]) -> Vec<u32> {
        let values: usize = sets.iter().map(|set| set.len()).sum();
        let slots = (values + values / 2).max(2).next_power_of_two();
        self.values.resize(slots, 0);
        for column in [&mut self.counts, &mut self.index] {
            column.clear();
            column.resize(slots, 0);
        }
        for value in sets.iter().flat_map(|set| set.iter()) {
            let slot = self.slot(*value);
            self.values[slot] = *value;
            self.counts[slot] += 1;
        }
        let mut shared: Vec<(u64, usize)> = (0..slots)
            .filter(|slot| self.counts[*slot] > 1)
            .map(|slot| (self.values[slot], slot))
            .collect();
        shared.sort_unstable();
        for (index, (_, slot)) in shared.iter().enumerate() {
            self.index[*slot] = index as u32 + 1;
        }
        shared.iter().map(|(_, slot)| self.counts[*slot]).collect()
    }

    /// The indices of those values of a set that occur in several sets.
    pub fn indices<'t>(&'t self, set: &'t [u64]) -> impl Iterator<Item = u32> + 't {
        set.iter()
            .map(|value| self.index[self.slot(*value)])
            .filter(|index| *index > 0)
            .map(|index| index - 1)
    }

    /// The slot of a value, or the free slot for it.
    fn slot(&self, value: u64) -> usize {
        let mask = self.values.len() - 1;
        let mut slot = (value ^ (value >> 32)) as usize & mask;
        while self.counts[slot] != 0 && self.values[slot] != value {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
