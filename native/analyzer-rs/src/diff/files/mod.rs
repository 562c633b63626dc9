//! Changes of files.

mod choose_pairs;
pub mod file_places;
pub mod match_files;
mod read_grams;
pub mod search_similar;
