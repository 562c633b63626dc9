//! The groups of equal runs of sibling units, and of runs that are equal up to a consistent renaming (docs/use/copies.md).

use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

use super::compared_file::{ComparedFile, ElementBlocks};
use super::gram_windows::{ElementRange, has_distinct};
use super::limits::CopyLimits;
use super::repeated_runs::find_repeated_runs;
use super::run_budget::{LeftOutRuns, RepeatedRun};
use super::shape_digests::{in_order_of_files, shape_digests};
use super::suffix_array::SuffixArray;
use super::unit_text::{RepeatedUnit, UnitText, Units, read_units, sequence};
use crate::model::GroupKind;
use parse::elements::stored_block::BlockBytes;
use parse::facts::Hash;

/// A run of units in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockOccurrence {
    pub file: u32,
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockGroup {
    pub kind: GroupKind,
    pub nodes: u64,
    /// In the order of files and positions.
    pub occurrences: Vec<BlockOccurrence>,
    /// SHA-256: of the hashes of the units, or of the run with its names numbered.
    pub fingerprint: Hash,
    /// Hashes of the units of equal runs, or of their shapes; empty unless repeats are wanted.
    pub units: Vec<u64>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct BlockGroups {
    pub groups: Vec<BlockGroup>,
    pub left_out: LeftOutRuns,
}

/// A run of units that occurs more than once and cannot be extended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRepeat {
    pub kind: GroupKind,
    /// Hashes of its units, or of their shapes.
    pub units: Vec<u64>,
    /// In the order of files and positions.
    pub occurrences: Vec<BlockOccurrence>,
}

