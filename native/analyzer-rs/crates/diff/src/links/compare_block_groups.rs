//! Changes of groups of blocks. A group is identified by its content; an edited block leaves it. Blocks that moved within
//! a file, or to another one, are not a change.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{BlockChanges, GroupChange, GroupChangeKind};
use relate::model::{BlockRange, FileIndex, Group};

use super::group_change::{Comparison, Lists};

/// `file_after`: by file before.
pub fn compare_block_groups(comparison: Comparison<'_>, file_after: &[Option<FileIndex>]) -> Vec<GroupChange> {
    let now: FxHashMap<&str, &Group> = comparison.after.groups.iter().map(|it| (it.id.as_str(), it)).collect();
    let mut known: FxHashSet<&str> = FxHashSet::default();
    let mut changes = Vec::new();
    for old in comparison.before.groups.iter().filter(|it| !it.blocks.is_empty()) {
        known.insert(&old.id);
        changes.extend(compared(comparison, old, now.get(old.id.as_str()).copied(), file_after));
    }
    let groups = comparison.after.groups.iter().filter(|it| !it.blocks.is_empty());
    for group in groups.filter(|it| !known.contains(it.id.as_str())) {
        let added = group.blocks.clone();
        let lists = lists_of(added, Vec::new());
        changes.extend(comparison.changed(GroupChangeKind::Appeared, None, Some(group), lists));
    }
    changes
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
