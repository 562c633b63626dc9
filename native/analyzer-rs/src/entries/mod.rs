//! `analyzer-rs entries`: reads one or two complete projects and writes their entries, with the facts of files, and
//! their relations as frames.
//! `packages/core/src/scan/native-entries.ts` reads them.

mod changed_part;
pub mod items;
mod relations;
mod request;

pub use request::{EntriesRequest, write_entries};
