//! What an inner group has of that which similar declarations share.

use crate::model::{Group, GroupKind};

/// Where an occurrence is: the number of its file in the order of paths, and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccurrenceRange {
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

/// Twentieths of what two declarations share that an inner group must have: the rest is a header or a frame.
const MIN_TWENTIETHS: u64 = 17;
/// The same, if the rests of the two, without the inner group, are not similar.
const MIN_TWENTIETHS_OF_DIFFERENT: u64 = 13;
const ALL: u64 = 1000;

/// Whether a group of declarations represents a `near` group around it: it is more similar, and of the bytes that each
/// declaration of that group shares with the first one, it has 85 %, or 65 % if the rests of the two are not similar, so that only
/// this part makes them so. Two sizes a and b with the similarity s share s(a + b) / (1 + s).
///
/// Each occurrence of `inner` lies in a different occurrence of `outer`.
pub fn represents_shared(inner: (&Group, &[OccurrenceRange]), outer: (&Group, &[OccurrenceRange])) -> bool {
    let ((part, inside), (group, around)) = (inner, outer);
    let are_declarations = matches!(
        part.kind,
        GroupKind::Near | GroupKind::FunctionBody | GroupKind::FunctionShape
    );
    if group.kind != GroupKind::Near || !are_declarations || inside.len() != around.len() {
        return false;
    }
    let least = part.similarity.iter().map(|it| u64::from(*it)).min().unwrap_or(ALL);
    let Some((first, others)) = around.split_first() else {
        return false;
    };
    others.iter().zip(&group.similarity[1..]).all(|(range, its)| {
        let its = u64::from(*its);
        let sizes = size_of(first) + size_of(range);
        let parts = size_in(first, inside) + size_in(range, inside);
        // Bytes times a common denominator, which keeps all numbers whole.
        let shared = its * sizes * (ALL + least);
        let part = least * parts * (ALL + its);
        let is_rest_different = 3 * shared < 3 * part + (sizes - parts) * (ALL + its) * (ALL + least);
        let twentieths = if is_rest_different {
            MIN_TWENTIETHS_OF_DIFFERENT
        } else {
            MIN_TWENTIETHS
        };
        its < least && part * 20 >= twentieths * shared
    })
}

/// Bytes of the largest of the ranges in another one, 0 for none.
fn size_in(around: &OccurrenceRange, ranges: &[OccurrenceRange]) -> u64 {
    let inside = ranges
        .iter()
        .filter(|it| it.file == around.file && it.start >= around.start && it.end <= around.end);
    inside.map(size_of).max().unwrap_or(0)
}

fn size_of(range: &OccurrenceRange) -> u64 {
    u64::from(range.end - range.start)
}
