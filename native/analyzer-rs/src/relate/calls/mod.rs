//! The candidate declarations of calls.

mod call_file;
mod call_site;
mod declared_names;
mod dotted;
mod imported_names;
mod included;
mod language_rules;
mod lexical_scopes;
mod outcome;
mod owners;
mod php_names;
mod resolve;
mod trace;

pub use call_file::CallSource;
pub use resolve::resolve_calls;
