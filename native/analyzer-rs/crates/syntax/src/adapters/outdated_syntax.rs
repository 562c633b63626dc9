//! Syntax of an earlier version of a language, which the grammar accepts and the language does not.

use serde::Deserialize;

use super::ErrorSpan;
use super::tree_builder::TreeBuilder;
use crate::flat_tree::NO_NODE;

/// Data of a grammar.
#[derive(Clone, Default, Deserialize)]
pub struct Outdated {
    /// What the file has.
    message: String,
    /// Kinds of nodes; `parent/kind` only below that parent.
    kinds: Vec<String>,
}

/// Finds such nodes in a tree.
pub struct OutdatedSyntax {
    message: String,
    /// By kind: the kind of the parent, or none for any.
    kinds: Vec<Option<Option<u16>>>,
}

impl OutdatedSyntax {
    pub fn new(outdated: &Outdated, builder: &mut TreeBuilder) -> Self {
        let mut kinds = Vec::new();
        for kind in &outdated.kinds {
            let (parent, child) = match kind.split_once('/') {
                Some((parent, child)) => (Some(builder.names.id(parent)), child),
                None => (None, kind.as_str()),
            };
            let id = usize::from(builder.names.id(child));
            if kinds.len() <= id {
                kinds.resize(id + 1, None);
            }
            kinds[id] = Some(parent);
        }
        Self {
            message: outdated.message.clone(),
            kinds,
        }
    }

    /// Their ranges, in order of position.
    pub fn find(&self, builder: &TreeBuilder) -> Vec<ErrorSpan> {
        if self.kinds.is_empty() {
            return Vec::new();
        }
        let nodes = &builder.nodes;
        let is_outdated = |kind: u16, parent: u32| match self.kinds.get(usize::from(kind)) {
            Some(Some(Some(above))) => parent != NO_NODE && nodes[parent as usize].kind == *above,
            Some(Some(None)) => true,
            _ => false,
        };
        nodes
            .iter()
            .filter(|node| is_outdated(node.kind, node.parent))
            .map(|node| ErrorSpan {
                start: node.start,
                end: node.end,
                message: Some(self.message.clone()),
            })
            .collect()
    }
}
