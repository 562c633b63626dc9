//! A cache of facts. `packages/core/src/parse/cache` is that of the other engine, with entries of its own: packs and
//! headers have the same format, data lines do not.

mod cache_file;
pub mod columns;
pub mod crc32;
pub mod decode_facts;
pub mod encode_facts;
pub mod entry;
pub mod facts_line;
pub mod failure;
pub mod outcome_line;
pub mod pack;
pub mod pack_format;
pub mod pack_writer;
pub mod report;
pub mod space;
pub mod versions;
