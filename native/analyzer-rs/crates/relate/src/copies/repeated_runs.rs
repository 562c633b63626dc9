//! The maximal repeats (Gusfield 1997) of at least `min_nodes` nodes that are more than one function and do not overlap.
//! Occurrences of a maximal repeat are not all preceded, nor all followed, by equal units.

use super::run_budget::{LeftOutRuns, RepeatedRun, RunChoice, RunInterval};
use super::suffix_array::SuffixArray;
use super::unit_text::{RepeatedUnit, UnitText};

/// As many as a file may have (`run_budget.rs`), and the omitted ones.
pub fn find_repeated_runs(
    text: &UnitText,
    array: &SuffixArray,
    units: &[RepeatedUnit],
    min_nodes: u64,
) -> (Vec<RepeatedRun>, LeftOutRuns) {
    let nodes_before = nodes_before(text, units);
    let differences_before = left_differences(text, &array.suffixes);
    let unit_at = |at: &u32| text.unit_at[*at as usize].expect("suffixes start at units").number();
    let unit_of: Vec<u32> = array.suffixes.iter().map(unit_at).collect();
    let mut intervals = Vec::new();
    visit_intervals(&array.common, |length, from, to| {
        if differences_before[to] == differences_before[from + 1] {
            return;
        }
        let at = array.suffixes[from];
        let nodes = nodes_before[(at + length) as usize].wrapping_sub(nodes_before[at as usize]);
        let is_function = length == 1 && units[unit_of[from] as usize].is_function;
        if u64::from(nodes) >= min_nodes && !is_function {
            intervals.push(RunInterval {
                length,
                nodes,
                from,
                to,
            });
        }
    });
    let choice = RunChoice {
        suffixes: &array.suffixes,
        unit_of: &unit_of,
        units,
        text_length: text.unit_at.len(),
    };
    choice.of(intervals)
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