/// `files`: in the order of their projects and paths; `units`: blocks of their units. `repeats` gets every maximal repeat of at
/// least the least sizes, also one whose occurrences are in equal units: if the project changes elsewhere, each later group
/// is a contiguous part of one of them.
pub fn find_block_groups(
    files: &[ComparedFile<'_>],
    units: &[BlockBytes<'_>],
    kinds: &[GroupKind],
    limits: &CopyLimits,
    repeats: Option<&mut Vec<BlockRepeat>>,
) -> BlockGroups {
    if !has_blocks(kinds) {
        return BlockGroups::default();
    }
    group_units(files, read_units(units), kinds, limits, repeats)
}

/// Whether units are needed for some kinds.
pub fn has_blocks(kinds: &[GroupKind]) -> bool {
    kinds.contains(&GroupKind::Block) || kinds.contains(&GroupKind::BlockShape)
}

/// As `find_block_groups`. The blocks of the files need no units.
pub fn group_units(
    files: &[ComparedFile<'_>],
    units: Units,
    kinds: &[GroupKind],
    limits: &CopyLimits,
    repeats: Option<&mut Vec<BlockRepeat>>,
) -> BlockGroups {
    let mut groups = Vec::new();
    let mut search = BlockSearch {
        blocks: ElementBlocks::new(files),
        units,
        limits,
        repeats,
        left_out: LeftOutRuns::default(),
    };
    if kinds.contains(&GroupKind::Block) {
        groups.extend(search.blocks());
    }
    if kinds.contains(&GroupKind::BlockShape) {
        groups.extend(search.shapes());
    }
    BlockGroups {
        groups,
        left_out: search.left_out,
    }
}

struct BlockSearch<'a, 'r> {
    blocks: ElementBlocks<'a>,
    units: Units,
    limits: &'a CopyLimits,
    /// Gets every maximal repeat.
    repeats: Option<&'r mut Vec<BlockRepeat>>,
    left_out: LeftOutRuns,
}

impl BlockSearch<'_, '_> {
    fn blocks(&mut self) -> Vec<BlockGroup> {
        let mut runs = self.runs(|unit| unit.same, self.units.sames.len() as u32, self.limits.block_nodes);
        let has_all = self.repeats.is_some();
        if has_all {
            runs = self.with_enough_grams(runs);
            self.add_repeats(GroupKind::Block, &runs);
        }
        runs.retain(|run| !self.is_in_equal_units(run, |unit| unit.same));
        if !has_all {
            runs = self.with_enough_grams(runs);
        }
        let fingerprint = |run: &RepeatedRun| {
            let mut digest = Sha256::new();
            for unit in self.run(run, run.starts[0]) {
                digest.update(self.units.sames[unit.same as usize].to_be_bytes());
            }
            digest.finalize().into()
        };
        let occurrences = self.occurrences(&runs);
        let found = runs.iter().zip(occurrences);
        let group = |(run, its)| self.group(GroupKind::Block, run, fingerprint(run), its);
        found.map(group).collect()
    }

    fn shapes(&mut self) -> Vec<BlockGroup> {
        let runs = self.runs(
            |unit| unit.shape,
            self.units.shapes.len() as u32,
            self.limits.shape_nodes,
        );
        let mut runs = self.with_enough_grams(runs);
        runs.retain(|run| !self.are_same(run));
        self.add_repeats(GroupKind::BlockShape, &runs);
        let digests = shape_digests(&runs, &self.units, &mut self.blocks);
        let (mut fingerprints, mut listed) = (Vec::new(), Vec::new());
        for (run, digests) in runs.iter().zip(digests) {
            let mut classes: Vec<(Hash, RepeatedRun)> = Vec::new();
            let mut known: FxHashMap<Hash, usize> = FxHashMap::default();
            for (start, digest) in run.starts.iter().zip(digests) {
                let at = *known.entry(digest).or_insert(classes.len());
                if at == classes.len() {
                    let (length, starts) = (run.length, Vec::new());
                    classes.push((digest, RepeatedRun { length, starts }));
                }
                classes[at].1.starts.push(*start);
            }
            for (fingerprint, part) in classes {
                let is_listed =
                    part.starts.len() > 1 && !self.are_same(&part) && !self.is_in_equal_units(&part, |unit| unit.shape);
                if is_listed {
                    fingerprints.push(fingerprint);
                    listed.push(part);
                }
            }
        }
        let occurrences = self.occurrences(&listed);
        let found = fingerprints.into_iter().zip(&listed).zip(occurrences);
        let group = |((fingerprint, run), its)| self.group(GroupKind::BlockShape, run, fingerprint, its);
        found.map(group).collect()
    }

    fn runs(&mut self, number: fn(&RepeatedUnit) -> u32, distinct: u32, min_nodes: u64) -> Vec<RepeatedRun> {
        let text = UnitText::new(&self.units.list, number, distinct);
        let array = SuffixArray::new(&text.symbols, distinct);
        let (runs, left_out) = find_repeated_runs(text, array, &self.units.list, min_nodes);
        self.left_out.add(left_out);
        runs
    }

    /// Whether all occurrences are at the same offset of equal units, which then are the larger copy.
    fn is_in_equal_units(&self, run: &RepeatedRun, number: fn(&RepeatedUnit) -> u32) -> bool {
        let units = &self.units.list;
        let unit_before = |start: &u32| {
            let unit = &units[*start as usize];
            let around = &units[unit.parent?.index()];
            Some((number(around), unit.first - around.first))
        };
        let first = unit_before(&run.starts[0]);
        first.is_some() && run.starts.iter().all(|start| unit_before(start) == first)
    }

    /// Whether all occurrences are equal without renaming.
    fn are_same(&self, run: &RepeatedRun) -> bool {
        let same = |start: u32| self.run(run, start).map(|unit| unit.same);
        run.starts[1..].iter().all(|start| same(*start).eq(same(run.starts[0])))
    }

    /// Runs with at least 24 different 5-grams, in the order of their first occurrences.
    fn with_enough_grams(&mut self, mut runs: Vec<RepeatedRun>) -> Vec<RepeatedRun> {
        runs.sort_by_key(|run| (run.starts[0], run.length));
        let mut seen = FxHashSet::default();
        let units = &self.units.list;
        let mut places = self.units.places.reader();
        runs.retain(|run| {
            let start = &units[run.starts[0] as usize];
            let last = last_of(units, run, run.starts[0]);
            let place = places.of(start.file, last);
            let range = ElementRange {
                first: start.first,
                count: units[last as usize].first + place.count - start.first,
                last_closings: place.last_closings,
            };
            has_distinct(self.blocks.of(start.file), range, self.limits.grams, &mut seen)
        });
        runs
    }

    /// The units of an occurrence.
    fn run(&self, run: &RepeatedRun, start: u32) -> impl Iterator<Item = &RepeatedUnit> {
        let units = &self.units.list;
        let sequence = sequence(units, start).take(run.length as usize);
        sequence.map(|unit| &units[unit as usize])
    }

    fn group(
        &self,
        kind: GroupKind,
        run: &RepeatedRun,
        fingerprint: Hash,
        occurrences: Vec<BlockOccurrence>,
    ) -> BlockGroup {
        let units = match self.repeats {
            Some(_) => self.unit_hashes(kind, run),
            None => Vec::new(),
        };
        BlockGroup {
            kind,
            nodes: self.run(run, run.starts[0]).map(|unit| u64::from(unit.nodes())).sum(),
            occurrences,
            fingerprint,
            units,
        }
    }

    fn add_repeats(&mut self, kind: GroupKind, runs: &[RepeatedRun]) {
        let Some(repeats) = self.repeats.take() else { return };
        let found = runs.iter().zip(self.occurrences(runs));
        repeats.extend(found.map(|(run, occurrences)| BlockRepeat {
            kind,
            units: self.unit_hashes(kind, run),
            occurrences,
        }));
        self.repeats = Some(repeats);
    }

    fn unit_hashes(&self, kind: GroupKind, run: &RepeatedRun) -> Vec<u64> {
        let hash = |unit: &RepeatedUnit| match kind {
            GroupKind::Block => self.units.sames[unit.same as usize],
            _ => self.units.shapes[unit.shape as usize],
        };
        self.run(run, run.starts[0]).map(hash).collect()
    }

    /// By run, then by occurrence.
    fn occurrences(&self, runs: &[RepeatedRun]) -> Vec<Vec<BlockOccurrence>> {
        let units = &self.units.list;
        let mut places = self.units.places.reader();
        let unknown = |run: &RepeatedRun| vec![BlockOccurrence::default(); run.starts.len()];
        let mut all: Vec<Vec<BlockOccurrence>> = runs.iter().map(unknown).collect();
        for (start, run, occurrence) in in_order_of_files(runs) {
            let file = units[start as usize].file;
            let first = places.of(file, start);
            let last = places.of(file, last_of(units, &runs[run as usize], start));
            all[run as usize][occurrence as usize] = BlockOccurrence {
                file,
                start_line: first.start_line,
                end_line: last.end_line,
                start_byte: first.start_byte,
                end_byte: last.end_byte,
            };
        }
        all
    }
}

/// The last unit of an occurrence.
fn last_of(units: &[RepeatedUnit], run: &RepeatedRun, start: u32) -> u32 {
    let sequence = sequence(units, start).take(run.length as usize);
    sequence.last().expect("a run has a unit")
}
