//! Parsing for another process: `analyzer-rs hello` describes this engine, `analyzer-rs serve` parses files that it
//! receives as frames. `packages/core/src/parse/native` is the other side.

pub mod frames;
pub mod hello;
pub mod requests;

pub use hello::hello;
pub use requests::serve;
