//! Runs the steps of a scan: `scan.rs` is the overview, `model.rs` the result.
#![deny(unsafe_code)]

pub mod cache_location;
pub mod context;
pub mod file_entry;
pub mod model;
mod module_packages;
pub mod options;
mod own_exclusions;
pub mod read_entries;
mod read_settings;
pub mod scan;
pub mod supervise;
pub mod workers;
