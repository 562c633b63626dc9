//! What stands between two nodes although the parser takes it for layout: a shell tells words and lines by it. Kept
//! while a tree is walked in order.

use std::borrow::Cow;

use super::stream_rules::GapRule;
use crate::parse::flat_tree::{FlatTree, NodeId, slice};

pub struct Gaps<'a> {
    rule: &'a GapRule,
    /// First node behind the command that ends with its line.
    line_end: NodeId,
    covered: u32,
}

impl<'a> Gaps<'a> {
    pub fn new(rule: &'a GapRule) -> Self {
        Self {
            rule,
            line_end: 0,
            covered: 0,
        }
    }

    /// A node's text is behind us.
    pub fn passed(&mut self, tree: FlatTree<'_>, node: NodeId) {
        self.covered = tree.node(node).end;
    }

    /// What of the gap before a node counts; none when it is layout.
    pub fn before<'t>(&mut self, tree: FlatTree<'t>, node: NodeId) -> Option<Cow<'t, str>> {
        let start = tree.node(node).start;
        let from = self.covered;
        if start < from {
            return None;
        }
        let rule = self.rule;
        if let Some(&only) = rule.single_line_with.get(tree.kind(node))
            && tree.kind(node + 1) == only
        {
            self.line_end = self.line_end.max(tree.end_of(node));
        }
        if start == from {
            return self.lacks_blank(tree, node).then_some("".into());
        }
        self.covered = start;
        let gap = slice(tree.source, from, start);
        if !is_layout(gap) {
            return Some(gap.replace([' ', '\t', '\n', '\\'], "").into());
        }
        let above = tree.kind_above(node);
        if rule.tight.has(above) {
            return Some(gap.into());
        }
        let joined = gap.replace("\\\n", "");
        if joined.is_empty() {
            return joins(tree.source, from, start).then_some("\\".into());
        }
        let is_line = rule.single_line.has(above) || node < self.line_end;
        (is_line && joined.contains('\n')).then_some("\n".into())
    }

    fn lacks_blank(&self, tree: FlatTree<'_>, node: NodeId) -> bool {
        let Some(parent) = tree.parent(node) else { return false };
        let Some(spaced) = self.rule.spaced.get(tree.kind(parent)) else {
            return false;
        };
        if node == parent + 1 {
            return false;
        }
        spaced.before.has(tree.kind(node)) || (node == parent + 2 && spaced.after.has(tree.kind(parent + 1)))
    }
}

/// Blanks, line ends and continued lines.
fn is_layout(gap: &str) -> bool {
    let bytes = gap.as_bytes();
    let is_blank = |(at, byte): (usize, &u8)| match byte {
        b' ' | b'\t' | b'\n' => true,
        b'\\' => bytes.get(at + 1) == Some(&b'\n'),
        _ => false,
    };
    bytes.iter().enumerate().all(is_blank)
}

/// Whether a line break between two nodes, behind a backslash, makes one word of them.
fn joins(source: &str, from: u32, to: u32) -> bool {
    let ends_word = |byte: Option<&u8>| matches!(byte, Some(b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'));
    let bytes = source.as_bytes();
    let before = (from as usize).checked_sub(1).and_then(|at| bytes.get(at));
    !ends_word(before) && !ends_word(bytes.get(to as usize))
}
