//! The clone groups of a project: functions and methods with equal fingerprints.

mod containment;
mod group_functions;
mod group_id;
mod link_groups;
mod occurrences;

pub use group_functions::group_functions;
pub use group_id::group_id;
pub use occurrences::{Functions, GroupedFile};
