//! The flat tree: nodes in pre-order, built from the parser's events.

use crate::events::{Event, Step};
use crate::names::Name;

/// The parent of the root.
pub const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Name,
    /// `Name::None` if it has none.
    pub field: Name,
    /// Offsets in bytes of the source. The body of a here-document lies after the range of its redirection.
    pub start: u32,
    pub end: u32,
    pub parent: u32,
    /// It is an error, or reports one.
    pub is_broken: bool,
}

/// An open node.
#[derive(Clone, Copy)]
struct Open {
    /// Its index, or that of the node that receives its children.
    node: u32,
    is_written: bool,
}

/// Receives the nodes in pre-order; each is closed after its last descendant.
pub trait Sink {
    fn open(&mut self, node: Node);
    /// All nodes below `node`, which has children or ends at `end`, were passed.
    fn close(&mut self, node: u32, end: u32);
}

/// `bodies`: by the number of a here-document, the event that starts its body.
pub fn write(events: &[Event], bodies: &[Option<u32>], sink: &mut impl Sink) {
    let mut open: Vec<Open> = Vec::new();
    let mut returns: Vec<usize> = Vec::new();
    let mut count = 0;
    // The field of an open node that is not written is that of its first child.
    let mut inherited = Name::None;
    let mut at = 0;
    while let Some(event) = events.get(at) {
        at += 1;
        let parent = open.last().map_or(NO_NODE, |above| above.node);
        match event.step {
            Step::Open if event.kind == Name::None => {
                if event.field != Name::None {
                    inherited = event.field;
                }
                open.push(Open {
                    node: parent,
                    is_written: false,
                });
            }
            Step::Open | Step::Leaf | Step::Broken => {
                let field = if event.field == Name::None {
                    inherited
                } else {
                    event.field
                };
                inherited = Name::None;
                sink.open(Node {
                    kind: event.kind,
                    field,
                    start: event.start,
                    end: event.end,
                    parent,
                    is_broken: event.step == Step::Broken,
                });
                if event.step == Step::Open {
                    open.push(Open {
                        node: count,
                        is_written: true,
                    });
                }
                count += 1;
            }
            Step::Close => {
                inherited = Name::None;
                if let Some(Open { node, is_written: true }) = open.pop() {
                    sink.close(node, event.end);
                }
            }
            Step::HereDocument => {
                if let Some(&Some(body)) = bodies.get(event.start as usize) {
                    returns.push(at);
                    at = body as usize + 1;
                }
            }
            Step::Body => at = event.end as usize,
            Step::BodyEnd => at = returns.pop().unwrap_or(at),
        }
    }
}
