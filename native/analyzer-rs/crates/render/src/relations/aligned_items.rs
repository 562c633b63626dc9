//! A longest common subsequence of two sequences of numbers. Its length is found as in `equal_lines`.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

/// Positions in the left and in the right sequence, in order: from the end, equal items are aligned, and otherwise the last
/// left item is dropped if nothing gets shorter. Memory: a bit for each pair of items.
pub fn aligned_items(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    let words = left.len().div_ceil(64);
    let rows = rows_of(left, right, words);
    let mut aligned = Vec::new();
    let (mut at, mut other) = (left.len(), right.len());
    while at > 0 && other > 0 {
        if left[at - 1] == right[other - 1] {
            at -= 1;
            other -= 1;
            aligned.push((at, other));
        } else if rows[other * words + (at - 1) / 64] >> ((at - 1) % 64) & 1 == 1 {
            at -= 1;
        } else {
            other -= 1;
        }
    }
    aligned.reverse();
    aligned
}

/// The bits after each prefix of the right sequence, from the empty one on. A zero makes the common subsequence longer.
fn rows_of(left: &[u32], right: &[u32], words: usize) -> Vec<u64> {
    let mut positions: FxHashMap<u32, usize> = FxHashMap::default();
    let mut next = vec![None; left.len()];
    for (at, item) in left.iter().enumerate().rev() {
        match positions.entry(*item) {
            Entry::Occupied(mut known) => next[at] = Some(known.insert(at)),
            Entry::Vacant(free) => {
                free.insert(at);
            }
        }
    }
    let mut rows = Vec::with_capacity(words * (right.len() + 1));
    rows.resize(words, u64::MAX);
    let mut matches = vec![0_u64; words];
    for item in right {
        let from = rows.len() - words;
        rows.extend_from_within(from..);
        let Some(first) = positions.get(item) else { continue };
        let all = || std::iter::successors(Some(*first), |at| next[*at]);
        for at in all() {
            matches[at / 64] |= 1 << (at % 64);
        }
        let mut carry = false;
        let skipped = first / 64;
        for (bits, matches) in rows[from + words + skipped..].iter_mut().zip(&matches[skipped..]) {
            let (sum, over) = bits.overflowing_add(*bits & matches);
            let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
            carry = over || over_by_carry;
            *bits = sum | (*bits & !matches);
        }
        for at in all() {
            matches[at / 64] = 0;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::aligned_items;

    #[test]
    fn items_are_aligned_from_the_end() {
        assert_eq!(aligned_items(&[1, 2, 1, 3], &[1, 3, 1]), [(0, 0), (2, 2)]);
        assert_eq!(aligned_items(&[1, 1], &[1]), [(1, 0)]);
        assert_eq!(aligned_items(&[], &[1]), []);
    }

    #[test]
    fn more_items_than_the_bits_of_a_word_are_aligned() {
        let left: Vec<u32> = (0..200).collect();
        let right: Vec<u32> = (0..200).filter(|it| it % 3 != 0).collect();
        let aligned = aligned_items(&left, &right);
        assert_eq!(aligned.len(), right.len());
        assert!(aligned.iter().all(|(at, other)| left[*at] == right[*other]));
    }
}
