//! A scan → terminal tree, JSON, DOT.

pub mod coverage;
pub mod dot;
pub mod json;
mod json_entry;
pub mod out;
pub mod snapshot_id;
pub mod terminal;
pub mod visible;
