//! Completes the options that the user set.

use base::errors::AnalyzerError;
use base::languages::policy::PROFILES;
use relate::copies::LIMITS;
use relate::model::GroupKind;

use super::model::ScanOptions;

pub const DEFAULT_MAX_BYTES: u64 = 2 * 1024 * 1024;
pub const DEFAULT_MIN_NODES: u64 = 12;
/// Smaller code does not have enough different 5-grams to be compared.
pub const MIN_COPY_NODES: u64 = 12;

/// `None` for an option that is not set.
#[derive(Clone, Default)]
pub struct ChosenOptions {
    pub profile: Option<String>,
    pub all: bool,
    /// Files that Git ignores are included.
    pub no_gitignore: bool,
    /// The project's own configuration file has no effect.
    pub no_config: bool,
    pub exclude: Vec<String>,
    pub test_globs: Vec<String>,
    pub generated_globs: Vec<String>,
    pub source_roots: Vec<String>,
    pub max_bytes: Option<u64>,
    pub min_nodes: Option<u64>,
    pub min_near_nodes: Option<u64>,
    pub min_block_nodes: Option<u64>,
    pub min_block_shape_nodes: Option<u64>,
    pub kinds: Option<Vec<GroupKind>>,
}

/// The default profile is `logic`; with `all` it is the one that excludes nothing. A profile that is set has precedence
/// over `all`. Fails with `usage` for source roots outside of the root.
pub fn complete_options(chosen: ChosenOptions) -> Result<ScanOptions, AnalyzerError> {
    let default = if chosen.all {
        &PROFILES.with_all
    } else {
        &PROFILES.default
    };
    Ok(ScanOptions {
        profile: chosen.profile.unwrap_or_else(|| default.clone()),
        all: chosen.all,
        gitignore: !chosen.all && !chosen.no_gitignore,
        config: !chosen.no_config,
        exclude: chosen.exclude,
        test_globs: chosen.test_globs,
        generated_globs: chosen.generated_globs,
        source_roots: chosen
            .source_roots
            .iter()
            .map(|it| source_root(it))
            .collect::<Result<_, _>>()?,
        max_bytes: chosen.max_bytes.unwrap_or(DEFAULT_MAX_BYTES),
        min_nodes: chosen.min_nodes.unwrap_or(DEFAULT_MIN_NODES),
        min_near_nodes: chosen.min_near_nodes.filter(|it| *it != LIMITS.near_nodes),
        min_block_nodes: chosen.min_block_nodes.filter(|it| *it != LIMITS.block_nodes),
        min_block_shape_nodes: chosen.min_block_shape_nodes.filter(|it| *it != LIMITS.shape_nodes),
        trust_suppressions: false,
        workspace: None,
        kinds: GroupKind::ALL
            .into_iter()
            .filter(|kind| chosen.kinds.as_ref().is_none_or(|kinds| kinds.contains(kind)))
            .collect(),
    })
}

/// `has_folder`: whether the project has a folder with this path. Fails with `not_found` for a source root that is not a
/// folder of the project.
pub fn require_source_roots(has_folder: impl Fn(&str) -> bool, source_roots: &[String]) -> Result<(), AnalyzerError> {
    match source_roots.iter().find(|name| !has_folder(name)) {
        None => Ok(()),
        Some(name) => Err(AnalyzerError::not_found("source root", name).hint(
            "A source root is a folder of the project, relative to the root of the scan, such as src or lib/python.",
        )),
    }
}

fn source_root(written: &str) -> Result<String, AnalyzerError> {
    let names: Vec<&str> = written
        .split('/')
        .filter(|name| !name.is_empty() && *name != ".")
        .collect();
    if written.is_empty() || written.starts_with('/') || names.contains(&"..") {
        let shown = if written.is_empty() { "''" } else { written };
        return Err(
            AnalyzerError::usage(format!("--source-root {shown} is not below the root"))
                .hint("Use a path relative to the root of the scan, such as src or lib/python."),
        );
    }
    Ok(if names.is_empty() {
        ".".to_owned()
    } else {
        names.join("/")
    })
}
