//! Compares two scans of a project: files, declarations, imports, cycles and clone groups.
#![deny(unsafe_code)]

pub mod declarations;
pub mod diff;
pub mod files;
mod keyed_lists;
pub mod links;
pub mod model;
pub mod options;
pub mod sides;
mod without_classes;
