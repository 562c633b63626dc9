//! Configuration files of a project that say where imports lead.

pub mod json;
pub mod path_glob;
pub mod python_folders;
mod texts;
pub mod workspace_yaml;

pub use texts::{SettingText, Settings};
