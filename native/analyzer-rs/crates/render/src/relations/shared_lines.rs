//! Pairs of files that groups of copies connect.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::input::{Occurrence, RelationInput};
use super::rules::RELATIONS;

#[derive(Clone, Copy)]
pub struct SharedLines {
    pub left: usize,
    /// Larger than `left`.
    pub right: usize,
    /// The lines in their common groups, of the file that has fewer of them.
    pub lines: u64,
}

/// The pairs with the most shared lines first, and the number of groups and pairs that are left out.
pub fn shared_lines(input: &RelationInput<'_>) -> (Vec<SharedLines>, u64) {
    let rule = &RELATIONS.candidates;
    let mut ranges: FxHashMap<(usize, usize), [Vec<Occurrence>; 2]> = FxHashMap::default();
    let mut left_out = 0;
    let complete = |file: &usize| Occurrence {
        file: *file,
        start: 1,
        end: input.files[*file].lines,
    };
    let identical: Vec<Vec<Occurrence>> = input
        .identical
        .iter()
        .map(|its| its.iter().map(complete).collect())
        .collect();
    for occurrences in input.groups.iter().map(|it| &it.occurrences).chain(&identical) {
        if occurrences.len() > rule.most_occurrences {
            left_out += 1;
            continue;
        }
        for left in occurrences {
            for right in occurrences.iter().filter(|it| left.file < it.file) {
                let its = ranges.entry((left.file, right.file)).or_default();
                its[0].push(*left);
                its[1].push(*right);
            }
        }
    }
    let mut pairs: Vec<SharedLines> = ranges
        .into_iter()
        .map(|((left, right), [lefts, rights])| SharedLines {
            left,
            right,
            lines: lines_in(lefts).min(lines_in(rights)),
        })
        .collect();
    pairs.sort_unstable_by_key(|it| (Reverse(it.lines), it.left, it.right));
    left_out += pairs.len().saturating_sub(rule.most_file_pairs) as u64;
    pairs.truncate(rule.most_file_pairs);
    (pairs, left_out)
}

/// The number of lines in ranges, each line once.
pub fn lines_in(mut ranges: Vec<Occurrence>) -> u64 {
    ranges.sort_unstable_by_key(|it| it.start);
    let (mut lines, mut last) = (0, 0);
    for Occurrence { start, end, .. } in ranges {
        if end > last {
            lines += end - last.max(start - 1);
            last = end;
        }
    }
    lines
}
