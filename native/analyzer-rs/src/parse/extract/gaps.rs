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
    /// The open nodes that say whether blanks part words below them: where each ends, and whether they do.
    words: Vec<(NodeId, bool)>,
}

impl<'a> Gaps<'a> {
    pub fn new(rule: &'a GapRule) -> Self {
        Self {
            rule,
            line_end: 0,
            covered: 0,
            words: Vec::new(),
        }
    }

    /// A node's text is behind us.
    pub fn passed(&mut self, tree: FlatTree<'_>, node: NodeId) {
        self.covered = tree.node(node).end;
    }

    /// What of the gap before a node that is left out, as one that ends a line, counts; none when it is layout.
    pub fn before_dropped(&mut self, tree: FlatTree<'a>, node: NodeId) -> Option<Cow<'a, str>> {
        let start = tree.node(node).start;
        let gap = if start > self.covered {
            slice(tree.source, self.covered, start)
        } else {
            ""
        };
        if !is_layout(gap) {
            return Some((letters(gap) + "\n").into());
        }
        // No comment, but a part of the word before it.
        let is_continued = gap.starts_with('\\') && gap.replace("\\\n", "").is_empty();
        (is_continued && joins(tree.source, self.covered, start)).then_some("\\".into())
    }

    /// What of the gap before a node counts; none when it is layout.
    pub fn before(&mut self, tree: FlatTree<'a>, node: NodeId) -> Option<Cow<'a, str>> {
        self.enter(tree, node);
        let start = tree.node(node).start;
        let from = self.covered;
        if start < from {
            return None;
        }
        let rule = self.rule;
        let above = tree.kind_above(node);
        let is_line = rule.single_line.has(above) || node < self.line_end;
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
            return Some(letters(gap).into());
        }
        if rule.tight.has(above) || self.is_tight_word(tree, node, above) {
            return Some(gap.into());
        }
        let mut joined: Cow<'_, str> = gap.into();
        if gap.contains('\\') {
            joined = gap.replace("\\\n", "").into();
        }
        if joined.is_empty() {
            return joins(tree.source, from, start).then_some("\\".into());
        }
        (is_line && joined.contains('\n')).then_some("\n".into())
    }

    /// Whether two words are one because no blank stands between them.
    fn lacks_blank(&self, tree: FlatTree<'_>, node: NodeId) -> bool {
        let Some(parent) = tree.parent(node) else { return false };
        let are_words = self.words.last().is_some_and(|&(_, are_words)| are_words);
        if node == parent + 1 || !self.rule.within.has(tree.kind(parent)) || !are_words {
            return false;
        }
        let at = tree.node(node).start;
        is_behind(tree.source, at, b'!') || joins(tree.source, at, at)
    }

    /// Blanks part words in a test, and not in what it computes or runs.
    fn enter(&mut self, tree: FlatTree<'_>, node: NodeId) {
        while self.words.pop_if(|&mut (end, _)| end <= node).is_some() {}
        let kind = tree.kind(node);
        let openers = self.rule.openers.get(kind);
        if openers.is_none() && (self.words.is_empty() || !self.rule.apart.has(kind)) {
            return;
        }
        let are_words = openers.is_some_and(|openers| openers.has(tree.kind(node + 1)));
        self.words.push((tree.end_of(node), are_words));
    }

    /// `[@]` means all, `[ @]` does not.
    fn is_tight_word(&self, tree: FlatTree<'_>, node: NodeId, above: u16) -> bool {
        let Some(words) = self.rule.tight_words.get(above) else {
            return false;
        };
        let has = |node: NodeId| words.iter().any(|word| word == tree.text(node));
        has(node) || node.checked_sub(1).is_some_and(has)
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

/// A gap with what a shell takes for letters: a carriage return, a form feed.
fn letters(gap: &str) -> String {
    let mut kept = String::with_capacity(gap.len());
    let joined = gap.replace("\\\n", "");
    let mut rest = joined.as_str();
    while let Some(one) = rest.chars().next() {
        let behind = rest.trim_start_matches([' ', '\t', '\n']);
        if behind.len() == rest.len() {
            kept.push(one);
            rest = &rest[one.len_utf8()..];
        } else {
            let blanks = &rest[..rest.len() - behind.len()];
            kept.push(if blanks.contains('\n') { '\n' } else { ' ' });
            rest = behind;
        }
    }
    kept
}

/// Whether a line break between two nodes, behind a backslash, makes one word of them.
fn joins(source: &str, from: u32, to: u32) -> bool {
    let ends_word = |byte: Option<&u8>| matches!(byte, Some(b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'));
    let bytes = source.as_bytes();
    let before = (from as usize).checked_sub(1).and_then(|at| bytes.get(at));
    !ends_word(before) && !ends_word(bytes.get(to as usize))
}

fn is_behind(source: &str, at: u32, byte: u8) -> bool {
    (at as usize)
        .checked_sub(1)
        .and_then(|before| source.as_bytes().get(before))
        == Some(&byte)
}
