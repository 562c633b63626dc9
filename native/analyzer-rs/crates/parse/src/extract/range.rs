//! Start offsets of declarations and parameters that may have decorators.

use super::compile::CompiledFacts;
use super::nodes::Nodes;
use syntax::flat_tree::{NodeId, slice};

#[derive(Clone, Copy)]
pub struct RangeReader<'a> {
    pub nodes: Nodes<'a>,
    pub language: &'a CompiledFacts,
}

impl<'a> RangeReader<'a> {
    /// Decorators inside a node, in order.
    pub fn decorators(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        let nodes = self.nodes;
        let list = self
            .language
            .decorators
            .as_ref()
            .and_then(|selector| nodes.select(node, selector));
        list.into_iter().flat_map(move |list| nodes.solids(list))
    }

    /// Offset of a declaration's first token after its last decorator.
    pub fn start(&self, node: NodeId) -> u32 {
        let tree = self.nodes.tree;
        let from = tree.node(node).start;
        match self.decorators(node).last() {
            Some(last) => from.max(self.first_token(tree.node(last).end)),
            None => from,
        }
    }

    /// A parameter's text with its decorators: depending on the parser its node starts before or after them.
    pub fn whole(&self, node: NodeId) -> &'a str {
        let tree = self.nodes.tree;
        let first = self.decorators(node).next().unwrap_or(node);
        slice(
            tree.source,
            tree.node(first).start.min(tree.node(node).start),
            tree.node(node).end,
        )
    }

    /// Skips whitespace and comments.
    fn first_token(&self, from: u32) -> u32 {
        let source = self.nodes.tree.source;
        let mut rest = source.get(from as usize..).unwrap_or("");
        loop {
            rest = rest.trim_start_matches(is_white_space);
            let block = self
                .language
                .block_comments
                .iter()
                .find(|(open, _)| rest.starts_with(open));
            if let Some((open, close)) = block {
                rest = after(&rest[open.len()..], close);
            } else if self.language.line_comments.iter().any(|open| rest.starts_with(open)) {
                rest = after(rest, "\n");
            } else {
                return (source.len() - rest.len()) as u32;
            }
        }
    }
}

fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.find(mark).map_or("", |at| &text[at + mark.len()..])
}

/// ECMAScript's white space and line ends, which differ from Unicode's property in two characters.
pub fn is_white_space(one: char) -> bool {
    one == '\u{feff}' || (one.is_whitespace() && one != '\u{85}')
}
