//! The candidate declarations of calls.

mod base_classes;
mod call_file;
mod call_site;
mod class_names;
mod declared_names;
mod dotted;
mod file_resolver;
mod imported_names;
mod included;
mod included_files;
mod language_rules;
mod lexical_scopes;
mod member;
mod outcome;
mod owners;
mod php_names;
mod resolve;
mod resolve_bases;
mod resolve_references;
mod run_order;
mod trace;

pub use call_file::CallSource;
pub use resolve::{ResolvedNames, resolve_calls};
