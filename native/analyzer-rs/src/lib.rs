//! The native engine: the modules of the portable one (`packages/core/src`) with equal names, and equal facts.
#![deny(unsafe_code)]

pub mod cli;
pub mod diff;
pub mod entries;
pub mod errors;
pub mod hex;
pub mod index;
pub mod json_text;
pub mod languages;
pub mod parse;
pub mod relate;
pub mod render;
pub mod scan;
pub mod serve;
pub mod supervise;
pub mod tree;
