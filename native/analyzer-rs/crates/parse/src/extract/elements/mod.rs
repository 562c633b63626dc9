//! Creates the element block of a file from its canonical stream, as in `portable/extract/elements`.

mod callback_names;
pub mod copies_data;
pub mod element_reader;
pub mod element_recorder;
mod opening_hashes;
mod recent_hashes;
pub mod regions;
pub mod unit_hashes;
pub mod unit_rules;

pub use unit_hashes::hash_units;
