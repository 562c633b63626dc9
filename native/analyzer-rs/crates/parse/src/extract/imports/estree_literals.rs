//! Literals of ESTree.

use std::borrow::Cow;

use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

/// Value of a string literal, or of a template without substitutions.
pub fn string_of(nodes: Nodes<'_>, node: Option<NodeId>) -> Option<Cow<'_, str>> {
    match nodes.kind(node) {
        "Literal" => {
            let value = nodes.field(node, "value")?;
            nodes.tree.text(value).starts_with('"').then(|| nodes.text(value))
        }
        "TemplateLiteral" => {
            let mut parts = nodes.children(nodes.field(node, "quasis"));
            let first = parts.next()?;
            if parts.next().is_some() {
                return None;
            }
            nodes
                .field(nodes.field(first, "value"), "cooked")
                .map(|cooked| nodes.text(cooked))
        }
        _ => None,
    }
}
