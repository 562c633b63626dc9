//! One scan, complete.

use std::sync::Arc;

use serde::Deserialize;

use crate::parse::cache::report::CacheReport;
use crate::parse::facts::{DeclarationFacts, ErrorRanges, FileFacts, Hash};
use crate::relate::copies::{CopyLimits, LIMITS};
use crate::relate::ids::DeclarationId;
use crate::relate::model::{Cycle, DeclarationRef, DuplicateFiles, FileIndex, FileRelations, Group, GroupKind};
use crate::tree::gitignore::git_directory::GitProblem;
use crate::tree::roles::{ChosenRoles, Roles};
use crate::tree::walk::ExcludedPath;

/// All options that change the facts of a scan; part of its result.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ScanOptions {
    pub profile: String,
    pub all: bool,
    /// Files that Git ignores are excluded.
    pub gitignore: bool,
    /// The exclusions of the project's own configuration file apply.
    #[serde(default = "applies")]
    pub config: bool,
    pub exclude: Vec<String>,
    /// Globs of files that are tests, besides those found by rule.
    #[serde(default)]
    pub test_globs: Vec<String>,
    /// Globs of files that are generated, besides those found by rule.
    #[serde(default)]
    pub generated_globs: Vec<String>,
    /// Relative to the root, `/` as separator.
    pub source_roots: Vec<String>,
    /// Parse limit per file in bytes, 0 for none.
    pub max_bytes: u64,
    /// Smallest number of nodes of a grouped function.
    pub min_nodes: u64,
    /// Smallest number of nodes of a member of a `near` group, of a block and of a renamed block; `None` for the default.
    #[serde(default)]
    pub min_near_nodes: Option<u64>,
    #[serde(default)]
    pub min_block_nodes: Option<u64>,
    #[serde(default)]
    pub min_block_shape_nodes: Option<u64>,
    /// The kinds of clone groups, in the order of `GroupKind::ALL`.
    pub kinds: Vec<GroupKind>,
}

fn applies() -> bool {
    true
}

impl ScanOptions {
    pub fn roles(&self) -> ChosenRoles<'_> {
        ChosenRoles {
            test_globs: &self.test_globs,
            generated_globs: &self.generated_globs,
        }
    }

    /// The sizes from which code is compared for groups that are not exact.
    pub fn copy_limits(&self) -> CopyLimits {
        CopyLimits {
            near_nodes: self.min_near_nodes.unwrap_or(LIMITS.near_nodes),
            block_nodes: self.min_block_nodes.unwrap_or(LIMITS.block_nodes),
            shape_nodes: self.min_block_shape_nodes.unwrap_or(LIMITS.shape_nodes),
            grams: LIMITS.grams,
        }
    }

    /// Whether the groups need the element blocks of files.
    pub fn needs_elements(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.is_exact())
    }
}

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

/// A configuration file without effect on imports, completely or partly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationProblem {
    pub path: String,
    pub problem: String,
}

/// `entries` and every list are in bytewise order of their path or id unless stated otherwise.
pub struct Scan {
    /// The folder's own name.
    pub root: String,
    pub options: ScanOptions,
    pub entries: Vec<Entry>,
    /// Aligned with the entries, for those with facts.
    pub relations: Vec<Option<FileRelations>>,
    pub cycles: Vec<Cycle>,
    /// Cycles that close only through imports that do not run at load.
    pub non_load_cycles: Vec<Cycle>,
    pub configuration_problems: Vec<ConfigurationProblem>,
    pub duplicate_files: Vec<DuplicateFiles>,
    /// Highest score first, ties by id.
    pub groups: Vec<Group>,
    pub exclusions: Vec<ExcludedPath>,
    /// Files of Git that could not be used, such as a malformed index.
    pub git_problems: Vec<GitProblem>,
    pub runtime: Runtime,
}

impl Scan {
    /// # Panics
    /// if the file of a declaration has no facts
    pub fn id_of(&self, it: DeclarationRef) -> DeclarationId<'_> {
        let relations = self.relations[it.file as usize]
            .as_ref()
            .expect("only files with facts declare anything");
        let declarations = self.declarations_of(it.file);
        relations.ids.of(self.path_of(it.file), declarations, it.declaration)
    }

    /// # Panics
    /// if the file of a declaration has no facts
    pub fn declaration(&self, it: DeclarationRef) -> &DeclarationFacts {
        &self.declarations_of(it.file)[it.declaration as usize]
    }

    pub fn declarations_of(&self, file: FileIndex) -> &[DeclarationFacts] {
        &self.facts_of(file).declarations
    }

    /// Of a file that has facts.
    pub fn facts_of(&self, file: FileIndex) -> &FileFacts {
        let facts = self.entries[file as usize].file().and_then(|it| it.facts.as_ref());
        facts.expect("only files with facts have declarations and copies")
    }

    pub fn path_of(&self, file: FileIndex) -> &str {
        &self.entries[file as usize].path
    }
}

/// The engine's name in results.
pub const ENGINE: &str = "native";

pub struct Runtime {
    pub jobs: usize,
    pub wall_ms: u64,
    /// Absent without a parse cache.
    pub cache: Option<CacheReport>,
}
