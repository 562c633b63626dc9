//! The longest common subsequence of two sequences of numbers, by the bit-parallel algorithm of Hyyrö (Bit-Parallel LCS-length
//! Computation Revisited, 2004): a step for each item of the right sequence and 64 items of the left one.

use rustc_hash::FxHashMap;

/// Its length.
pub fn common_items(left: &[u32], right: &[u32]) -> u64 {
    let first = equal_pairs(left.iter().zip(right));
    let (left, right) = (&left[first..], &right[first..]);
    let last = equal_pairs(left.iter().rev().zip(right.iter().rev()));
    let (left, right) = (&left[..left.len() - last], &right[..right.len() - last]);
    (first + last) as u64 + common_between(left, right)
}

/// The number of equal pairs before the first different one.
fn equal_pairs<'i>(pairs: impl Iterator<Item = (&'i u32, &'i u32)>) -> usize {
    pairs.take_while(|(left, right)| left == right).count()
}

fn common_between(left: &[u32], right: &[u32]) -> u64 {
    let mut positions: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (at, item) in left.iter().enumerate() {
        positions.entry(*item).or_default().push(at);
    }
    let words = left.len().div_ceil(64);
    // A zero bit is an item of the left sequence at which the common subsequence gets longer.
    let mut bits = vec![u64::MAX; words];
    let mut matches = vec![0_u64; words];
    for item in right {
        let Some(its) = positions.get(item) else {
            continue;
        };
        for at in its {
            matches[at / 64] |= 1 << (at % 64);
        }
        let first = its[0] / 64;
        let mut carry = false;
        for (bits, matches) in bits[first..].iter_mut().zip(&matches[first..]) {
            let (sum, over) = bits.overflowing_add(*bits & matches);
            let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
            carry = over || over_by_carry;
            *bits = sum | (*bits & !matches);
        }
        for at in its {
            matches[at / 64] = 0;
        }
    }
    (0..left.len()).filter(|at| bits[at / 64] >> (at % 64) & 1 == 0).count() as u64
}

#[cfg(test)]
mod tests {
    use super::common_items;

    /// The textbook table.
    fn longest(left: &[u32], right: &[u32]) -> u64 {
        let mut row = vec![0; left.len() + 1];
        for item in right {
            let mut next = vec![0];
            for (at, other) in left.iter().enumerate() {
                next.push(if item == other {
                    row[at] + 1
                } else {
                    next[at].max(row[at + 1])
                });
            }
            row = next;
        }
        row[left.len()]
    }

    #[test]
    fn the_number_of_common_items_is_that_of_a_table_of_all_prefixes() {
        let mut state = 7_u32;
        let mut items = |length: usize| -> Vec<u32> {
            let next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 29
            };
            std::iter::repeat_with(next).take(length).collect()
        };
        for (left, right) in [(0, 5), (5, 0), (63, 80), (64, 64), (65, 130), (200, 150), (300, 7)] {
            let (left, right) = (items(left), items(right));
            assert_eq!(common_items(&left, &right), longest(&left, &right));
        }
    }
}
