//! Parsing one file: bytes in, facts or a status out. `syntax` has the parsers.
#![deny(unsafe_code)]

pub mod cache;
pub mod elements;
pub mod embedded;
mod embedded_facts;
pub mod engine;
pub mod extract;
pub mod fact_store;
pub mod facts;
pub mod facts_json;
pub mod languages;
pub mod parser;
mod programs;
pub mod spilled_bytes;
pub mod stored_rows;
pub mod syntax_tree;
mod temporary_file;
pub mod token_block;

pub use parser::Parser;
