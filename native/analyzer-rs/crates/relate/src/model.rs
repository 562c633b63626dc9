//! Relations between the facts of a project's files. Files are indices into the scan's entries.

use std::sync::Arc;

use serde::Deserialize;

use parse::facts::{Hash, ImportPhase};

use super::ids::DeclarationIds;

/// The index of a file in the scan's entries.
pub type FileIndex = u32;

/// `packages/core/src/relate/model.ts` describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkState {
    Resolved,
    Ambiguous,
    External,
    Unresolved,
    Declared,
}

impl LinkState {
    pub const ALL: [Self; 5] = [
        Self::Resolved,
        Self::Ambiguous,
        Self::External,
        Self::Unresolved,
        Self::Declared,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Resolved => "resolved",
            Self::Ambiguous => "ambiguous",
            Self::External => "external",
            Self::Unresolved => "unresolved",
            Self::Declared => "declared",
        }
    }
}

/// Why a link is external or unresolved.
#[derive(Clone, Debug)]
pub enum Reason {
    Known(&'static str),
    Formatted(Arc<str>),
}

impl Reason {
    pub fn text(&self) -> &str {
        match self {
            Self::Known(text) => text,
            Self::Formatted(text) => text,
        }
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Reason {}

/// The target of a specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    pub state: LinkState,
    /// One file if resolved; several, ordered by path, if ambiguous.
    pub files: Vec<FileIndex>,
    /// The rule that found the files; set if resolved or ambiguous.
    pub rule: Option<&'static str>,
    /// Set if external or unresolved.
    pub reason: Option<Reason>,
}

/// The rules that resolve an import to a file; `packages/core/src/relate/imports/rules.ts` describes them. Those of
/// packages have three names: for a file that was found directly, as the source of a build output, and as an index.
pub mod rule {
    pub const RELATIVE: &str = "relative";
    pub const DIRECTORY: &str = "directory";
    pub const WORKING_DIRECTORY: &str = "working-directory";
    pub const SUFFIX: &str = "suffix";
    pub const GLOB: &str = "glob";
    pub const PSR_4: &str = "psr-4";
    pub const PSR_0: &str = "psr-0";
    pub const CLASSMAP: &str = "classmap";
    pub const AUTOLOAD_FILES: &str = "autoload-files";
    pub const CLASS_INDEX: &str = "class-index";
    pub const SOURCE_ROOT: &str = "source-root";
    pub const PARENT_PACKAGE: &str = "parent-package";
    pub const TSCONFIG_PATHS: &str = "tsconfig-paths";
    pub const TSCONFIG_BASE_URL: &str = "tsconfig-base-url";
    pub const TSCONFIG_ROOT_DIRS: &str = "tsconfig-root-dirs";
    pub const PACKAGE_FOLDER: [&str; 3] = ["package-folder", "package-folder-source", "package-folder-index"];
    pub const PACKAGE_IMPORTS: [&str; 3] = ["package-imports", "package-imports-source", "package-imports-index"];
    pub const SELF_REFERENCE: [&str; 3] = ["self-reference", "self-reference-source", "self-reference-index"];
    pub const WORKSPACE: [&str; 3] = ["workspace", "workspace-source", "workspace-index"];
    pub const FILE_DEPENDENCY: [&str; 3] = ["file-dependency", "file-dependency-source", "file-dependency-index"];
}

impl Destination {
    /// The file that it certainly leads to.
    pub fn file(&self) -> Option<FileIndex> {
        if self.state == LinkState::Resolved {
            self.files.first().copied()
        } else {
            None
        }
    }
}

/// The names of an import that have the same target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkNames {
    All,
    /// By their indices in the import's names.
    Some(Vec<u32>),
}

/// One target of an import, with the names that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportLink {
    pub names: LinkNames,
    pub destination: Destination,
    /// The names are modules (Python `from package import module`), and not names inside one.
    pub modules: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedImport {
    /// Index into the file's imports.
    pub index: u32,
    /// That of the facts, unless the configuration or the specifier says otherwise.
    pub phase: ImportPhase,
    pub link: ImportLink,
}

/// The rule that found the candidates of a call; `packages/core/src/relate/model.ts` describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallVia {
    Local,
    Member,
    Import,
    Inherited,
    Instance,
}

