//! The program's commands. The crates in `crates/` are the modules of the portable engine (`packages/core/src`), with
//! equal names and equal facts; `syntax` has its parsers, and `base` what all share.
#![deny(unsafe_code)]

pub mod cli;
pub mod entries;
pub mod index;
pub mod serve;
