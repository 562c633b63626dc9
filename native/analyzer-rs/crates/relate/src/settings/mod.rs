//! Configuration files of a project that define import targets.

mod ascii_space;
mod bundler_entries;
pub mod ini;
mod invalid;
pub mod json;
pub mod path_glob;
pub mod path_globs;
pub mod python_dependencies;
pub mod python_folders;
mod texts;
pub mod toml;
mod toml_table;
pub mod workspace_yaml;

pub use texts::{ConfigurationProblem, SettingText, Settings};
