//! The entries of a project, with the facts of their files: the input of relating.

use std::sync::Arc;

use parse::facts::{ErrorRanges, FileFacts, Hash};
use tree::roles::Roles;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileStatus {
    Analyzed,
    Partial,
    SyntaxError,
    Inventory,
    UnsupportedLanguage,
    MissingParser,
    TooLarge,
    Binary,
    Undecodable,
    Timeout,
    ParserFailed,
    Unreadable,
}

impl FileStatus {
    /// In the order in which they are always listed.
    pub const ALL: [Self; 12] = [
        Self::Analyzed,
        Self::Partial,
        Self::SyntaxError,
        Self::Inventory,
        Self::UnsupportedLanguage,
        Self::MissingParser,
        Self::TooLarge,
        Self::Binary,
        Self::Undecodable,
        Self::Timeout,
        Self::ParserFailed,
        Self::Unreadable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Analyzed => "analyzed",
            Self::Partial => "partial",
            Self::SyntaxError => "syntax-error",
            Self::Inventory => "inventory",
            Self::UnsupportedLanguage => "unsupported-language",
            Self::MissingParser => "missing-parser",
            Self::TooLarge => "too-large",
            Self::Binary => "binary",
            Self::Undecodable => "undecodable",
            Self::Timeout => "timeout",
            Self::ParserFailed => "parser-failed",
            Self::Unreadable => "unreadable",
        }
    }
}

pub struct Entry {
    /// Below the root, `/` as separator, displayed lossily if it is not UTF-8.
    pub path: String,
    pub name_lossy: bool,
    pub what: EntryKind,
}

pub enum EntryKind {
    /// `unreadable`: why it could not be listed.
    Directory {
        unreadable: Option<String>,
    },
    Special {
        unreadable: Option<String>,
    },
    /// `target`: relative to the folder of the link; `None` where it leads out of the scanned folder.
    Symlink {
        target: Option<String>,
    },
    File(Box<FileEntry>),
}

impl Entry {
    pub fn kind(&self) -> &'static str {
        match self.what {
            EntryKind::Directory { .. } => "directory",
            EntryKind::Special { .. } => "special",
            EntryKind::Symlink { .. } => "symlink",
            EntryKind::File(_) => "file",
        }
    }

    pub fn file(&self) -> Option<&FileEntry> {
        match &self.what {
            EntryKind::File(file) => Some(file),
            _ => None,
        }
    }

    /// Of a file, or of an unreadable path.
    pub fn status(&self) -> Option<FileStatus> {
        match &self.what {
            EntryKind::File(file) => Some(file.status),
            EntryKind::Directory { unreadable } | EntryKind::Special { unreadable } => {
                unreadable.as_ref().map(|_| FileStatus::Unreadable)
            }
            EntryKind::Symlink { .. } => None,
        }
    }
}

pub struct FileEntry {
    pub size: u64,
    /// With its lines; absent only if the file is `unreadable`.
    pub content: Option<ContentFacts>,
    /// A language id, or the name of a known unsupported language.
    pub language: Option<&'static str>,
    pub dialect: Option<&'static str>,
    /// Present if it is not UTF-8.
    pub encoding: Option<String>,
    pub status: FileStatus,
    pub reason: Option<String>,
    pub roles: Roles,
    /// Of a file whose parser failed.
    pub errors: Option<ErrorRanges>,
    pub facts: Option<Arc<FileFacts>>,
}

impl FileEntry {
    /// All syntax errors in all files.
    pub fn error_ranges(&self) -> Option<&ErrorRanges> {
        self.facts
            .as_ref()
            .and_then(|facts| facts.errors.as_ref())
            .or(self.errors.as_ref())
    }
}

#[derive(Clone, Copy)]
pub struct ContentFacts {
    pub sha256: Hash,
    pub lines: u64,
}
