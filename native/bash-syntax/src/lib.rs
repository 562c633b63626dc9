//! Reads Bash scripts, up to Bash 5.3, into a flat tree: nodes in pre-order. Never fails: an invalid range becomes a
//! node `ERROR`, and reading continues after it. Time and memory are linear in the length of the source; nesting
//! needs no machine stack.

mod arithmetic;
mod bytes;
mod compounds;
mod conditions;
mod events;
mod expansions;
mod frames;
mod here_documents;
mod lists;
mod names;
mod operands;
mod parser;
mod pending;
mod simple;
mod substitutions;
mod tree;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod words;

pub use names::{NAMES, Name};
pub use parser::Fault;
pub use tree::{NO_NODE, Node, Sink};

/// Writes the tree of a source; returns its errors in order of position.
///
/// # Panics
/// if the source has 2 GiB or more
pub fn parse(source: &[u8], sink: &mut impl Sink) -> Vec<Fault> {
    assert!(source.len() < 1 << 31, "offsets have 32 bits");
    let mut parser = parser::Parser::new(source);
    parser.run();
    tree::write(&parser, sink);
    let mut faults = parser.faults;
    faults.sort_by_key(|fault| fault.start);
    faults
}
