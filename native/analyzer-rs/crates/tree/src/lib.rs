//! Walking, excluding, reading, hashing; the only module that opens project files.
#![deny(unsafe_code)]

mod excluded_sources;
pub mod failure;
pub mod folder;
pub mod generated_comment;
pub mod git;
pub mod gitignore;
pub mod globs;
pub mod ignore_file;
pub mod kind;
pub mod line_count;
pub mod link_target;
pub mod location;
pub mod names;
pub mod open_source;
pub mod own_map;
pub mod path_kind;
pub mod policy;
pub mod read;
pub mod read_start;
pub mod roles;
pub mod root;
pub mod source;
pub mod walk;
