//! Changes of imports, cycles and clone groups.

mod compare_block_groups;
pub mod compare_cycles;
mod compare_function_groups;
pub mod compare_groups;
pub mod compare_imports;
mod compare_near_groups;
mod group_change;
