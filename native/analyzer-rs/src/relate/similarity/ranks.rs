//! One order over the grams of all sets: the rarest first, of equally rare ones the least value.

use super::gram_table::GramTable;

/// A set of grams by their places in that order. Grams that stand in one set alone come first and can meet nothing, so
/// only their number is kept.
pub struct RankedSet {
    pub size: u64,
    pub alone: u64,
    /// Of the other grams, ascending.
    pub ranks: Vec<u32>,
}

/// Values looked at in one go: their table stays in the processor's cache, and memory beside the sets is bounded.
const SLICE: usize = 1 << 18;

/// Puts the grams of all sets in order and numbers those that several sets hold. Works off the values slice by slice, as
/// each set is ascending and so holds those of a slice in one piece.
///
/// `sets`: each ascending, without repetition. Gives the sets aligned with them, and how many ranks there are.
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

/// Where each number comes when they are ordered by how often they occur, in their own order where that is the same.
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
