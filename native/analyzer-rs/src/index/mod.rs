//! Rows of a workspace index for one project: `analyzer-rs index` scans a complete project and writes them as frames.
//! `languages/index-rows.json` lists the columns of each row, from which `row_layouts` is generated; the schema is
//! `packages/core/src/index/schema`, the other writer of these rows is `packages/core/src/index/write`, and
//! `write/whole-project.ts` reads the frames.

pub mod call_blocks;
pub mod codes;
pub mod control_records;
pub mod copies;
pub mod docs;
pub mod file_blocks;
pub mod links;
pub mod nodes;
pub mod output;
pub mod posted;
pub mod project;
pub mod row_layouts;
pub mod rows;
pub mod scanned_project;

pub use copies::{CopiesRequest, write_copies};
pub use project::{IndexRequest, index_project, read_request, restarted};
