//! The text of a node that contains only plain text and escapes, as one string without the escapes that quotes
//! require.

use std::borrow::Cow;

use super::stream_rules::{StreamRules, TextRule};
use syntax::flat_tree::{FlatTree, NodeId};

/// `None` if it contains other nodes.
pub fn joined_text<'a>(tree: FlatTree<'a>, node: NodeId, rule: &TextRule, rules: &StreamRules) -> Option<Cow<'a, str>> {
    if tree.node(node).size == 1 {
        return Some(tree.text(node).into());
    }
    let is_raw = is_raw(tree, node, rule);
    // Copied only if a second part follows.
    let mut text: Cow<'a, str> = Cow::default();
    for child in tree.children(node) {
        let kind = tree.kind(child);
        if kind == rule.escapes {
            let written = tree.text(child);
            let plain = rule.unescape.iter().find(|(escape, _)| !is_raw && escape == written);
            match plain {
                Some((_, plain)) => text.to_mut().push_str(plain),
                None if rule.keep_others => text += written,
                None => return None,
            }
        } else if rules.text_parts.has(kind) || kind == rules.known.gap {
            text += tree.text(child);
        } else if rule.keep_others {
            text += tree.written(child);
        } else if !tree.is_token(child) {
            return None;
        }
    }
    Some(text)
}

/// Whether a prefix before the quotes makes backslashes literal.
fn is_raw(tree: FlatTree<'_>, node: NodeId, rule: &TextRule) -> bool {
    let Some((prefix, letter)) = &rule.raw else {
        return false;
    };
    let mut siblings = tree.children(tree.parent(node).unwrap_or(0));
    let found = siblings.find(|&sibling| tree.kind(sibling) == *prefix);
    found.is_some_and(|found| tree.text(found).to_lowercase().contains(letter.as_str()))
}
