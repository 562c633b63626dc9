//! The canonical stream of a file as elements, as in `packages/core/src/parse/elements`.

pub mod element_block;
pub mod element_columns;
pub mod name_numbers;
pub mod sequence_hash;
pub mod stored_block;
pub mod varints;
