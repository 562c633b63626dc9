//! Parsing one file: bytes in, facts or a status out.

pub mod adapters;
pub mod cache;
pub mod decode;
pub mod elements;
pub mod engine;
pub mod extract;
pub mod facts;
pub mod facts_json;
pub mod flat_tree;
pub mod languages;
pub mod nesting;
pub mod nesting_estimate;
pub mod parser;
pub mod reuse;
pub mod syntax;
pub mod token_block;

pub use parser::Parser;
