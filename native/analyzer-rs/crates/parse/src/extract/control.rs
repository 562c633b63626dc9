//! Writes control structures in pre-order, each with the number of structures around it.

use super::nodes::Nodes;
use super::positions::Positions;
use super::rules::ControlRule;
use super::scope::Scope;
use crate::facts::{Control, ControlKind};
use syntax::flat_tree::{FlatTree, NodeId};

pub struct ControlCollector<'a> {
    found: &'a mut Vec<Control>,
    nodes: Nodes<'a>,
    positions: &'a Positions,
}

impl<'a> ControlCollector<'a> {
    /// `found`: empty, to be filled.
    pub fn new(nodes: Nodes<'a>, positions: &'a Positions, found: &'a mut Vec<Control>) -> Self {
        Self {
            found,
            nodes,
            positions,
        }
    }

    /// The scope that a structure opens, if any.
    pub fn enter(&mut self, node: NodeId, rule: &ControlRule, scope: &Scope) -> Option<Scope> {
        if rule.when.as_ref().is_some_and(|test| !self.nodes.holds(test, node)) {
            return None;
        }
        let continues = scope.depth > 0 && is_continuing(self.nodes.tree, node, rule);
        let depth = if continues { scope.depth - 1 } else { scope.depth };
        if let Some(kind) = rule.kind {
            self.add(kind, node, scope, depth);
        }
        let nests = rule.kind.is_some_and(nests);
        if rule.kind.is_some() && !nests {
            return None;
        }
        let end = self.nodes.tree.end_of(node);
        let mut inner = scope.inner(node, end);
        inner.depth = if nests { depth + 1 } else { depth };
        inner.conditional_from = if scope.is_conditional(node) {
            node
        } else {
            self.behind_always(node, rule)
        };
        Some(inner)
    }

    pub fn add(&mut self, kind: ControlKind, node: NodeId, scope: &Scope, depth: u32) {
        let line = self.positions.line(self.nodes.tree.node(node).start);
        self.found.push(Control::new(kind, depth, line, scope.within));
    }

    fn behind_always(&self, node: NodeId, rule: &ControlRule) -> NodeId {
        let always = rule
            .always
            .iter()
            .filter_map(|selector| self.nodes.select(node, selector));
        always.map(|child| self.nodes.tree.end_of(child)).max().unwrap_or(node)
    }
}

fn is_continuing(tree: FlatTree<'_>, node: NodeId, rule: &ControlRule) -> bool {
    let Some(continues) = &rule.continues else { return false };
    let is_parent = tree
        .parent(node)
        .is_some_and(|parent| tree.kind(parent) == continues.parent);
    is_parent && continues.field.is_none_or(|field| tree.field(node) == field)
}

fn nests(kind: ControlKind) -> bool {
    matches!(
        kind,
        ControlKind::Condition | ControlKind::Loop | ControlKind::Match | ControlKind::Try
    )
}
