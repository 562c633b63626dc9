//! Output of the parser: nodes opened and closed in the order of the source. [`crate::tree`] builds the tree from it.

use crate::names::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A node starts. A node without a kind is not written, only its children are.
    Open,
    /// The innermost open node ends at `end`.
    Close,
    Leaf,
    /// A leaf that is or reports an error.
    Broken,
    /// Position of the here-document with the number `start`.
    HereDocument,
    /// The body of here-document `start`; its events end before event `end`.
    Body,
    BodyEnd,
    /// A redirection of a simple command, written after its words; its events end before event `end`.
    Redirect,
    RedirectEnd,
    /// Position of the redirections of the innermost open node.
    Redirects,
}

#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub step: Step,
    pub kind: Name,
    pub field: Name,
    pub start: u32,
    pub end: u32,
}

/// The text of a leaf in backquotes, without the backslashes that protect it, if it differs from the source.
#[derive(Clone, Copy, Debug)]
pub struct Unescaped {
    /// The number of the leaf's event.
    pub event: u32,
    /// Offsets in the text of the parser.
    pub start: u32,
    pub end: u32,
}
