//! Changes of files.

mod choose_pairs;
pub mod file_changes;
pub mod match_files;
mod read_grams;
pub mod search_similar;
