//! What Git's files state about the paths of a work tree: which are ignored and which are tracked.

pub mod git_attributes;
pub mod git_directory;
pub mod git_files;
mod git_index;
pub mod git_scope;
pub mod ignore_rules;
mod tracked_paths;
mod wildcard_rules;
mod wildmatch;
mod wildmatch_class;
