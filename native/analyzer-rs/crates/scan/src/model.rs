//! One scan, complete.

use serde::Deserialize;

use parse::cache::report::CacheReport;
use parse::facts::{DeclarationFacts, FileFacts};
use relate::copies::{CopyLimits, LIMITS, LeftOutRuns};
pub use relate::entry::{ContentFacts, Entry, EntryKind, FileEntry, FileStatus};
use relate::ids::DeclarationId;
use relate::model::{Cycle, DeclarationRef, DuplicateFiles, FileIndex, FileRelations, Group, GroupKind};
pub use relate::settings::ConfigurationProblem;
use tree::gitignore::git_directory::GitProblem;
use tree::roles::ChosenRoles;
use tree::walk::ExcludedPath;

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
    /// An index of several projects leaves out the copies that comments of this one silence.
    #[serde(default)]
    pub trust_suppressions: bool,
    /// Path of this workspace in its monorepo, whose folders give classes to all files.
    #[serde(default)]
    pub workspace: Option<String>,
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
            workspace: self.workspace.as_deref(),
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
    pub runs_left_out: LeftOutRuns,
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
