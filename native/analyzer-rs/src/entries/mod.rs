//! `analyzer-rs entries`: reads a complete project and writes its entries, with the facts of files, as frames.
//! `packages/core/src/scan/native-entries.ts` reads them.

pub mod items;
pub mod request;

pub use request::{EntriesRequest, write_entries};
