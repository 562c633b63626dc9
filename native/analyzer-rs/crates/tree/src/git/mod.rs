//! Trees in a Git repository, read by its plumbing commands.

mod blob_reader;
pub mod git_tree;
mod list_tree;
mod listing;
mod missing_objects;
pub mod revision;
mod run_git;
mod work_files;
