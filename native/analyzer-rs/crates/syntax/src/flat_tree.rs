//! The common form of syntax trees of all adapters: nodes in pre-order. A node is its index; its children follow it,
//! `next = child + size(child)`. Kind and field ids are indices into a [`NameTable`] (one per language, so that
//! compiled language data can be looked up by id). A leading `'` marks an anonymous token of tree-sitter (`'(`,
//! `'def`).
//!
//! ESTree: a node has its `type` as kind; a list is one `[]` node, an object without `type` one `{}` node, null an
//! empty leaf of kind `null`, a scalar a leaf of kind `scalar` with its JSON text. The key is the field; list items
//! have none. tree-sitter: every node, named or not; source that no child of an inner node covers is a leaf `~`.

use rustc_hash::FxHashMap;

/// Index of a node in its tree.
pub type NodeId = u32;

/// The parent of the root.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A name that does not occur in any tree.
pub const NO_NAME: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: u16,
    /// 0 for none.
    pub field: u16,
    /// Offsets in bytes of the decoded text without BOM.
    pub start: u32,
    pub end: u32,
    /// Number of nodes in the subtree, including the node itself.
    pub size: u32,
    pub parent: NodeId,
    /// Range of a leaf's text in `FlatTree::texts`; empty for an inner node.
    pub text_start: u32,
    pub text_end: u32,
}

/// A tree as the rest of the engine reads it; an adapter owns the buffers.
#[derive(Clone, Copy)]
pub struct FlatTree<'a> {
    pub names: &'a NameTable,
    pub source: &'a str,
    pub texts: &'a str,
    pub nodes: &'a [Node],
    /// True if the node is an error, is missing, or contains such a node; empty if there are none.
    pub broken: &'a [bool],
}

impl<'a> FlatTree<'a> {
    #[inline]
    pub fn count(&self) -> u32 {
        self.nodes.len() as u32
    }

    #[inline]
    pub fn node(&self, node: NodeId) -> &'a Node {
        &self.nodes[node as usize]
    }

    /// 0, which is not a kind, if there is no parent.
    #[inline]
    pub fn kind(&self, node: NodeId) -> u16 {
        self.nodes.get(node as usize).map_or(0, |node| node.kind)
    }

    #[inline]
    pub fn field(&self, node: NodeId) -> u16 {
        self.node(node).field
    }

    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.nodes.get(node as usize)?.parent;
        (parent != NO_NODE).then_some(parent)
    }

    #[inline]
    pub fn kind_above(&self, node: NodeId) -> u16 {
        self.kind(self.node(node).parent)
    }

    /// First index after the subtree.
    #[inline]
    pub fn end_of(&self, node: NodeId) -> NodeId {
        node + self.node(node).size
    }

    /// The text of a leaf; empty for an inner node.
    #[inline]
    pub fn text(&self, node: NodeId) -> &'a str {
        match self.nodes.get(node as usize) {
            Some(node) => slice(self.texts, node.text_start, node.text_end),
            None => "",
        }
    }

    /// The source of the node.
    #[inline]
    pub fn written(&self, node: NodeId) -> &'a str {
        let node = self.node(node);
        slice(self.source, node.start, node.end)
    }

    #[inline]
    pub fn is_broken(&self, node: NodeId) -> bool {
        self.broken.get(node as usize).copied().unwrap_or(false)
    }

    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'a> {
        Children {
            nodes: self.nodes,
            at: node + 1,
            end: self.end_of(node),
        }
    }

    pub fn is_token(&self, node: NodeId) -> bool {
        self.names.is_token(self.kind(node))
    }
}

/// A part of a text; empty if the offsets are outside of it.
#[inline]
pub fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or("")
}

pub struct Children<'a> {
    nodes: &'a [Node],
    at: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        if self.at >= self.end {
            return None;
        }
        let child = self.at;
        self.at += self.nodes[child as usize].size;
        Some(child)
    }
}

/// Interns kind and field names. Id 0 is the empty name.
#[derive(Default)]
pub struct NameTable {
    list: Vec<String>,
    ids: FxHashMap<String, u16>,
}

impl NameTable {
    pub fn new() -> Self {
        let mut table = Self::default();
        table.id("");
        table
    }

    /// Grammars and oxc have hundreds of names; a full table returns [`NO_NAME`].
    pub fn id(&mut self, name: &str) -> u16 {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let Ok(id) = u16::try_from(self.list.len()) else {
            return NO_NAME;
        };
        self.list.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    pub fn find(&self, name: &str) -> Option<u16> {
        self.ids.get(name).copied()
    }

    pub fn name(&self, id: u16) -> &str {
        self.list.get(usize::from(id)).map_or("", String::as_str)
    }

    pub fn is_token(&self, id: u16) -> bool {
        self.name(id).starts_with('\'')
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
