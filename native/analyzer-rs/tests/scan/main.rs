//! `analyzer-rs scan` with a parse cache prints what it prints without one, in every state of the project and the cache.

mod changes;
mod large;
mod modules;
mod program;
mod shared;
