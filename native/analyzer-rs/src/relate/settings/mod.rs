//! Configuration files of a project that define import targets.

pub mod json;
pub mod path_glob;
pub mod python_folders;
mod texts;
pub mod workspace_yaml;

pub use texts::{SettingText, Settings};
