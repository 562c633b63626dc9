//! One diff, complete. Files and declarations go by their places in the scan of their side.

use crate::parse::facts::DeclarationKind;
use crate::relate::model::{DeclarationRef, FileIndex, GroupKind, LinkState};
use crate::relate::similarity::bounds::Resemblance;
use crate::relate::similarity::similar_files::{SimilarPair, SimilaritySearch};
use crate::scan::model::{Runtime, Scan, ScanOptions};
use crate::tree::source::RevisionName;

/// Everything that changes the result of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffOptions {
    pub scan: ScanOptions,
    /// The least similarity of files that are reported as similar, in millionths.
    pub threshold: u64,
    /// The most pairs of files that the search looks at.
    pub max_pairs: u64,
}

/// Where one side came from.
pub struct Side {
    /// The folder's own name.
    pub root: String,
    pub revision: Option<RevisionName>,
}

/// `Moved`, `Copied`: the very bytes under another path. `MovedEdited`: a removed and an added file that resemble each
/// other. `Unreadable`: on one side or both, so nothing can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChangeKind {
    Added,
    Removed,
    Modified,
    Moved,
    MovedEdited,
    Copied,
    Unreadable,
}

impl FileChangeKind {
    /// In the order in which they are always listed.
    pub const ALL: [Self; 7] = [
        Self::Added,
        Self::Removed,
        Self::Modified,
        Self::Moved,
        Self::MovedEdited,
        Self::Copied,
        Self::Unreadable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Modified => "modified",
            Self::Moved => "moved",
            Self::MovedEdited => "moved-edited",
            Self::Copied => "copied",
            Self::Unreadable => "unreadable",
        }
    }
}

/// What a changed file's bytes mean: `Layout` when the code is the same but for comments and formatting, `Code` when it
/// is not, `Content` for files that are no code, `Unknown` where one side was not analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileEffect {
    Layout,
    Code,
    Content,
    Unknown,
}

impl FileEffect {
    pub fn name(self) -> &'static str {
        match self {
            Self::Layout => "layout",
            Self::Code => "code",
            Self::Content => "content",
            Self::Unknown => "unknown",
        }
    }
}

pub struct FileChange {
    pub change: FileChangeKind,
    pub before: Option<FileIndex>,
    pub after: Option<FileIndex>,
    /// Of `Modified` and `MovedEdited`.
    pub effect: Option<FileEffect>,
    /// Of `MovedEdited`.
    pub resemblance: Option<Resemblance>,
    /// Of `Removed`: where the same bytes still are, on the side after.
    pub same_as: Option<FileIndex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationChangeKind {
    Added,
    Removed,
    Moved,
    Renamed,
    SignatureChanged,
    NamesChanged,
    Changed,
    Exported,
    Unexported,
}

impl DeclarationChangeKind {
    /// In the order in which they are always listed.
    pub const ALL: [Self; 9] = [
        Self::Added,
        Self::Removed,
        Self::Moved,
        Self::Renamed,
        Self::SignatureChanged,
        Self::NamesChanged,
        Self::Changed,
        Self::Exported,
        Self::Unexported,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Moved => "moved",
            Self::Renamed => "renamed",
            Self::SignatureChanged => "signature-changed",
            Self::NamesChanged => "names-changed",
            Self::Changed => "changed",
            Self::Exported => "exported",
            Self::Unexported => "unexported",
        }
    }
}

pub struct DeclarationChange {
    /// What became of it, in the order of `DeclarationChangeKind`: it may be moved and renamed at once.
    pub changes: Vec<DeclarationChangeKind>,
    pub kind: DeclarationKind,
    pub is_test: bool,
    pub before: Option<DeclarationRef>,
    pub after: Option<DeclarationRef>,
    /// It changed, as far as can be told, only in declarations in it that are listed themselves.
    pub holds_changes: bool,
    /// Of one added or removed: declarations in it, which are not listed.
    pub holds: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegroupingKind {
    Split,
    Merged,
}

impl RegroupingKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Merged => "merged",
        }
    }
}

