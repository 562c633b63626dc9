//! Changes of imports, cycles and clone groups.

pub mod compare_cycles;
pub mod compare_groups;
pub mod compare_imports;
