//! The maximal repeats (Gusfield 1997) of at least `min_nodes` nodes that are more than one function and do not overlap.
//! Occurrences of a maximal repeat are not all preceded, nor all followed, by equal units.

use super::suffix_array::SuffixArray;
use super::unit_text::{RepeatedUnit, UnitText};

/// Equal runs of units that cannot be extended: the first unit of each occurrence, in order.
#[derive(Clone, Debug)]
pub struct RepeatedRun {
    /// Number of units.
    pub length: u32,
    pub starts: Vec<u32>,
}

pub fn find_repeated_runs(
    text: &UnitText,
    array: &SuffixArray,
    units: &[RepeatedUnit],
    min_nodes: u64,
) -> Vec<RepeatedRun> {
    let unit_at = |at: u32| text.unit_at[at as usize].expect("suffixes start at units");
    let nodes_before = nodes_before(text, units);
    let differences_before = left_differences(text, &array.suffixes);
    let mut buckets = Buckets::new(text.unit_at.len());
    let mut found = Vec::new();
    visit_intervals(&array.common, |length, from, to| {
        if differences_before[to] == differences_before[from + 1] {
            return;
        }
        let at = array.suffixes[from];
        let nodes = nodes_before[(at + length) as usize].wrapping_sub(nodes_before[at as usize]);
        if u64::from(nodes) < min_nodes || length == 1 && units[unit_at(at).index()].is_function {
            return;
        }
        let positions = &array.suffixes[from..to];
        if buckets.overlap(positions, length) {
            return;
        }
        let mut starts: Vec<u32> = positions.iter().map(|at| unit_at(*at).number()).collect();
        starts.sort_unstable();
        found.push(RepeatedRun { length, starts });
    });
    found
}

/// By position and one more: the nodes of all units before it, modulo 2³². The nodes of one run are fewer.
fn nodes_before(text: &UnitText, units: &[RepeatedUnit]) -> Vec<u32> {
    let mut before = Vec::with_capacity(text.unit_at.len() + 1);
    let mut sum = 0_u32;
    before.push(sum);
    for unit in &text.unit_at {
        sum = sum.wrapping_add(unit.map_or(0, |unit| units[unit.index()].nodes));
        before.push(sum);
    }
    before
}

/// Calls back with each interval of suffixes that share a longer prefix than any larger interval around it, at least 1:
/// the length, the first suffix, and the end.
fn visit_intervals(common: &[u32], mut visit: impl FnMut(u32, usize, usize)) {
    let mut open: Vec<(u32, usize)> = Vec::new();
    for at in 1..=common.len() {
        let its = common.get(at).copied().unwrap_or(0);
        let mut from = at - 1;
        while let Some((length, first)) = open.pop_if(|(length, _)| *length > its) {
            visit(length, first, at);
            from = first;
        }
        if its > open.last().map_or(0, |(length, _)| *length) {
            open.push((its, from));
        }
    }
}

/// By suffix and one more: how many suffixes before it are preceded by another symbol than the suffix before them.
fn left_differences(text: &UnitText, suffixes: &[u32]) -> Vec<u32> {
    let left = |at: u32| {
        let before = at.checked_sub(1)? as usize;
        text.unit_at[before].map(|_| text.symbols[before])
    };
    let mut before = Vec::with_capacity(suffixes.len() + 1);
    let mut sum = 0;
    before.push(sum);
    for (index, at) in suffixes.iter().enumerate() {
        let own = left(*at);
        let is_different = index == 0 || own.is_none() || own != left(suffixes[index - 1]);
        sum += u32::from(is_different);
        before.push(sum);
    }
    before
}

/// Finds overlaps in time proportional to the text that the occurrences are in, divided by their length.
struct Buckets {
    /// Stamp and position.
    buckets: Vec<(u32, u32)>,
    stamp: u32,
}

impl Buckets {
    fn new(length: usize) -> Self {
        Self {
            // One for each two positions, because runs of one unit cannot overlap; one before the first, and one after the last.
            buckets: vec![(0, 0); length / 2 + 3],
            stamp: 0,
        }
    }

    /// Whether two of the occurrences of a run of this length overlap. Two in one bucket of its length do.
    fn overlap(&mut self, positions: &[u32], length: u32) -> bool {
        if length == 1 {
            return false;
        }
        self.stamp += 1;
        positions.iter().any(|position| {
            // One more, so that there is a bucket before the first.
            let at = (position / length) as usize + 1;
            let is_near = |(stamp, other): (u32, u32)| stamp == self.stamp && position.abs_diff(other) < length;
            let overlaps = (at - 1..=at + 1).any(|at| self.buckets.get(at).copied().is_some_and(is_near));
            self.buckets[at] = (self.stamp, *position);
            overlaps
        })
    }
}
