//! Trees in a Git repository, read by its plumbing commands.

mod blob_reader;
pub mod git_tree;
pub mod revision;
mod run_git;
