//! The canonical stream of a file as elements; `packages/core/src/parse/elements` is its mirror.

pub mod element_block;
pub mod name_numbers;
pub mod sequence_hash;
mod varints;
