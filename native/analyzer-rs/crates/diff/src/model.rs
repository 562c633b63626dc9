//! A complete diff. Files and declarations are indices into the scan of their side.

use parse::facts::DeclarationKind;
use relate::model::{BlockRange, DeclarationRef, FileIndex, GroupKind, LinkState};
use relate::similarity::bounds::Resemblance;
use relate::similarity::similar_files::{SimilarPair, SimilaritySearch};
use scan::model::{Runtime, Scan, ScanOptions};
use tree::roles::FILE_CLASSES;
use tree::source::RevisionName;

/// All options that change the result of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffOptions {
    pub scan: ScanOptions,
    /// Least similarity of files reported as similar, in millionths.
    pub threshold: u64,
    /// Largest number of file pairs to compare.
    pub max_pairs: u64,
    /// Bits of classes: changes that only files of these have are not listed.
    pub without: u32,
}

/// Number of changes that only files of some classes have.
pub struct IgnoredChanges {
    /// Bits.
    pub classes: u32,
    pub declarations: u64,
    pub imports: u64,
    pub files: u64,
}

impl IgnoredChanges {
    pub fn class_names(&self) -> impl Iterator<Item = &'static str> {
        let names = FILE_CLASSES.into_iter().enumerate();
        names.filter_map(|(bit, name)| (self.classes & 1 << bit != 0).then_some(name))
    }
}

/// Origin of one side.
pub struct Side {
    /// Name of the folder.
    pub root: String,
    pub revision: Option<RevisionName>,
}

/// `Moved`, `Copied`: equal bytes under another path. `MovedEdited`: a removed and an added file that are similar.
/// `Unreadable`: on one side or both, so that the change is unknown.
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
    /// In the order of listings.
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

/// Effect of a file's changed bytes: `Layout` if the code is equal except comments and formatting, `Code` if it is not,
/// `Content` for files without code, `Unknown` if one side was not analyzed.
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
    /// Of `Removed`: a file after with equal bytes.
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
    /// In the order of listings.
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
    /// Its changes, in the order of `DeclarationChangeKind`: it may be both moved and renamed.
    pub changes: Vec<DeclarationChangeKind>,
    pub kind: DeclarationKind,
    pub is_test: bool,
    pub before: Option<DeclarationRef>,
    pub after: Option<DeclarationRef>,
    /// As far as known, it changed only in nested declarations that are listed themselves.
    pub holds_changes: bool,
    /// Of an added or removed declaration: number of nested declarations, which are not listed.
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

/// A file whose declarations are in several files after, or that was merged from several.
pub struct Regrouping {
    pub change: RegroupingKind,
    /// A file before if it was split, a file after if it was merged.
    pub file: FileIndex,
    /// The files on the other side, with their number of the declarations.
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

/// Indices refer to the side after if it was added, to the side before if it was removed.
pub struct ImportChange {
    pub change: ImportChangeKind,
    /// The importing file.
    pub file: FileIndex,
    pub line: u32,
    pub state: LinkState,
    pub target: ImportTarget,
}

/// An import that is on both sides. Indices refer to the side after.
pub struct UnchangedImport {
    /// The importing file.
    pub file: FileIndex,
    pub line: u32,
    pub target: FileIndex,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportTarget {
    /// If resolved.
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
    /// In the order of listings.
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
    /// Files of each side; empty if there is no cycle.
    pub before: Vec<FileIndex>,
    pub after: Vec<FileIndex>,
}

/// `Diverged`: copies were edited and are no longer equal. `EditedTogether`: all were edited in the same way. `Grew`
/// and `Shrank`: copies were added or removed.
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
    /// In the order of listings.
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
    /// Id of the group after, or before if it was removed.
    pub id: String,
    pub kind: GroupKind,
    pub nodes: u64,
    /// Functions inside of another group's occurrences, or the group is folded into another one: not listed for people.
    pub contained: bool,
    /// Number of occurrences before and after.
    pub before: u64,
    pub after: u64,
    /// Ids of added occurrences.
    pub added: Vec<String>,
    /// Ids before of occurrences that were removed from the project.
    pub removed: Vec<String>,
    /// Ids after of occurrences that were edited and left the group.
    pub edited: Vec<String>,
    /// Only for blocks.
    pub blocks: Option<BlockChanges>,
}

/// Occurrences that the other side does not have in their file.
#[derive(Default)]
pub struct BlockChanges {
    /// After.
    pub added: Vec<BlockRange>,
    /// Before.
    pub removed: Vec<BlockRange>,
}

pub struct Diff {
    pub options: DiffOptions,
    pub before: Side,
    pub after: Side,
    pub declarations: Vec<DeclarationChange>,
    pub regroupings: Vec<Regrouping>,
    pub imports: Vec<ImportChange>,
    /// Imports of changed files and from them.
    pub unchanged_imports: Vec<UnchangedImport>,
    pub cycles: Vec<CycleChange>,
    pub groups: Vec<GroupChange>,
    /// Only with `without`. Cycles and groups are those of the other files.
    pub ignored: Option<IgnoredChanges>,
    /// Number of unchanged entries.
    pub unchanged: u64,
    pub files: Vec<FileChange>,
    pub similar_files: Vec<SimilarPair>,
    pub similarity_search: SimilaritySearch,
    /// Files that could not be read or parsed again and were not compared.
    pub skipped: u64,
    /// Without resolved calls.
    pub scans: Scans,
    /// The cache's report covers both scans.
    pub runtime: Runtime,
}

pub struct Scans {
    pub before: Scan,
    pub after: Scan,
}
