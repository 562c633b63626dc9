//! Files that resemble each other, by the sets of their grams.

pub mod bounds;
mod gram_table;
mod prefix_index;
mod ranks;
pub mod similar_files;
