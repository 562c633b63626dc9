//! The order of hashes for postings, as in `gram-order.ts`: by their upper 16 bits.

/// The value of a 5-gram.
#[inline]
pub fn gram_value(hash: u64) -> u16 {
    (hash >> 48) as u16
}

/// The greatest of the values of a set that are posted, all up to it: more than half of the set, and all of the last value
/// (prefix filter; Chaudhuri et al. 2006). `values`: of the elements of a set, not empty; their order changes.
pub fn last_posted(values: &mut [u16]) -> u16 {
    let middle = values.len() / 2;
    *values.select_nth_unstable(middle).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_half_of_the_values_are_posted() {
        for (mut values, last) in [
            (vec![7], 7),
            (vec![9, 1], 9),
            (vec![3, 1, 2], 2),
            (vec![5, 1, 5, 5, 9, 0], 5),
        ] {
            assert_eq!(last_posted(&mut values), last);
        }
    }
}
