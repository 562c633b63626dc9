//! The ranges of a tree's errors. An error of tree-sitter also contains the statements that the parser recognized before
//! it gave up, in the worst case all of the file; these and comments are not part of the range.

use super::ErrorSpan;
use super::tree_builder::TreeBuilder;
use crate::flat_tree::{NO_NODE, Node};

/// Nodes of an error, except for recovered ones.
const INSIDE: u8 = 1;
/// All nodes below an error.
const BELOW: u8 = 2;

pub struct ErrorRanges {
    error: u16,
    /// By kind: ends a range, and is not part of it.
    recovered: Vec<bool>,
}

impl ErrorRanges {
    pub fn new(builder: &mut TreeBuilder, recovered: &[String]) -> Self {
        let ids: Vec<usize> = recovered
            .iter()
            .map(|kind| usize::from(builder.names.id(kind)))
            .collect();
        let mut kinds = vec![false; ids.iter().max().map_or(0, |last| last + 1)];
        for id in ids {
            kinds[id] = true;
        }
        Self {
            error: builder.names.id("ERROR"),
            recovered: kinds,
        }
    }

    /// In order of position. The builder's broken nodes are still only errors and missing tokens.
    pub fn of(&self, builder: &TreeBuilder) -> Vec<ErrorSpan> {
        let mut spans = Spans::default();
        if builder.broken.is_empty() {
            return spans.found;
        }
        let mut states = vec![0; builder.nodes.len()];
        for (index, node) in builder.nodes.iter().enumerate() {
            let above = if node.parent == NO_NODE {
                0
            } else {
                states[node.parent as usize]
            };
            let is_error = node.kind == self.error;
            let state = if is_error {
                if above & BELOW == 0 {
                    spans.enter(node);
                }
                INSIDE | BELOW
            } else if self.recovered.get(usize::from(node.kind)).copied().unwrap_or(false) {
                above & BELOW
            } else {
                above
            };
            states[index] = state;
            if above & INSIDE != state & INSIDE {
                spans.is_open = false;
            }
            if node.size > 1 {
                continue;
            }
            let is_missing = !is_error && builder.broken.get(index).copied().unwrap_or(false);
            if state & INSIDE == 0 && is_missing {
                let name = builder.names.name(node.kind);
                spans.missing(node, name.strip_prefix('\'').unwrap_or(name), state & BELOW != 0);
            } else if state & INSIDE != 0 {
                spans.extend(node);
            } else {
                spans.is_open = false;
            }
        }
        spans.leave();
        spans.found.sort_by_key(|span| span.start);
        spans.found
    }
}

#[derive(Default)]
struct Spans {
    found: Vec<ErrorSpan>,
    /// The last range continues.
    is_open: bool,
    /// The end of the outermost error, if it has no range yet.
    unreported: Option<u32>,
}

impl Spans {
    /// An outermost error begins.
    fn enter(&mut self, node: &Node) {
        self.leave();
        self.unreported = Some(node.end);
    }

    /// An error of recovered statements only is where the parser expected something else after them.
    fn leave(&mut self) {
        if let Some(end) = self.unreported.take() {
            self.found.push(ErrorSpan {
                start: end,
                end,
                message: None,
            });
        }
        self.is_open = false;
    }

    fn extend(&mut self, leaf: &Node) {
        self.unreported = None;
        if let Some(last) = self.found.last_mut().filter(|_| self.is_open) {
            last.end = last.end.max(leaf.end);
            return;
        }
        self.found.push(ErrorSpan {
            start: leaf.start,
            end: leaf.end,
            message: None,
        });
        self.is_open = true;
    }

    fn missing(&mut self, leaf: &Node, name: &str, is_below: bool) {
        if is_below {
            self.unreported = None;
        }
        self.is_open = false;
        self.found.push(ErrorSpan {
            start: leaf.start,
            end: leaf.end,
            message: Some(format!("missing {name}")),
        });
    }
}