/// A file whose declarations stand in several files afterwards, or one that is made of several.
pub struct Regrouping {
    pub change: RegroupingKind,
    /// Of the side before when it was split, after when it was merged.
    pub file: FileIndex,
    /// The files on the other side, with how many of the declarations each holds.
    pub parts: Vec<(FileIndex, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportChangeKind {
    Appeared,
    Vanished,
}

impl ImportChangeKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Appeared => "appeared",
            Self::Vanished => "vanished",
        }
    }
}

/// Places are those of the side after when it appeared, before when it vanished.
pub struct ImportChange {
    pub change: ImportChangeKind,
    /// The importing file.
    pub file: FileIndex,
    pub line: u32,
    pub state: LinkState,
    pub target: ImportTarget,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportTarget {
    /// Where resolved.
    File(FileIndex),
    Specifier(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleChangeKind {
    Appeared,
    Vanished,
    Grew,
    Shrank,
    Changed,
}

impl CycleChangeKind {
    /// In the order in which they are always listed.
    pub const ALL: [Self; 5] = [Self::Appeared, Self::Vanished, Self::Grew, Self::Shrank, Self::Changed];

    pub fn name(self) -> &'static str {
        match self {
            Self::Appeared => "appeared",
            Self::Vanished => "vanished",
            Self::Grew => "grew",
            Self::Shrank => "shrank",
            Self::Changed => "changed",
        }
    }
}

pub struct CycleChange {
    pub change: CycleChangeKind,
    /// Files of each side; empty when there was, or is, none.
    pub before: Vec<FileIndex>,
    pub after: Vec<FileIndex>,
}

/// `Diverged`: copies were edited and no longer agree. `EditedTogether`: all were edited alike. `Grew` and `Shrank`:
/// copies were added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupChangeKind {
    Appeared,
    Vanished,
    Grew,
    Shrank,
    Diverged,
    EditedTogether,
}

impl GroupChangeKind {
    /// In the order in which they are always listed.
    pub const ALL: [Self; 6] = [
        Self::Appeared,
        Self::Vanished,
        Self::Grew,
        Self::Shrank,
        Self::Diverged,
        Self::EditedTogether,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Appeared => "appeared",
            Self::Vanished => "vanished",
            Self::Grew => "grew",
            Self::Shrank => "shrank",
            Self::Diverged => "diverged",
            Self::EditedTogether => "edited-together",
        }
    }
}

pub struct GroupChange {
    pub change: GroupChangeKind,
    /// Of the group afterwards, or when it is gone, before.
    pub id: String,
    pub kind: GroupKind,
    pub nodes: u64,
    /// Part of a larger group that changed too.
    pub contained: bool,
    /// How many occurrences there were and are.
    pub before: u64,
    pub after: u64,
    /// Ids of occurrences that are new in the group.
    pub added: Vec<String>,
    /// Ids, as they were, of occurrences that are no longer in the project.
    pub removed: Vec<String>,
    /// Ids, as they are now, of occurrences that were edited and left the group.
    pub edited: Vec<String>,
}

pub struct Diff {
    pub options: DiffOptions,
    pub before: Side,
    pub after: Side,
    pub declarations: Vec<DeclarationChange>,
    pub regroupings: Vec<Regrouping>,
    pub imports: Vec<ImportChange>,
    pub cycles: Vec<CycleChange>,
    pub groups: Vec<GroupChange>,
    /// Entries of which nothing became.
    pub unchanged: u64,
    pub files: Vec<FileChange>,
    pub similar_files: Vec<SimilarPair>,
    pub similarity_search: SimilaritySearch,
    /// Files that could not be read or parsed a second time and took no part in the search.
    pub skipped: u64,
    /// Without resolved calls.
    pub scans: Scans,
    /// The cache's report is that of both scans together.
    pub runtime: Runtime,
}

pub struct Scans {
    pub before: Scan,
    pub after: Scan,
}
