//! The code of a scan that comments in the source exclude from lists of copies.

use std::borrow::Cow;

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use parse::facts::FileFacts;
use relate::model::{FileIndex, Group};
use scan::model::Scan;

use super::group_classes::ranges_of;

/// Similarity of a declaration to itself, in thousandths.
const WHOLE: u32 = 1000;

/// Lines of a file whose copies a comment silences.
struct IgnoredRange<'a> {
    /// Line of the comment.
    line: u32,
    /// 1-based, inclusive.
    start: u32,
    end: u32,
    reason: &'a CompactString,
}

/// An occurrence of a group that a comment silences.
pub struct SuppressedOccurrence<'a> {
    /// Index in the occurrences or blocks of the group.
    pub occurrence: usize,
    /// Of the comment, in the file of the occurrence.
    pub line: u32,
    pub reason: &'a str,
}

pub struct IgnoredCode<'a> {
    scan: &'a Scan,
    files: FxHashMap<FileIndex, Vec<IgnoredRange<'a>>>,
}

impl<'a> IgnoredCode<'a> {
    pub fn new(scan: &'a Scan) -> Self {
        let files = (0..).zip(&scan.entries).filter_map(|(index, entry)| {
            let facts = entry.file()?.facts.as_deref()?;
            (!facts.ignore_comments.is_empty()).then(|| (index, ignored_ranges(facts)))
        });
        IgnoredCode {
            scan,
            files: files.collect(),
        }
    }

    /// An occurrence must be in the lines of a comment completely.
    pub fn suppressed(&self, group: &Group) -> Vec<SuppressedOccurrence<'a>> {
        if self.files.is_empty() {
            return Vec::new();
        }
        let ranges = ranges_of(self.scan, group);
        let suppressed = ranges.iter().enumerate().filter_map(|(occurrence, range)| {
            let ranges = self.files.get(&range.file)?;
            let comment = ranges
                .iter()
                .find(|it| it.start <= range.start_line && range.end_line <= it.end)?;
            Some(SuppressedOccurrence {
                occurrence,
                line: comment.line,
                reason: comment.reason,
            })
        });
        suppressed.collect()
    }
}

pub struct CountedGroups<'a> {
    /// Without silenced occurrences, if at least two others remain.
    pub groups: Vec<Cow<'a, Group>>,
    /// Number of the other unfolded groups.
    pub silenced: u64,
}

/// The groups of a scan for people: a silenced occurrence leaves its group.
pub fn counted_groups(scan: &Scan) -> CountedGroups<'_> {
    let code = IgnoredCode::new(scan);
    let mut silenced = 0;
    let groups = scan.groups.iter().filter_map(|group| {
        let suppressed = code.suppressed(group);
        if suppressed.is_empty() {
            return Some(Cow::Borrowed(group));
        }
        let remaining = without(group, &suppressed);
        if remaining.occurrences.len() + remaining.blocks.len() >= 2 {
            return Some(Cow::Owned(remaining));
        }
        silenced += u64::from(group.folded_into.is_none());
        None
    });
    CountedGroups {
        groups: groups.collect(),
        silenced,
    }
}

fn without(group: &Group, suppressed: &[SuppressedOccurrence<'_>]) -> Group {
    let mut remaining = group.clone();
    // From the last one, so that the indices before it stay.
    for it in suppressed.iter().rev() {
        if group.blocks.is_empty() {
            remaining.occurrences.remove(it.occurrence);
        } else {
            remaining.blocks.remove(it.occurrence);
        }
        if !group.similarity.is_empty() {
            remaining.similarity.remove(it.occurrence);
        }
    }
    // Others are compared with the first one that remains.
    if let Some(first) = remaining.similarity.first_mut() {
        *first = WHOLE;
    }
    remaining
}

/// First and last lines whose copies comments of a file silence, 1-based; `u32::MAX` for the last line of the file.
pub fn ignored_lines(facts: &FileFacts) -> impl Iterator<Item = (u32, u32)> {
    ignored_ranges(facts).into_iter().map(|it| (it.start, it.end))
}

fn ignored_ranges(facts: &FileFacts) -> Vec<IgnoredRange<'_>> {
    let mut ranges = Vec::new();
    let mut opened: Option<(u32, &CompactString)> = None;
    for it in &facts.ignore_comments {
        let line = it.line;
        let reason = &it.reason;
        let mut add = |line, start, end, reason| {
            ranges.push(IgnoredRange {
                line,
                start,
                end,
                reason,
            });
        };
        match it.kind.as_str() {
            "end" => {
                if let Some((start, reason)) = opened.take() {
                    add(start, start, line, reason);
                }
            }
            _ if reason.is_empty() => {}
            "file" => add(line, 1, u32::MAX, reason),
            "start" => opened = Some((line, reason)),
            "next-function" => {
                // The outermost declaration that starts first.
                let after = facts.declarations.iter().filter(|it| it.start_line > line);
                let next = after.min_by_key(|it| (it.start_line, std::cmp::Reverse(it.end_line)));
                if let Some(next) = next {
                    add(line, next.start_line, next.end_line, reason);
                }
            }
            _ => {}
        }
    }
    ranges
}
