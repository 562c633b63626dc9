//! The parsers: text in, flat tree out.
#![deny(unsafe_code)]

pub mod adapters;
pub mod decode;
pub mod flat_tree;
pub mod nesting;
pub mod nesting_estimate;
pub mod parser;
pub mod reuse;
