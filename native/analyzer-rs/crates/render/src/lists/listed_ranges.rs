//! The ranges of files in groups that are listed before.

use rustc_hash::FxHashMap;

use base::languages::policy::LISTS;
use relate::model::FileIndex;

use super::file_code::CodeRange;

/// A range of a file, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct FileRange {
    pub file: FileIndex,
    pub start: u32,
    pub end: u32,
}

impl FileRange {
    pub fn of(range: &CodeRange) -> Self {
        FileRange {
            file: range.file,
            start: range.start_byte,
            end: range.end_byte,
        }
    }
}

#[derive(Default)]
pub struct ListedRanges {
    /// By file: start and end of disjoint ranges that do not touch, ascending.
    files: FxHashMap<FileIndex, Vec<(u32, u32)>>,
}

impl ListedRanges {
    /// Whether most of these ranges are known, each in most of its bytes.
    pub fn has_most(&self, ranges: &[FileRange]) -> bool {
        ranges.iter().filter(|it| self.has(it)).count() * 2 > ranges.len()
    }

    pub fn add(&mut self, range: FileRange) {
        let its = self.files.entry(range.file).or_default();
        let first = its.partition_point(|(_, end)| *end < range.start);
        let touching = its[first..].iter().take_while(|(start, _)| *start <= range.end);
        let last = first + touching.count();
        let start = its[first..last].first().map_or(range.start, |it| it.0.min(range.start));
        let end = its[first..last].last().map_or(range.end, |it| it.1.max(range.end));
        its.splice(first..last, [(start, end)]);
    }

    fn has(&self, range: &FileRange) -> bool {
        let its = self.files.get(&range.file).map_or(&[][..], Vec::as_slice);
        let first = its.partition_point(|(_, end)| *end < range.start);
        let overlapping = its[first..].iter().take_while(|(start, _)| *start < range.end);
        let known: u32 = overlapping
            .map(|(start, end)| range.end.min(*end) - range.start.max(*start))
            .sum();
        u64::from(known) * 100 >= u64::from(range.end - range.start) * LISTS.inside.percent_of_bytes
    }
}
