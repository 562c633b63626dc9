//! A scan → terminal tree, JSON, DOT; a diff → those, Markdown, SARIF.
#![deny(unsafe_code)]

pub mod coverage;
pub mod diff;
pub mod dot;
pub mod json;
pub mod json_entry;
pub mod lists;
mod markdown_text;
pub mod out;
pub mod relations;
pub mod snapshot_id;
pub mod terminal;
mod uri;
pub mod visible;
