//! One compiler configuration.

use rustc_hash::FxHashSet;

use crate::paths::folder_of;
use crate::settings::path_glob::matches_glob;

use super::path_patterns::PathPatterns;

/// A `tsconfig.json` or `jsconfig.json` with what it inherits; paths and patterns are relative to the project.
#[derive(Debug)]
pub struct Config {
    pub path: String,
    pub paths: PathPatterns,
    pub base_url: Option<String>,
    pub root_dir: Option<String>,
    /// `rootDirs`
    pub roots: Vec<String>,
    pub out_dir: Option<String>,
    pub declaration_dir: Option<String>,
    /// `moduleSuffixes`
    pub suffixes: Vec<String>,
    /// An import whose names all have `type` is kept, and runs.
    pub keeps_type_imports: bool,
    /// An import without a value that is used is kept.
    pub keeps_value_imports: bool,
    /// Names that create the elements of JSX, other than that of React.
    pub factories: FxHashSet<String>,
    pub files: Option<FxHashSet<String>>,
    pub include: Option<Vec<String>>,
    pub exclude: Option<Vec<String>>,
    /// Paths of configurations.
    pub references: Vec<String>,
}

/// Whether a configuration includes a file itself.
pub fn includes(config: &Config, file: &str) -> bool {
    if config.files.as_ref().is_some_and(|files| files.contains(file)) {
        return true;
    }
    let any = |patterns: &[String]| patterns.iter().any(|it| selects(it, file));
    let included = match &config.include {
        Some(patterns) => any(patterns),
        None => config.files.is_none() && selects(folder_of(&config.path), file),
    };
    included && !config.exclude.as_ref().is_some_and(|it| any(it))
}

/// A pattern selects a file, or a folder with all that is in it.
fn selects(pattern: &str, file: &str) -> bool {
    if pattern.is_empty() {
        return true;
    }
    let Some(wildcard) = pattern.find(['*', '?']) else {
        return file
            .strip_prefix(pattern)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    };
    // Most configurations are those of other folders, which their prefix decides.
    let folder = pattern[..wildcard].rfind('/').map_or("", |slash| &pattern[..=slash]);
    if !file.starts_with(folder) {
        return false;
    }
    matches_glob(pattern, file) || matches_glob(&format!("{pattern}/**"), file)
}

/// The folders and files in which a configuration can include files. The empty string is the root.
pub fn included_paths(config: &Config) -> FxHashSet<&str> {
    let mut paths: FxHashSet<&str> = config.files.iter().flatten().map(String::as_str).collect();
    match &config.include {
        Some(patterns) => paths.extend(patterns.iter().map(|it| literal_folder(it))),
        None if config.files.is_none() => {
            paths.insert(folder_of(&config.path));
        }
        None => {}
    }
    paths
}

/// The pattern without its first segment with a wildcard and all that follows.
fn literal_folder(pattern: &str) -> &str {
    match pattern.find(['*', '?']) {
        Some(wildcard) => folder_of(&pattern[..wildcard]),
        None => pattern,
    }
}
