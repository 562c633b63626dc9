//! `analyzer-rs entries`: reads one or two complete projects and writes their entries, with the facts of files, and
//! their copies as frames.
//! `packages/core/src/scan/native-entries.ts` reads them.

mod copies;
pub mod items;
mod request;

pub use request::{EntriesRequest, write_entries};
