//! Relations of folders and files that explain groups of copies (`packages/core/src/relations`).

mod aligned_items;
mod compared_files;
mod components;
mod differences;
mod differs;
mod equal_lines;
mod explain;
mod families;
pub mod find;
mod folder_pairs;
pub mod folders;
mod input;
pub mod json;
mod libraries_elsewhere;
mod library_evidence;
mod members;
mod mirrors;
pub mod model;
mod package_evidence;
mod package_owner;
mod rules;
mod shared_helpers;
mod shared_lines;
mod similar_files;
mod vendored_libraries;
