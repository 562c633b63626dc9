//! Marks of copies and cycles in the tree, numbered as in the summary: `=1` the first set of identical files, `=*1`
//! the first group of identical functions, `≈1` any other group (renamed, edited, blocks), `↻1` the first import
//! cycle.

use compact_str::{CompactString, format_compact};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lists::listed_groups::{ListedGroups, listed_groups};
use relate::model::{DeclarationRef, DuplicateFiles, FileIndex, Group, GroupKind};
use scan::model::Scan;

use super::row::Note;
use super::style::{TerminalStyle, Tone};

pub struct Marks<'a> {
    /// Sets of identical files, ordered by repeated bytes.
    pub duplicates: Vec<&'a DuplicateFiles>,
    /// The unfolded groups; the summary lists those that are shown.
    pub listed: ListedGroups<'a>,
    files: FxHashMap<FileIndex, Vec<Note>>,
    declarations: FxHashMap<DeclarationRef, Vec<Note>>,
}

impl<'a> Marks<'a> {
    /// `include`: bits of classes of files.
    pub fn new(scan: &'a Scan, style: &TerminalStyle, include: u32) -> Self {
        Self::with(scan, style, listed_groups(scan, include), &scan.duplicate_files)
    }

    /// Those of cycles alone, if the summary has no list of copies.
    pub fn of_cycles(scan: &'a Scan, style: &TerminalStyle) -> Self {
        Self::with(scan, style, ListedGroups::default(), &[])
    }

    fn with(scan: &'a Scan, style: &TerminalStyle, listed: ListedGroups<'a>, duplicates: &'a [DuplicateFiles]) -> Self {
        let mut duplicates: Vec<&DuplicateFiles> = duplicates.iter().collect();
        duplicates.sort_by_key(|it| std::cmp::Reverse(it.size * (it.files.len() as u64 - 1)));
        let mut files: FxHashMap<FileIndex, Vec<Note>> = FxHashMap::default();
        let mut declarations: FxHashMap<DeclarationRef, Vec<Note>> = FxHashMap::default();
        for (index, it) in duplicates.iter().enumerate() {
            for file in &it.files {
                files
                    .entry(*file)
                    .or_default()
                    .push(mark(format_compact!("={}", index + 1)));
            }
        }
        for (index, it) in scan.cycles.iter().enumerate() {
            for file in &it.files {
                files
                    .entry(*file)
                    .or_default()
                    .push(mark(format_compact!("{}{}", style.glyphs.cycle, index + 1)));
            }
        }
        for (index, group) in listed
            .shown
            .iter()
            .chain(listed.apart.iter().map(|it| &it.group))
            .enumerate()
        {
            for it in declarations_of(group) {
                declarations
                    .entry(it)
                    .or_default()
                    .push(mark(group_mark(group, index, style)));
            }
        }
        Self {
            duplicates,
            listed,
            files,
            declarations,
        }
    }

    pub fn of_file(&self, file: FileIndex) -> &[Note] {
        self.files.get(&file).map_or(&[], Vec::as_slice)
    }

    pub fn of_declaration(&self, declaration: DeclarationRef) -> &[Note] {
        self.declarations.get(&declaration).map_or(&[], Vec::as_slice)
    }
}

/// The occurrences, or the declarations around blocks, each once.
fn declarations_of(group: &Group) -> Vec<DeclarationRef> {
    let mut seen = FxHashSet::default();
    let around = group.blocks.iter().filter_map(|it| {
        let file = it.file;
        it.within.map(|declaration| DeclarationRef { file, declaration })
    });
    let all = group.occurrences.iter().copied().chain(around);
    all.filter(|it| seen.insert(*it)).collect()
}

/// `index`: index among the listed groups, from 0.
pub fn group_mark(group: &Group, index: usize, style: &TerminalStyle) -> CompactString {
    let sign = if group.kind == GroupKind::FunctionBody {
        "=*"
    } else {
        style.glyphs.similar
    };
    format_compact!("{sign}{}", index + 1)
}

fn mark(text: CompactString) -> Note {
    Note { tone: Tone::Mark, text }
}
