//! The one glob dialect of the program, matched in linear time.

mod automaton;
mod glob;
mod glob_set;
mod parse;
mod pattern;
mod program;
mod spellings;

pub use automaton::Automaton;
pub use glob::{Glob, last_name};
pub use glob_set::GlobSet;
pub use pattern::Class;
pub use program::Step;
