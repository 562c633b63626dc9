//! What holds for the nodes inside one subtree; scopes are a stack, the innermost on top.

use std::rc::Rc;

use crate::parse::facts::Within;
use crate::parse::flat_tree::NodeId;

/// What decides whether names declared somewhere are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRoot {
    /// Each for itself.
    Open,
    Never,
    /// A place in the table of roots; see `exports.rs`.
    At(u32),
}

#[derive(Clone, Debug)]
pub struct Scope {
    /// First node behind it.
    pub end: NodeId,
    /// What qualified names inside begin with, its separator included.
    pub prefix: Rc<str>,
    /// The enclosing declaration, -1 at file level.
    pub within: Within,
    /// Control structures around it within its declaration.
    pub depth: u32,
    /// The body of a class or the like: functions right in it are methods.
    pub members: bool,
    pub root: ExportRoot,
    /// Only what an export statement in here names is exported.
    pub closed: bool,
    /// Number of the innermost function, declared or not, which distinguishes variables with the same name; 0 is the file.
    pub space: u32,
    /// Imports from this node on may not happen.
    pub conditional_from: NodeId,
    /// It goes on to the next node of this kind beside the one that opened it; 0 when it does not.
    pub until_kind: u16,
}

impl Scope {
    pub fn of_file(nodes: NodeId) -> Self {
        Self {
            end: nodes,
            prefix: "".into(),
            within: -1,
            depth: 0,
            members: false,
            root: ExportRoot::Open,
            closed: false,
            space: 0,
            conditional_from: nodes,
            until_kind: 0,
        }
    }

    /// A scope inside this one, with nothing changed yet; what is conditional here is so inside as well.
    pub fn inner(&self, node: NodeId, end: NodeId) -> Self {
        let conditional_from = if self.is_conditional(node) { node } else { end };
        Self {
            end,
            conditional_from,
            until_kind: 0,
            ..self.clone()
        }
    }

    pub fn is_conditional(&self, node: NodeId) -> bool {
        node >= self.conditional_from
    }
}
