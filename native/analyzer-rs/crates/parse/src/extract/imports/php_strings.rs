//! Strings of PHP.

use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

/// Value of a string without substitutions.
pub fn string(nodes: Nodes<'_>, node: NodeId) -> Option<String> {
    if !matches!(nodes.kind(node), "string" | "encapsed_string") {
        return None;
    }
    let mut text = String::new();
    for part in nodes.tree.children(node) {
        match nodes.kind(part) {
            "string_content" | "~" => text.push_str(&nodes.text(part)),
            "escape_sequence" => text.push(match nodes.tree.written(part) {
                "\\\\" => '\\',
                "\\'" => '\'',
                "\\\"" => '"',
                "\\$" => '$',
                "\\n" => '\n',
                "\\r" => '\r',
                "\\t" => '\t',
                _ => return None,
            }),
            kind if kind.starts_with('\'') => {}
            _ => return None,
        }
    }
    Some(text)
}
