//! One order of the n-grams of all sets: the rarest first, ties by value.

use super::gram_table::GramTable;

/// A set of n-grams by their ranks. N-grams of only one set come first and cannot match, so only their number is
/// stored.
pub struct RankedSet {
    pub size: u64,
    pub alone: u64,
    /// Of the other n-grams, ascending.
    pub ranks: Vec<u32>,
}

/// Values per slice: the table of a slice fits into the processor's cache, and limits the memory besides the sets.
const SLICE: usize = 1 << 18;

/// Orders the n-grams of all sets and numbers those that occur in several sets. Works slice by slice: each set is
/// ascending, so its values of a slice are one range.
///
/// `sets`: each ascending, without repetition. Returns the sets aligned with them, and the number of ranks.
pub fn rank(sets: &[&[u64]]) -> (Vec<RankedSet>, usize) {
    let total: usize = sets.iter().map(|set| set.len()).sum();
    let bits = total.div_ceil(SLICE).next_power_of_two().trailing_zeros();
    let mut left: Vec<&[u64]> = sets.to_vec();
    // By set: the numbers of its shared values, in the order of the values.
    let mut numbers: Vec<Vec<u32>> = vec![Vec::new(); sets.len()];
    let mut counts: Vec<u32> = Vec::new();
    let mut table = GramTable::default();
    for slice in 1..=1_u64 << bits {
        let is_last = slice == 1 << bits;
        let pieces: Vec<&[u64]> = left
            .iter_mut()
            .map(|set| {
                let length = if is_last {
                    set.len()
                } else {
                    set.partition_point(|value| *value < slice << (64 - bits))
                };
                let (piece, rest) = set.split_at(length);
                *set = rest;
                piece
            })
            .collect();
        let first = counts.len() as u32;
        counts.extend(table.fill(&pieces));
        for (piece, into) in pieces.iter().zip(&mut numbers) {
            into.extend(table.indices(piece).map(|index| first + index));
        }
    }
    let indices = ranks_by_count(&counts);
    let ranked = sets.iter().zip(numbers).map(|(set, mut ranks)| {
        for number in &mut ranks {
            *number = indices[*number as usize];
        }
        ranks.sort_unstable();
        ranks.shrink_to_fit();
        RankedSet {
            size: set.len() as u64,
            alone: (set.len() - ranks.len()) as u64,
            ranks,
        }
    });
    (ranked.collect(), counts.len())
}

/// The rank of each number by frequency, ties by number.
fn ranks_by_count(counts: &[u32]) -> Vec<u32> {
    let largest = counts.iter().max().map_or(0, |count| *count as usize);
    let mut next = vec![0_u32; largest + 2];
    for count in counts {
        next[*count as usize + 1] += 1;
    }
    for count in 1..next.len() {
        next[count] += next[count - 1];
    }
    counts
        .iter()
        .map(|count| {
            let index = next[*count as usize];
            next[*count as usize] += 1;
            index
        })
        .collect()
}
