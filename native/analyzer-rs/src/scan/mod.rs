//! The conductor: `scan.rs` reads like a table of contents; `model.rs` is the result.

pub mod cache_place;
pub mod file_entry;
pub mod model;
mod module_packages;
pub mod options;
pub mod read_entries;
mod read_settings;
#[allow(clippy::module_inception)]
pub mod scan;
pub mod workers;
