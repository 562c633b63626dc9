//! Bash with the parser of this repository, whose tree is already flat.

use bash_syntax::{Fault, NAMES, NO_NODE as NO_PARENT, Name, Node, Sink};

use super::tree_builder::TreeBuilder;
use super::{ErrorSpan, Parsed};
use crate::flat_tree::{FlatTree, NO_NODE, NameTable};

pub struct BashAdapter {
    builder: TreeBuilder,
    /// The source, then the texts of leaves that are not their source; empty if there are none.
    texts: String,
    source_length: u32,
    /// Ids by the numbers of the parser's names.
    ids: Vec<u16>,
}

impl Default for BashAdapter {
    fn default() -> Self {
        let mut builder = TreeBuilder::new();
        let ids = NAMES.iter().map(|name| builder.names.id(name)).collect();
        Self {
            builder,
            texts: String::new(),
            source_length: 0,
            ids,
        }
    }
}

impl BashAdapter {
    pub fn names_mut(&mut self) -> &mut NameTable {
        &mut self.builder.names
    }

    pub fn parse(&mut self, source: &str) -> Parsed {
        self.builder.begin();
        self.texts = String::new();
        self.source_length = source.len() as u32;
        let faults = bash_syntax::parse(source.as_bytes(), self);
        self.builder.spread_broken();
        if !self.texts.is_empty() {
            self.texts.insert_str(0, source);
        }
        Parsed::Tree {
            errors: faults.iter().map(error_span).collect(),
        }
    }

    /// The tree of the last `parse`.
    pub fn tree<'a>(&'a self, source: &'a str) -> FlatTree<'a> {
        FlatTree {
            names: &self.builder.names,
            source,
            texts: if self.texts.is_empty() { source } else { &self.texts },
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

    fn text(&mut self, node: u32, text: &[u8]) {
        let leaf = &mut self.builder.nodes[node as usize];
        leaf.text_start = self.source_length + self.texts.len() as u32;
        self.texts.push_str(&String::from_utf8_lossy(text));
        leaf.text_end = self.source_length + self.texts.len() as u32;
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
