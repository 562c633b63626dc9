//! Bash with the parser of this repository, whose tree is already flat.

use bash_syntax::{Fault, NAMES, NO_NODE as NO_PARENT, Name, Node, Sink};

use super::tree_builder::TreeBuilder;
use super::{ErrorSpan, Parsed};
use crate::parse::flat_tree::{FlatTree, NO_NODE, NameTable};

pub struct BashAdapter {
    builder: TreeBuilder,
    /// Ids by the numbers of the parser's names.
    ids: Vec<u16>,
}

impl Default for BashAdapter {
    fn default() -> Self {
        let mut builder = TreeBuilder::new();
        let ids = NAMES.iter().map(|name| builder.names.id(name)).collect();
        Self { builder, ids }
    }
}

impl BashAdapter {
    pub fn names_mut(&mut self) -> &mut NameTable {
        &mut self.builder.names
    }

    pub fn parse(&mut self, source: &str) -> Parsed {
        self.builder.begin();
        let faults = bash_syntax::parse(source.as_bytes(), self);
        self.builder.spread_broken();
        Parsed::Tree {
            errors: faults.iter().map(error_span).collect(),
        }
    }

    /// The tree of the last `parse`.
    pub fn tree<'a>(&'a self, source: &'a str) -> FlatTree<'a> {
        FlatTree {
            names: &self.builder.names,
            source,
            texts: source,
            nodes: &self.builder.nodes,
            broken: &self.builder.broken,
        }
    }

    fn id(&self, name: Name) -> u16 {
        self.ids[name as usize]
    }
}

impl Sink for BashAdapter {
    fn open(&mut self, read: Node) {
        let (kind, field) = (self.id(read.kind), self.id(read.field));
        let parent = if read.parent == NO_PARENT { NO_NODE } else { read.parent };
        let node = self.builder.push(kind, field, read.start, read.end, parent);
        self.builder.set_leaf(node);
        if read.is_broken {
            self.builder.mark_broken(node);
        }
    }

    fn close(&mut self, node: u32, end: u32) {
        self.builder.close(node);
        let closed = &mut self.builder.nodes[node as usize];
        closed.end = end;
        let text_end = if closed.size == 1 { end } else { closed.text_start };
        closed.text_end = text_end;
    }
}

fn error_span(fault: &Fault) -> ErrorSpan {
    let name = NAMES[fault.missing as usize].trim_start_matches('\'');
    ErrorSpan {
        start: fault.start,
        end: fault.end,
        message: (!name.is_empty()).then(|| format!("missing {name}")),
    }
}
