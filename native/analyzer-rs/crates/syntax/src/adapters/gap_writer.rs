//! Adds source that tree-sitter's tree lacks: source in an inner node that no child covers becomes a leaf `~`, because
//! otherwise `"a\n"` and `"b\n"`, or two here-documents, would have equal trees. Blank gaps (including
//! backslash-newline) are dropped except in kinds with significant text.

use super::tree_builder::TreeBuilder;
use crate::flat_tree::{NO_NODE, NodeId};

/// A node whose children are being written.
struct Open {
    node: NodeId,
    /// Offset up to which children cover it.
    covered: u32,
    has_children: bool,
    is_text: bool,
}

pub struct GapWriter {
    gap: u16,
    /// By kind.
    text_kinds: Vec<bool>,
    open: Vec<Open>,
}

impl GapWriter {
    pub fn new(builder: &mut TreeBuilder, text_kinds: &[String]) -> Self {
        let gap = builder.names.id("~");
        let mut kinds = Vec::new();
        for kind in text_kinds {
            let id = usize::from(builder.names.id(kind));
            if id >= kinds.len() {
                kinds.resize(id + 1, false);
            }
            kinds[id] = true;
        }
        Self {
            gap,
            text_kinds: kinds,
            open: Vec::new(),
        }
    }

    pub fn begin(&mut self) {
        self.open.clear();
    }

    /// The innermost node whose children are being written.
    pub fn above(&self) -> NodeId {
        self.open.last().map_or(NO_NODE, |open| open.node)
    }

    /// A child is about to be written at `start`.
    pub fn before(&mut self, builder: &mut TreeBuilder, source: &str, start: u32) {
        if let Some(open) = self.open.last_mut() {
            open.has_children = true;
            write_gap(self.gap, open, builder, source, start);
        }
    }

    /// A node was written below the innermost open one.
    pub fn written(&mut self, end: u32) {
        if let Some(open) = self.open.last_mut() {
            open.covered = open.covered.max(end);
        }
    }

    /// The node just written has children, which come next.
    pub fn opened(&mut self, builder: &TreeBuilder, node: NodeId) {
        let written = &builder.nodes[node as usize];
        let is_text = self.text_kinds.get(usize::from(written.kind)).copied().unwrap_or(false);
        self.open.push(Open {
            node,
            covered: written.start,
            has_children: false,
            is_text,
        });
    }

    /// All children of the innermost open node are written.
    pub fn closed(&mut self, builder: &mut TreeBuilder, source: &str) {
        let Some(mut open) = self.open.pop() else { return };
        if open.has_children {
            let end = builder.nodes[open.node as usize].end;
            write_gap(self.gap, &mut open, builder, source, end);
        }
        builder.close(open.node);
    }
}

fn write_gap(kind: u16, open: &mut Open, builder: &mut TreeBuilder, source: &str, to: u32) {
    let from = open.covered;
    if from >= to {
        return;
    }
    open.covered = to;
    if !open.is_text && is_blank(&source.as_bytes()[from as usize..to as usize]) {
        return;
    }
    let gap = builder.push(kind, 0, from, to, open.node);
    builder.set_leaf(gap);
}

/// Spaces, tabs, line ends, form feeds and backslash-newline.
fn is_blank(gap: &[u8]) -> bool {
    gap.iter().enumerate().all(|(at, byte)| match byte {
        b' ' | 9..=13 => true,
        b'\\' => matches!(gap.get(at + 1), Some(b'\n' | b'\r')),
        _ => false,
    })
}
