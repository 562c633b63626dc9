//! Paths and declarations of a diff by their indices in the scans.

use parse::facts::DeclarationFacts;
use relate::ids::DeclarationId;
use relate::model::{DeclarationRef, FileIndex};
use scan::model::Scan;

use super::declarations::signature::shown_signature;
use super::model::{
    CycleChange, DeclarationChange, Diff, FileChange, ImportChange, ImportChangeKind, ImportTarget, Regrouping,
    RegroupingKind,
};

/// A declaration on one side.
pub struct DeclarationState<'d> {
    pub id: DeclarationId<'d>,
    pub path: &'d str,
    pub facts: &'d DeclarationFacts,
    /// Parameters and return type, as written, on one line.
    pub signature: String,
}

impl Diff {
    /// Whether the two sides differ.
    pub fn has_differences(&self) -> bool {
        !self.files.is_empty()
    }

    pub fn path_before(&self, file: FileIndex) -> &str {
        self.scans.before.path_of(file)
    }

    pub fn path_after(&self, file: FileIndex) -> &str {
        self.scans.after.path_of(file)
    }
}

impl DeclarationChange {
    pub fn state_before<'d>(&self, diff: &'d Diff) -> Option<DeclarationState<'d>> {
        self.before.map(|it| state_of(&diff.scans.before, it))
    }

    pub fn state_after<'d>(&self, diff: &'d Diff) -> Option<DeclarationState<'d>> {
        self.after.map(|it| state_of(&diff.scans.after, it))
    }
}

fn state_of(scan: &Scan, at: DeclarationRef) -> DeclarationState<'_> {
    let facts = scan.declaration(at);
    DeclarationState {
        id: scan.id_of(at),
        path: scan.path_of(at.file),
        facts,
        signature: shown_signature(facts),
    }
}

impl FileChange {
    /// The path after, or the path before of a removed file.
    pub fn path<'d>(&self, diff: &'d Diff) -> &'d str {
        match (self.before, self.after) {
            (_, Some(after)) => diff.path_after(after),
            (Some(before), None) => diff.path_before(before),
            (None, None) => "",
        }
    }
}

impl ImportChange {
    /// The scan of its side.
    pub fn scan<'d>(&self, diff: &'d Diff) -> &'d Scan {
        match self.change {
            ImportChangeKind::Appeared => &diff.scans.after,
            ImportChangeKind::Vanished => &diff.scans.before,
        }
    }

    pub fn path<'d>(&self, diff: &'d Diff) -> &'d str {
        self.scan(diff).path_of(self.file)
    }

    pub fn target<'d>(&'d self, diff: &'d Diff) -> &'d str {
        match &self.target {
            ImportTarget::File(file) => self.scan(diff).path_of(*file),
            ImportTarget::Specifier(specifier) => specifier,
        }
    }
}

impl CycleChange {
    /// Paths of each side.
    pub fn paths_before<'d>(&'d self, diff: &'d Diff) -> impl Iterator<Item = &'d str> {
        self.before.iter().map(|file| diff.path_before(*file))
    }

    pub fn paths_after<'d>(&'d self, diff: &'d Diff) -> impl Iterator<Item = &'d str> {
        self.after.iter().map(|file| diff.path_after(*file))
    }
}

impl Regrouping {
    pub fn path<'d>(&self, diff: &'d Diff) -> &'d str {
        match self.change {
            RegroupingKind::Split => diff.path_before(self.file),
            RegroupingKind::Merged => diff.path_after(self.file),
        }
    }

    /// Paths on the other side.
    pub fn parts<'d>(&'d self, diff: &'d Diff) -> impl Iterator<Item = (&'d str, u64)> {
        let scan = match self.change {
            RegroupingKind::Split => &diff.scans.after,
            RegroupingKind::Merged => &diff.scans.before,
        };
        self.parts.iter().map(|(file, count)| (scan.path_of(*file), *count))
    }
}
