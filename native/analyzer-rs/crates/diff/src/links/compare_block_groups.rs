//! Changes of groups of blocks. A group is identified by its content; an edited block leaves it. Blocks that moved within
//! a file, or to another one, are not a change.

use std::borrow::Cow;
use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{BlockChanges, GroupChange, GroupChangeKind};
use relate::model::{BlockRange, DeclarationRef, FileIndex, Group};
use scan::model::Scan;

use super::group_change::{Comparison, Lists};

/// `file_after`: by file before. `with_callbacks`: ids of groups of which one side may have only declarations.
pub fn compare_block_groups(
    comparison: Comparison<'_>,
    file_after: &[Option<FileIndex>],
    with_callbacks: &FxHashSet<&str>,
) -> Vec<GroupChange> {
    let after = of_ranges(comparison.after, with_callbacks);
    let now: FxHashMap<&str, &Group> = after.iter().map(|it| (it.id.as_str(), it.as_ref())).collect();
    let before = of_ranges(comparison.before, with_callbacks);
    let mut known: FxHashSet<&str> = FxHashSet::default();
    let mut changes = Vec::new();
    for old in &before {
        known.insert(&old.id);
        changes.extend(compared(comparison, old, now.get(old.id.as_str()).copied(), file_after));
    }
    for group in after.iter().filter(|it| !known.contains(it.id.as_str())) {
        let lists = lists_of(group.blocks.clone(), Vec::new());
        changes.extend(comparison.changed(GroupChangeKind::Appeared, None, Some(group), lists));
    }
    changes
}

/// The groups of blocks and those with callbacks, of which declarations are ranges too.
fn of_ranges<'s>(scan: &'s Scan, with_callbacks: &FxHashSet<&str>) -> Vec<Cow<'s, Group>> {
    let of_group = |group: &'s Group| {
        if !group.blocks.is_empty() {
            return Some(Cow::Borrowed(group));
        }
        with_callbacks.contains(group.id.as_str()).then(|| {
            let mut ranged = group.clone();
            let declarations = std::mem::take(&mut ranged.occurrences);
            ranged.blocks = declarations.iter().map(|it| range_of(scan, *it)).collect();
            Cow::Owned(ranged)
        })
    };
    scan.groups.iter().filter_map(of_group).collect()
}

fn range_of(scan: &Scan, it: DeclarationRef) -> BlockRange {
    let declaration = scan.declaration(it);
    BlockRange {
        file: it.file,
        start_line: declaration.start_line,
        end_line: declaration.end_line,
        start_byte: declaration.start_byte,
        end_byte: declaration.end_byte,
        within: Some(it.declaration),
        name: Some(declaration.qualified_name.as_str().into()),
        is_declaration: true,
    }
}

fn compared(
    comparison: Comparison<'_>,
    old: &Group,
    now: Option<&Group>,
    file_after: &[Option<FileIndex>],
) -> Option<GroupChange> {
    let after = now.map_or(&[][..], |it| &it.blocks);
    let its_file = |it: &BlockRange| Some(it.file);
    let file_after = |it: &BlockRange| file_after[it.file as usize];
    let removed = surplus(&old.blocks, file_after, after, its_file);
    if now.is_none() {
        return comparison.changed(GroupChangeKind::Vanished, Some(old), now, lists_of(Vec::new(), removed));
    }
    let change = match after.len().cmp(&old.blocks.len()) {
        Ordering::Equal => return None,
        Ordering::Greater => GroupChangeKind::Grew,
        Ordering::Less => GroupChangeKind::Shrank,
    };
    let added = surplus(after, its_file, &old.blocks, file_after);
    comparison.changed(change, Some(old), now, lists_of(added, removed))
}

/// The blocks of each file that are more than on the other side: the last ones.
fn surplus(
    blocks: &[BlockRange],
    file_of: impl Fn(&BlockRange) -> Option<FileIndex>,
    others: &[BlockRange],
    file_of_other: impl Fn(&BlockRange) -> Option<FileIndex>,
) -> Vec<BlockRange> {
    let mut remaining: FxHashMap<FileIndex, usize> = FxHashMap::default();
    for file in others.iter().filter_map(file_of_other) {
        *remaining.entry(file).or_default() += 1;
    }
    let mut is_more = |it: &&BlockRange| {
        let count = file_of(it).and_then(|file| remaining.get_mut(&file));
        match count {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    };
    blocks.iter().filter(|it| is_more(it)).cloned().collect()
}

fn lists_of(added: Vec<BlockRange>, removed: Vec<BlockRange>) -> Lists {
    Lists {
        blocks: Some(BlockChanges { added, removed }),
        ..Lists::default()
    }
}
