//! Facts about folders and files that explain groups of copies.

use rustc_hash::FxHashMap;

use super::listed_evidence::GroupEvidence;

/// In the order of worth; `packages/core/src/relations/model.ts` describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    Mirror,
    FolderFamily,
    Fork,
    FileFamily,
    SharedHelper,
    VendoredLibrary,
}

impl RelationKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Mirror => "mirror",
            Self::FolderFamily => "folder-family",
            Self::Fork => "fork",
            Self::FileFamily => "file-family",
            Self::SharedHelper => "shared-helper",
            Self::VendoredLibrary => "vendored-library",
        }
    }

    /// Families of folders are ordered with mirrors.
    pub fn rank(self) -> usize {
        if self == Self::FolderFamily { 0 } else { self as usize }
    }
}

/// Functions and methods of two files, matched by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemberCounts {
    /// With equal bodies.
    pub same: u64,
    pub edited: u64,
    pub only_left: u64,
    pub only_right: u64,
}

/// Two files, matched one to one.
pub struct MatchedFiles {
    pub left: String,
    pub right: String,
    pub left_lines: u64,
    pub right_lines: u64,
    /// Lines with code that are equal except for indentation, aligned in order.
    pub equal_lines: u64,
    pub members: MemberCounts,
}

pub struct CopyRelation {
    pub kind: RelationKind,
    /// Paths of folders or files; the scanned folder itself is `.`.
    pub sides: Vec<String>,
    /// Empty for a shared helper and a vendored library.
    pub pairs: Vec<MatchedFiles>,
    /// Equal lines with code; of a shared helper lines that a function would save, of a vendored library all lines.
    pub lines: u64,
    pub differs: Option<String>,
    /// Ids of the groups of which all occurrences are inside, in the order of the scan.
    pub groups: Vec<String>,
    /// Number of groups that connect its sides and have occurrences elsewhere too.
    pub elsewhere: u64,
}

pub struct CopyRelations {
    /// Mirrors and families of folders, forks, families of files, shared helpers, vendored libraries; each with the most lines first.
    pub relations: Vec<CopyRelation>,
    /// Number of groups, and of pairs of files or folders, that were not compared.
    pub left_out: u64,
    /// Of the first listed groups, by id: how much of them is equal. Empty besides for the first screen.
    pub evidence: FxHashMap<String, GroupEvidence>,
}
