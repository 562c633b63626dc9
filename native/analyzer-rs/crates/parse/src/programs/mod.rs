//! The element block of a Bash file in which programs in here-documents are code instead of lines.

mod callbacks;
mod elements;
mod exchanges;
pub mod file_places;
mod units;
pub mod with_control;
pub mod with_programs;
