//! How much of listed groups is equal, line by line, for the first screen.

use rustc_hash::{FxHashMap, FxHashSet};

use super::aligned_items::aligned_items;
use super::compared_files::ComparedFiles;
use super::input::RelatedGroup;
use super::rules::RELATIONS;

/// How much of a group is equal.
pub struct GroupEvidence {
    /// Paths of the occurrences in product code.
    pub paths: Vec<String>,
    /// Lines with code of each of them.
    pub lines: Vec<u64>,
    /// For each but the first: those in runs of lines that are equal to lines of the first one.
    pub equal: Vec<u64>,
    /// Whether the lines of the first one are rows, such as those of a table.
    pub are_rows: bool,
}

/// Of the first groups of a list, by id.
pub fn listed_evidence(listed: &[RelatedGroup], compared: &mut ComparedFiles<'_>) -> FxHashMap<String, GroupEvidence> {
    let rule = &RELATIONS.screen.evidence;
    let mut evidence = FxHashMap::default();
    let mut runs = Runs { cells: 0 };
    for group in listed.iter().take(rule.most_groups) {
        let occurrences = group.occurrences.iter();
        let code: Vec<Vec<u32>> = occurrences
            .map(|it| compared.code_of(it.file, it.start, it.end))
            .collect();
        let (first, others) = code.split_first().map_or((&[][..], &[][..]), |(it, rest)| (it, rest));
        let its = GroupEvidence {
            paths: group
                .occurrences
                .iter()
                .map(|it| compared.path_of(it.file).to_owned())
                .collect(),
            lines: code.iter().map(|it| it.len() as u64).collect(),
            equal: others.iter().map(|other| runs.lines(first, other)).collect(),
            are_rows: are_rows(first, compared),
        };
        evidence.insert(group.id.clone(), its);
    }
    evidence
}

/// Aligned equal lines that follow each other on both sides.
struct Runs {
    cells: usize,
}

impl Runs {
    /// All lines of the shorter side if the comparison would take too long.
    fn lines(&mut self, left: &[u32], right: &[u32]) -> u64 {
        let rule = &RELATIONS.screen.evidence;
        let cells = left.len() * right.len();
        if cells > rule.most_cells || self.cells + cells > rule.most_all_cells {
            return left.len().min(right.len()) as u64;
        }
        self.cells += cells;
        let (mut lines, mut length, mut last) = (0, 0, None);
        for (at, other) in aligned_items(left, right) {
            length = if last == Some((at, other)) { length + 1 } else { 1 };
            lines += match length {
                its if its == rule.run => rule.run,
                its if its > rule.run => 1,
                _ => 0,
            };
            last = Some((at + 1, other + 1));
        }
        lines
    }
}

/// Whether few forms make up the lines: names and texts aside, they are the same line again and again.
fn are_rows(lines: &[u32], compared: &ComparedFiles<'_>) -> bool {
    let rule = &RELATIONS.screen.rows;
    if !(rule.least_lines..=rule.most_lines).contains(&lines.len()) {
        return false;
    }
    let forms: FxHashSet<(Vec<u8>, usize)> = lines.iter().map(|line| form_of(compared.content_of(*line))).collect();
    forms.len() * 100 <= lines.len() * rule.forms_percent
}

/// The signs of a line, and the number of its words, without texts.
fn form_of(line: &[u8]) -> (Vec<u8>, usize) {
    let (mut signs, mut words) = (Vec::new(), 0);
    let (mut rest, mut is_in_word) = (line, false);
    while let Some((byte, after)) = rest.split_first() {
        let end = matches!(byte, b'"' | b'\'' | b'`')
            .then(|| memchr::memchr(*byte, after))
            .flatten();
        if let Some(end) = end {
            rest = &after[end + 1..];
            continue;
        }
        rest = after;
        let is_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
        words += usize::from(is_word && !is_in_word);
        is_in_word = is_word;
        if !is_word && !matches!(byte, b' ' | b',' | b'\t') {
            signs.push(*byte);
        }
    }
    (signs, words)
}
