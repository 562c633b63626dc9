//! Changes of declarations.

pub mod compare_declarations;
mod declaration_matches;
mod describe_changes;
mod match_classes;
mod match_left;
mod match_scopes;
mod nodes;
mod regroupings;
pub mod signature;