impl CallVia {
    pub const ALL: [Self; 5] = [Self::Local, Self::Member, Self::Import, Self::Inherited, Self::Instance];

    pub fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Member => "member",
            Self::Import => "import",
            Self::Inherited => "inherited",
            Self::Instance => "instance",
        }
    }
}

/// A declaration by its file and its index in the file's declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeclarationRef {
    pub file: FileIndex,
    pub declaration: u32,
}

/// Maximum number of candidates of a call: in bundled code hundreds of functions may have one short name.
pub const MAX_CANDIDATES: usize = 16;

/// The resolution of one call or base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub state: LinkState,
    pub via: Option<CallVia>,
    /// Ordered by id, the first `MAX_CANDIDATES`.
    pub candidates: Vec<DeclarationRef>,
    /// Always set if external or unresolved.
    pub reason: Option<Reason>,
}

/// Equal calls share their outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedCalls {
    pub outcomes: Vec<Outcome>,
    /// Aligned with the file's calls: the index of each call's outcome.
    pub of_call: Vec<u32>,
}

impl ResolvedCalls {
    pub fn outcome(&self, call: usize) -> &Outcome {
        &self.outcomes[self.of_call[call] as usize]
    }
}

/// The references of one file that lead to declarations, and the number of those that do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedReferences {
    /// In order of the index in the file's references; each outcome has a candidate.
    pub found: Vec<(u32, Outcome)>,
    /// Names that an import from outside the project binds.
    pub external: u32,
    /// Names that lead to no declaration, such as variables of other files.
    pub unresolved: u32,
}

/// The relations of one analyzed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRelations {
    pub ids: DeclarationIds,
    pub imports: Vec<ResolvedImport>,
    pub calls: ResolvedCalls,
    /// One for each of the `bases` of each declaration, in their order; empty if calls were not resolved.
    pub bases: Vec<Outcome>,
    /// Empty if calls were not resolved.
    pub references: ResolvedReferences,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All files of the component, in order.
    pub files: Vec<FileIndex>,
    /// A shortest cycle in it; starts at its least path, which is not repeated at the end.
    pub example: Vec<FileIndex>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateFiles {
    pub sha256: Hash,
    pub size: u64,
    pub files: Vec<FileIndex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupKind {
    FunctionBody,
    FunctionShape,
    Near,
    Block,
    BlockShape,
}

impl GroupKind {
    pub const ALL: [Self; 5] = [
        Self::FunctionBody,
        Self::FunctionShape,
        Self::Near,
        Self::Block,
        Self::BlockShape,
    ];

    /// Whether it is a kind of identical functions, which need no element block.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::FunctionBody | Self::FunctionShape)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::FunctionBody => "function-body",
            Self::FunctionShape => "function-shape",
            Self::Near => "near",
            Self::Block => "block",
            Self::BlockShape => "block-shape",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// `g_` + 20 hex.
    pub id: String,
    pub kind: GroupKind,
    /// Of one occurrence (the largest).
    pub nodes: u64,
    /// SUM(nodes) - MAX(nodes).
    pub score: u64,
    /// The function-shape group with the same occurrences as this function-body group.
    pub same_as: Option<String>,
    /// The least id of a group that contains each of this group's occurrences in one of its own.
    pub contained_in: Option<String>,
    /// The unfolded group that has each of this group's occurrences in a different occurrence.
    pub folded_into: Option<String>,
    /// In order of their ids; of a near group the leader first, then the most similar. Empty for blocks, and for a near
    /// group with callbacks.
    pub occurrences: Vec<DeclarationRef>,
    /// Only for a near group: similarity of each occurrence to the leader, in thousandths.
    pub similarity: Vec<u32>,
    /// Only for these: the occurrences, of blocks in the order of paths and positions, of a near group in its order.
    pub blocks: Vec<BlockRange>,
}

/// A run of sibling statements, members or items, a callback, or a declaration in a group with callbacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRange {
    pub file: FileIndex,
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
    /// The innermost declaration around it.
    pub within: Option<u32>,
    /// Only of a callback: what it is passed or assigned to; of a declaration its qualified name.
    pub name: Option<Arc<str>>,
    /// Whether it is the declaration `within`.
    pub is_declaration: bool,
}
