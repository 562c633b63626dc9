//! The import cycles of a project.

mod beyond;
mod components;
mod cycle_edges;
mod find_cycles;
mod graph;
mod shortest_cycle;

pub use beyond::cycles_beyond;
pub use cycle_edges::cycle_target;
pub use find_cycles::find_cycles;
