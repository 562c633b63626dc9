//! Parsing one file: bytes in, facts or a status out.

pub mod engine;
pub mod facts;
