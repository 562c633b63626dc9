//! Which repeated runs are listed. Code can have many more maximal repeats than lines: when each function is a window of one
//! sequence of statements, each window in a window is one. So the listed runs of a file have a limited number of nodes, in
//! total (`listed_runs` of `languages/lists.json`); the largest runs come first.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use super::alive_suffixes::AliveSuffixes;
use super::overlaps::Overlaps;
use super::unit_text::RepeatedUnit;
use base::languages::policy::LISTS;

/// Equal runs of units that cannot be extended: the first unit of each occurrence, in order.
#[derive(Clone, Debug)]
pub struct RepeatedRun {
    /// Number of units.
    pub length: u32,
    pub starts: Vec<u32>,
}

/// Runs that are not listed, of one kind or of both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutRuns {
    pub occurrences: u64,
    /// By number: files whose budget is spent.
    pub files: BTreeSet<u32>,
}

impl LeftOutRuns {
    pub fn add(&mut self, others: Self) {
        self.occurrences += others.occurrences;
        self.files.extend(others.files);
    }
}

/// The suffixes from `from` to `to`, exclusive, that start with a run.
#[derive(Clone, Copy)]
pub struct RunInterval {
    /// Number of units.
    pub length: u32,
    pub nodes: u32,
    pub from: u32,
    pub to: u32,
}

impl RunInterval {
    fn range(&self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// `suffixes`: positions in the text, in order; `unit_of`: the unit at each of these.
pub struct RunChoice<'a> {
    pub suffixes: &'a [u32],
    pub unit_of: &'a [u32],
    pub units: &'a [RepeatedUnit],
    /// Number of positions.
    pub text_length: usize,
}

impl RunChoice<'_> {
    /// The runs whose occurrences do not overlap. If those of a file have more nodes than its budget, runs are chosen: first the
    /// largest, then those with the most occurrences. A file whose budget is spent has no further occurrences, and runs that
    /// occur elsewhere too keep the others.
    pub fn of(&self, intervals: Vec<RunInterval>) -> (Vec<RepeatedRun>, LeftOutRuns) {
        let mut overlaps = Overlaps::new(self.text_length);
        match self.all(&intervals, &mut overlaps) {
            Some(all) => (all, LeftOutRuns::default()),
            None => self.largest(intervals, &mut overlaps),
        }
    }

    /// All runs, unless a file has too many.
    fn all(&self, intervals: &[RunInterval], overlaps: &mut Overlaps) -> Option<Vec<RepeatedRun>> {
        let mut budgets = Budgets::new(self.units);
        let mut list = Vec::new();
        for run in intervals {
            if overlaps.among(&self.suffixes[run.range()], run.length) {
                continue;
            }
            let starts = self.unit_of[run.range()].to_vec();
            for start in &starts {
                if !budgets.spend(self.file_of(*start), run.nodes) {
                    return None;
                }
            }
            list.push(run_of(run.length, starts));
        }
        Some(list)
    }

    /// Suffixes of files whose budget is spent are removed, so that each is visited once more at most.
    fn largest(&self, mut intervals: Vec<RunInterval>, overlaps: &mut Overlaps) -> (Vec<RepeatedRun>, LeftOutRuns) {
        intervals.sort_unstable_by_key(|it| (Reverse(it.nodes), Reverse(it.to - it.from), it.from, it.length));
        let mut budgets = Budgets::new(self.units);
        let mut alive = AliveSuffixes::new(self.suffixes.len());
        let (mut chosen, mut left_out) = (Vec::new(), LeftOutRuns::default());
        let (mut positions, mut starts) = (Vec::new(), Vec::new());
        for run in intervals {
            positions.clear();
            starts.clear();
            alive.visit(run.from as usize, run.to as usize, |at| {
                let start = self.unit_of[at];
                if budgets.is_spent(self.file_of(start)) {
                    return false;
                }
                positions.push(self.suffixes[at]);
                starts.push(start);
                true
            });
            let all = run.to - run.from;
            if starts.len() < 2 {
                left_out.occurrences += u64::from(all);
                continue;
            }
            if overlaps.among(&positions, run.length) {
                continue;
            }
            left_out.occurrences += u64::from(all) - starts.len() as u64;
            for start in &starts {
                budgets.spend(self.file_of(*start), run.nodes);
            }
            chosen.push(run_of(run.length, starts.clone()));
        }
        left_out.files = budgets.spent();
        (chosen, left_out)
    }

    fn file_of(&self, unit: u32) -> u32 {
        self.units[unit as usize].file
    }
}

fn run_of(length: u32, mut starts: Vec<u32>) -> RepeatedRun {
    starts.sort_unstable();
    RepeatedRun { length, starts }
}

/// By file: nodes of runs that are not spent yet.
struct Budgets(Vec<i64>);

impl Budgets {
    fn new(units: &[RepeatedUnit]) -> Self {
        let files = units.last().map_or(0, |unit| unit.file as usize + 1);
        let rule = &LISTS.listed_runs;
        let mut budgets = vec![rule.nodes; files];
        for unit in units {
            if unit.parent.is_none() {
                budgets[unit.file as usize] += rule.nodes_of_node * i64::from(unit.nodes());
            }
        }
        Self(budgets)
    }

    fn is_spent(&self, file: u32) -> bool {
        self.0[file as usize] <= 0
    }

    /// Whether something remains.
    fn spend(&mut self, file: u32, nodes: u32) -> bool {
        let rest = &mut self.0[file as usize];
        *rest -= i64::from(nodes);
        *rest > 0
    }

    fn spent(&self) -> BTreeSet<u32> {
        (0..)
            .zip(&self.0)
            .filter(|(_, rest)| **rest <= 0)
            .map(|(file, _)| file)
            .collect()
    }
}
