//! The maximal repeats (Gusfield 1997) of at least `min_nodes` nodes that are more than one function and do not overlap.
//! Occurrences of a maximal repeat are not all preceded, nor all followed, by equal units.

use super::run_budget::{LeftOutRuns, RepeatedRun, RunChoice, RunInterval};
use super::suffix_array::SuffixArray;
use super::unit_text::{RepeatedUnit, UnitNumber, UnitText};

/// As many as a file may have (`run_budget.rs`), and the omitted ones. `array`: of the text. Each list is dropped after its
/// last use: together they are a third of the memory of all comparisons.
pub fn find_repeated_runs(
    text: UnitText,
    array: SuffixArray,
    units: &[RepeatedUnit],
    min_nodes: u64,
) -> (Vec<RepeatedRun>, LeftOutRuns) {
    let SuffixArray { suffixes, common } = array;
    let differences_before = left_differences(&text, &suffixes);
    let UnitText { unit_at, symbols } = text;
    drop(symbols);
    let unit_at_suffix = |at: &u32| unit_at[*at as usize].expect("suffixes start at units").number();
    let nodes_before = nodes_before(&unit_at, units);
    let mut intervals = Vec::new();
    visit_intervals(&common, |length, from, to| {
        if differences_before[to] == differences_before[from + 1] {
            return;
        }
        let at = suffixes[from];
        let nodes = nodes_before[(at + length) as usize].wrapping_sub(nodes_before[at as usize]);
        let is_function = length == 1 && units[unit_at_suffix(&at) as usize].is_function();
        if u64::from(nodes) >= min_nodes && !is_function {
            intervals.push(RunInterval {
                length,
                nodes,
                from: from as u32,
                to: to as u32,
            });
        }
    });
    drop((common, differences_before, nodes_before));
    let unit_of: Vec<u32> = suffixes.iter().map(unit_at_suffix).collect();
    let text_length = unit_at.len();
    drop(unit_at);
    let choice = RunChoice {
        suffixes: &suffixes,
        unit_of: &unit_of,
        units,
        text_length,
    };
    choice.of(intervals)
}

/// By position and one more: the nodes of all units before it, modulo 2³². The nodes of one run are fewer.
fn nodes_before(unit_at: &[Option<UnitNumber>], units: &[RepeatedUnit]) -> Vec<u32> {
    let mut before = Vec::with_capacity(unit_at.len() + 1);
    let mut sum = 0_u32;
    before.push(sum);
    for unit in unit_at {
        sum = sum.wrapping_add(unit.map_or(0, |unit| units[unit.index()].nodes()));
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
