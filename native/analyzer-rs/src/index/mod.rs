//! What a workspace index holds of one project, as rows of its tables: `analyzer-rs index` scans a project whole and
//! writes them as frames. The schema is `packages/core/src/index/schema`, `write` beside it the other writer of
//! these rows, and `write/whole-project.ts` there reads the frames.

pub mod call_blocks;
pub mod links;
pub mod nodes;
pub mod output;
pub mod project;
pub mod rows;
pub mod tokens;

pub use project::{IndexRequest, index_project, read_request, restarted};
