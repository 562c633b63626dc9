//! Members of classes, as lookups of names return them.

use crate::model::DeclarationRef;

use super::declared_names::NameTable;

/// Declarations of one member.
pub enum Member {
    Found {
        found: Vec<DeclarationRef>,
        /// The reason why another declaration may come first.
        doubt: Option<&'static str>,
    },
    Miss(&'static str),
}

/// Finds members that classes inherit.
pub trait InheritedMembers {
    /// A member that a base class declares.
    fn inherited(&self, of: DeclarationRef, name: &str, table: NameTable) -> Member;
}
