//! Similar files, by their sets of n-grams.

pub mod bounds;
mod gram_table;
mod prefix_index;
mod ranks;
pub mod similar_files;
