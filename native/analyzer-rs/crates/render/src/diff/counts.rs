//! The number of changes of each kind.

use diff::model::{
    CycleChangeKind, DeclarationChangeKind, Diff, FileChangeKind, FileEffect, GroupChangeKind, ImportChangeKind,
};

/// A declaration counts for each of its changes. Counts are in the order of each kind's `ALL`.
#[derive(Default)]
pub struct ChangeCounts {
    pub declarations: [u64; DeclarationChangeKind::ALL.len()],
    pub imports_appeared: u64,
    pub imports_vanished: u64,
    pub cycles: [u64; CycleChangeKind::ALL.len()],
    pub groups: [u64; GroupChangeKind::ALL.len()],
    pub unchanged: u64,
    pub files: [u64; FileChangeKind::ALL.len()],
    pub layout_only: u64,
}

impl ChangeCounts {
    pub fn of(diff: &Diff) -> Self {
        let mut counts = Self {
            unchanged: diff.unchanged,
            ..Self::default()
        };
        for change in diff.declarations.iter().flat_map(|it| &it.changes) {
            counts.declarations[*change as usize] += 1;
        }
        for it in &diff.imports {
            match it.change {
                ImportChangeKind::Appeared => counts.imports_appeared += 1,
                ImportChangeKind::Vanished => counts.imports_vanished += 1,
            }
        }
        for it in &diff.cycles {
            counts.cycles[it.change as usize] += 1;
        }
        for it in &diff.groups {
            counts.groups[it.change as usize] += 1;
        }
        for it in &diff.files {
            counts.files[it.change as usize] += 1;
            counts.layout_only += u64::from(it.effect == Some(FileEffect::Layout));
        }
        counts
    }

    pub fn declarations(&self, change: DeclarationChangeKind) -> u64 {
        self.declarations[change as usize]
    }

    pub fn files(&self, change: FileChangeKind) -> u64 {
        self.files[change as usize]
    }
}
