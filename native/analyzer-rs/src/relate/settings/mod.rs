//! Configuration files of a project that say where imports lead.

pub mod json;
pub mod path_glob;
mod texts;
pub mod workspace_yaml;

pub use texts::{SettingText, Settings};
