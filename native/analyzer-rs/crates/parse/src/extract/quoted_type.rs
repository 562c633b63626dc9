//! Types that are written as a string: `x: "Box"`, `x: Optional["lib.Box"]`.

use super::nodes::Nodes;
use super::reference_rules::QuotedRule;
use syntax::flat_tree::NodeId;

/// Names of more parts are not read.
const MAX_PARTS: usize = 3;

/// The dotted name in the content of a string that is a type.
pub fn quoted_type<'a>(nodes: Nodes<'a>, quoted: &QuotedRule, content: NodeId) -> Option<&'a str> {
    let tree = nodes.tree;
    if tree.kind(content) != quoted.kind {
        return None;
    }
    let string = tree.parent(content)?;
    let around = tree.parent(string)?;
    if tree.kind(around) != quoted.within {
        return None;
    }
    let name = tree.text(content);
    if !is_dotted_name(name) {
        return None;
    }
    // Neither the string of another prefix nor a part of one.
    let written = nodes.text(string);
    let is_complete = ['"', '\'']
        .iter()
        .any(|quote| written.strip_prefix(*quote).and_then(|it| it.strip_suffix(*quote)) == Some(name));
    if !is_complete {
        return None;
    }
    let generic = tree.parent(around).and_then(|list| tree.parent(list));
    let first = generic.and_then(|generic| nodes.solids(generic).next());
    let is_excepted = first.is_some_and(|first| quoted.except.iter().any(|it| *it == nodes.text(first)));
    (!is_excepted).then_some(name)
}

fn is_dotted_name(text: &str) -> bool {
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
    };
    text.split('.').count() <= MAX_PARTS && text.split('.').all(is_name)
}
