//! Necessary conditions of similar sets, in integers.

use std::cmp::Ordering;

/// Similarities are integers in millionths, so that two engines never round differently.
pub const ONE: u64 = 1_000_000;

/// The share of common values of two sets: the Jaccard coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resemblance {
    pub intersection: u64,
    pub union: u64,
}

impl Resemblance {
    pub fn reaches(self, threshold: u64) -> bool {
        self.intersection * ONE >= threshold * self.union
    }
}

/// The least number of common n-grams with which sets of these sizes can reach the threshold.
pub fn least_common(size_a: u64, size_b: u64, threshold: u64) -> u64 {
    (threshold * (size_a + size_b)).div_ceil(ONE + threshold)
}

/// Sets whose sizes differ more than this cannot be similar, even if one contains the other.
pub fn sizes_allow(size_a: u64, size_b: u64, threshold: u64) -> bool {
    size_a.min(size_b) * ONE >= threshold * size_a.max(size_b)
}

/// Number of first n-grams of a set, in an order that is the same for all sets, of which at least one is in every
/// similar set: the prefix filter.
pub fn prefix_length(size: u64, threshold: u64) -> u64 {
    size + 1 - (threshold * size).div_ceil(ONE)
}

/// Of two similarities the greater one first, exactly.
pub fn more_alike_first(a: Resemblance, b: Resemblance) -> Ordering {
    let product = |one: u64, other: u64| u128::from(one) * u128::from(other);
    product(b.intersection, a.union).cmp(&product(a.intersection, b.union))
}
