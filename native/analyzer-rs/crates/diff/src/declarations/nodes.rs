//! The declarations of one side as trees.

use std::ops::Index;

use parse::facts::{DeclarationFacts, DeclarationKind, Hash};
use relate::model::{DeclarationRef, FileIndex};
use scan::model::Scan;

use super::signature::signature_of;

/// Index of a declaration in its forest.
pub type NodeId = u32;

pub struct DeclarationNode<'s> {
    pub at: DeclarationRef,
    pub path: &'s str,
    pub facts: &'s DeclarationFacts,
    /// Its name in its scope: the qualified name without that of the enclosing declaration.
    pub name: &'s str,
    pub children: Vec<NodeId>,
    pub parent: Option<NodeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    Function,
    Class,
}

/// The declarations of several files.
#[derive(Default)]
pub struct Forest<'s> {
    pub nodes: Vec<DeclarationNode<'s>>,
}

/// The declarations of both sides.
#[derive(Default)]
pub struct Forests<'s> {
    pub before: Forest<'s>,
    pub after: Forest<'s>,
}

impl<'s> Index<NodeId> for Forest<'s> {
    type Output = DeclarationNode<'s>;

    fn index(&self, node: NodeId) -> &DeclarationNode<'s> {
        &self.nodes[node as usize]
    }
}

impl<'s> Forest<'s> {
    /// Returns the outermost declarations of a file, ordered.
    pub fn add(&mut self, scan: &'s Scan, file: FileIndex) -> Vec<NodeId> {
        let facts = scan.entries[file as usize].file().and_then(|it| it.facts.as_deref());
        let first = self.nodes.len() as NodeId;
        let mut outermost = Vec::new();
        for (index, facts) in facts.iter().flat_map(|it| it.declarations.iter()).enumerate() {
            let node = self.nodes.len() as NodeId;
            let parent = NodeId::try_from(facts.within).ok().map(|within| first + within);
            let siblings = match parent {
                Some(parent) => &mut self.nodes[parent as usize].children,
                None => &mut outermost,
            };
            siblings.push(node);
            self.nodes.push(DeclarationNode {
                at: DeclarationRef {
                    file,
                    declaration: index as u32,
                },
                path: scan.path_of(file),
                facts,
                name: name_in(parent.map(|it| self[it].facts), facts),
                children: Vec::new(),
                parent,
            });
        }
        outermost
    }

    /// Number of declarations nested in one, at any depth.
    pub fn count_in(&self, node: NodeId) -> u64 {
        let mut open = self[node].children.clone();
        let mut count = 0;
        while let Some(node) = open.pop() {
            count += 1;
            open.extend_from_slice(&self[node].children);
        }
        count
    }
}

impl DeclarationNode<'_> {
    /// Fingerprint of a declaration; `None` for signatures and with syntax errors.
    pub fn print(&self) -> Option<&Hash> {
        let function = self.facts.function.as_ref().map(|it| &it.body);
        function.or(self.facts.tree_hash.as_ref())
    }

    /// Functions and methods are matched with each other, and classes and similar with each other.
    pub fn sort(&self) -> Sort {
        match self.facts.kind {
            DeclarationKind::Function | DeclarationKind::Method => Sort::Function,
            _ => Sort::Class,
        }
    }
}

/// Declarations without fingerprints, such as overloads, are compared by signature.
pub fn is_same_content(a: &DeclarationNode<'_>, b: &DeclarationNode<'_>) -> bool {
    match (a.print(), b.print()) {
        (None, None) => a.facts.nodes == b.facts.nodes && signature_of(a.facts) == signature_of(b.facts),
        (before, after) => before == after,
    }
}

fn name_in<'s>(parent: Option<&DeclarationFacts>, facts: &'s DeclarationFacts) -> &'s str {
    let name = facts.qualified_name.as_str();
    let inner = |around: &DeclarationFacts| name.strip_prefix(around.qualified_name.as_str())?.strip_prefix('.');
    parent.and_then(inner).unwrap_or(name)
}
