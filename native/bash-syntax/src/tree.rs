//! The flat tree: nodes in pre-order, built from the parser's events.

use crate::events::Step;
use crate::names::Name;
use crate::parser::Parser;

/// The parent of the root.
pub const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Name,
    /// `Name::None` if it has none.
    pub field: Name,
    /// Offsets in bytes of the source. The body of a here-document lies after the range of its redirection, and the
    /// redirections of a simple command come after its words: Bash performs them last, wherever they are.
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
    /// The text of a leaf that is not its source: in backquotes, without the backslashes that protect it.
    fn text(&mut self, node: u32, text: &[u8]);
}

/// Redirections of simple commands that are not written yet.
#[derive(Default)]
struct Redirections {
    waiting: Vec<Waiting>,
    /// Those that are being written, innermost last.
    runs: Vec<Run>,
}

struct Waiting {
    /// The number of open nodes around it.
    depth: usize,
    event: usize,
}

struct Run {
    first: usize,
    next: usize,
    /// The event after them.
    resume: usize,
}

impl Redirections {
    /// The next event: the first redirection of the node at `depth`, or `resume`.
    fn begin(&mut self, depth: usize, resume: usize) -> usize {
        let others = self.waiting.iter().rposition(|waiting| waiting.depth != depth);
        let first = others.map_or(0, |at| at + 1);
        self.runs.push(Run {
            first,
            next: first,
            resume,
        });
        self.advance().unwrap_or(resume)
    }

    /// The event after the end of a redirection.
    fn advance(&mut self) -> Option<usize> {
        let run = self.runs.last_mut()?;
        if let Some(waiting) = self.waiting.get(run.next) {
            run.next += 1;
            return Some(waiting.event);
        }
        self.waiting.truncate(run.first);
        self.runs.pop().map(|run| run.resume)
    }
}

pub fn write(parser: &Parser, sink: &mut impl Sink) {
    let Parser {
        events,
        // By the number of a here-document, the event that starts its body.
        bodies,
        unescaped,
        ..
    } = parser;
    let mut open: Vec<Open> = Vec::new();
    let mut returns: Vec<usize> = Vec::new();
    let mut redirections = Redirections::default();
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
                if event.step == Step::Leaf && !unescaped.is_empty() {
                    // `at` is the number of the next event.
                    let found = unescaped.binary_search_by_key(&at, |leaf| leaf.event as usize + 1);
                    if let Some(leaf) = found.ok().and_then(|index| unescaped.get(index)) {
                        sink.text(count, &parser.text[leaf.start as usize..leaf.end as usize]);
                    }
                }
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
            Step::Redirect => {
                redirections.waiting.push(Waiting {
                    depth: open.len(),
                    event: at,
                });
                at = event.end as usize;
            }
            Step::Redirects => at = redirections.begin(open.len(), at),
            Step::RedirectEnd => at = redirections.advance().unwrap_or(at),
        }
    }
}
