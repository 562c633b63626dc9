//! The import cycles of a project.

mod components;
mod find_cycles;
mod graph;
mod shortest_cycle;

pub use find_cycles::find_cycles;
