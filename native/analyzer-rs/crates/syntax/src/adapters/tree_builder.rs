//! Builds the nodes of a flat tree; reused for each file.

use crate::flat_tree::{NO_NODE, NameTable, Node, NodeId};
use crate::reuse::empty;

pub struct TreeBuilder {
    pub names: NameTable,
    pub nodes: Vec<Node>,
    pub broken: Vec<bool>,
}

impl TreeBuilder {
    pub fn new() -> Self {
        Self {
            names: NameTable::new(),
            nodes: Vec::new(),
            broken: Vec::new(),
        }
    }

    pub fn begin(&mut self) {
        empty(&mut self.nodes);
        self.broken = Vec::new();
    }

    #[inline]
    pub fn count(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    #[inline]
    pub fn push(&mut self, kind: u16, field: u16, start: u32, end: u32, parent: NodeId) -> NodeId {
        let node = self.count();
        self.nodes.push(Node {
            kind,
            field,
            start,
            end,
            size: 1,
            parent,
            text_start: 0,
            text_end: 0,
        });
        node
    }

    /// The node's text is its source.
    #[inline]
    pub fn set_leaf(&mut self, node: NodeId) {
        let node = &mut self.nodes[node as usize];
        node.text_start = node.start;
        node.text_end = node.end;
    }

    /// Closes the subtree of a node: all nodes after it so far belong to it.
    #[inline]
    pub fn close(&mut self, node: NodeId) {
        self.nodes[node as usize].size = self.count() - node;
    }

    pub fn mark_broken(&mut self, node: NodeId) {
        let count = self.nodes.len();
        self.broken.resize(count, false);
        self.broken[node as usize] = true;
    }

    /// A node with a broken descendant is broken: a parent always precedes its children.
    pub fn spread_broken(&mut self) {
        if self.broken.is_empty() {
            return;
        }
        self.broken.resize(self.nodes.len(), false);
        for node in (1..self.nodes.len()).rev() {
            let parent = self.nodes[node].parent;
            if self.broken[node] && parent != NO_NODE {
                self.broken[parent as usize] = true;
            }
        }
    }
}

impl Default for TreeBuilder {
    fn default() -> Self {
        Self::new()
    }
}
