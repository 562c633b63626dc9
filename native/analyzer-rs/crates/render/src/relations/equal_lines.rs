//! The longest common subsequence of two sequences of numbers, by the bit-parallel algorithm of Hyyrö (Bit-Parallel LCS-length
//! Computation Revisited, 2004): a step for each item of the right sequence and 64 items of the left one.

/// Reuses its memory for each pair of sequences.
#[derive(Default)]
pub struct ItemAligner {
    /// By item.
    occurrences: Vec<Occurrences>,
    round: u32,
    /// The left items that the right sequence has too.
    left: Vec<u32>,
    /// By position in `left`: the next position of the same item; `NONE` at the last.
    next: Vec<u32>,
    bits: Vec<u64>,
    matches: Vec<u64>,
}

/// What is known of an item in a round.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    round: u32,
    /// Its first position in the left sequence.
    first: u32,
}

const NONE: u32 = u32::MAX;

impl ItemAligner {
    /// The length of the longest common subsequence. Items are small numbers: memory grows with the largest.
    pub fn common_items(&mut self, left: &[u32], right: &[u32]) -> u64 {
        let first = equal_pairs(left.iter().zip(right));
        let (left, right) = (&left[first..], &right[first..]);
        let last = equal_pairs(left.iter().rev().zip(right.iter().rev()));
        let (left, right) = (&left[..left.len() - last], &right[..right.len() - last]);
        (first + last) as u64 + self.common_between(left, right)
    }

    fn common_between(&mut self, left: &[u32], right: &[u32]) -> u64 {
        self.select(left, right);
        self.find_positions();
        let words = self.left.len().div_ceil(64);
        // A zero bit is an item of the left sequence at which the common subsequence gets longer.
        self.bits.clear();
        self.bits.resize(words, u64::MAX);
        self.matches.clear();
        self.matches.resize(words, 0);
        for item in right {
            let Occurrences { round, first } = self.occurrences[*item as usize];
            if round == self.round {
                self.add(first);
            }
        }
        self.bits.iter().map(|it| u64::from(it.count_zeros())).sum()
    }

    /// Drops items of the left sequence that the right one does not have.
    fn select(&mut self, left: &[u32], right: &[u32]) {
        let items = left.iter().chain(right).max().map_or(0, |it| *it as usize + 1);
        if self.occurrences.len() < items {
            self.occurrences.resize(items, Occurrences::default());
        }
        let round = self.begin_round();
        for item in right {
            self.occurrences[*item as usize].round = round;
        }
        self.left.clear();
        let is_common = |item: &&u32| self.occurrences[**item as usize].round == round;
        self.left.extend(left.iter().filter(is_common));
    }

    fn find_positions(&mut self) {
        let round = self.begin_round();
        self.next.clear();
        self.next.resize(self.left.len(), NONE);
        for (at, item) in self.left.iter().enumerate().rev() {
            let known = &mut self.occurrences[*item as usize];
            if known.round == round {
                self.next[at] = known.first;
            }
            *known = Occurrences {
                round,
                first: at as u32,
            };
        }
    }

    fn begin_round(&mut self) -> u32 {
        if self.round == u32::MAX {
            self.occurrences.fill(Occurrences::default());
            self.round = 0;
        }
        self.round += 1;
        self.round
    }

    /// Adds an item of the right sequence. `first`: its first position in the left one.
    fn add(&mut self, first: u32) {
        let next = &self.next;
        let after = |at: &u32| Some(next[*at as usize]).filter(|it| *it != NONE);
        let all = || std::iter::successors(Some(first), after);
        for at in all() {
            self.matches[at as usize / 64] |= 1 << (at % 64);
        }
        let from = first as usize / 64;
        let mut carry = false;
        for (bits, matches) in self.bits[from..].iter_mut().zip(&self.matches[from..]) {
            let (sum, over) = bits.overflowing_add(*bits & matches);
            let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
            carry = over || over_by_carry;
            *bits = sum | (*bits & !matches);
        }
        for at in all() {
            self.matches[at as usize / 64] = 0;
        }
    }
}

/// The number of equal pairs before the first different one.
fn equal_pairs<'i>(pairs: impl Iterator<Item = (&'i u32, &'i u32)>) -> usize {
    pairs.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::ItemAligner;

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
        let mut aligner = ItemAligner::default();
        for (left, right) in [(0, 5), (5, 0), (63, 80), (64, 64), (65, 130), (200, 150), (300, 7)] {
            let (left, right) = (items(left), items(right));
            assert_eq!(aligner.common_items(&left, &right), longest(&left, &right));
        }
    }
}
