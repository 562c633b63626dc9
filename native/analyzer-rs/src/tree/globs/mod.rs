//! The one glob dialect of the program, matched in linear time.

mod automaton;
mod glob;
mod glob_set;
mod parse;
mod pattern;
mod program;
mod spellings;

pub use glob::{Glob, last_name};
pub use glob_set::GlobSet;
