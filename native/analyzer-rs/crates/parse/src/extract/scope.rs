//! Data that applies to the nodes of one subtree; scopes are a stack, the innermost on top.

use std::rc::Rc;

use crate::facts::Within;
use syntax::flat_tree::NodeId;

/// What decides whether declarations are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRoot {
    /// Each declaration by itself.
    Open,
    Never,
    /// An index into the table of roots; see `exports.rs`.
    At(u32),
}

/// The first name of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Its node.
    Node(NodeId),
    /// The declarations around show its scope.
    Known,
    /// A property of the object or class around it.
    Property,
    /// A property of an object or class without a name.
    Object(NodeId),
}

impl Root {
    /// `owner`: of the properties directly in the scope.
    pub fn in_scope(self, owner: Root) -> Root {
        if self == Root::Property { owner } else { self }
    }
}

#[derive(Clone, Debug)]
pub struct Scope {
    /// First node after it.
    pub end: NodeId,
    /// Prefix of qualified names inside, with its separator.
    pub prefix: Rc<str>,
    /// The enclosing declaration, -1 at file level.
    pub within: Within,
    /// Number of control structures around it within its declaration.
    pub depth: u32,
    /// The body of a class or similar: functions directly in it are methods.
    pub members: bool,
    pub root: ExportRoot,
    /// The first name of properties directly in it.
    pub owner: Root,
    /// Only names of an export statement in it are exported.
    pub closed: bool,
    /// Number of the innermost function, declared or not, which distinguishes variables with the same name; 0 for the
    /// file.
    pub space: u32,
    /// Imports from this node on may not run.
    pub conditional_from: NodeId,
    /// The next sibling of this kind continues it; 0 if none can.
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
            owner: Root::Known,
            closed: false,
            space: 0,
            conditional_from: nodes,
            until_kind: 0,
        }
    }

    /// A scope inside this one, not changed yet; if this one is conditional, the inner one is too.
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
