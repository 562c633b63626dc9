//! Pure algorithms over facts: imports, calls, cycles, identical files and functions.
#![deny(unsafe_code)]

pub mod calls;
pub mod copies;
pub mod cycles;
pub mod duplicate_files;
pub mod entry;
pub mod groups;
pub mod ids;
pub mod imports;
pub mod left_out;
pub mod model;
pub mod paths;
pub mod project_files;
pub mod reasons;
pub mod relate;
pub mod settings;
pub mod similarity;
