//! The values of constants that a file declares once, by `const` outside of classes or by `define`.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::php_strings::string;
use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

pub type Constants<'a> = FxHashMap<Cow<'a, str>, NodeId>;

pub fn only_constants<'a>(nodes: Nodes<'a>) -> Constants<'a> {
    let mut values: FxHashMap<Cow<'a, str>, Option<NodeId>> = FxHashMap::default();
    for node in 0..nodes.tree.count() {
        let found = match nodes.kind(node) {
            "const_element" if !is_of_class(nodes, node) => {
                let mut parts = nodes.solids(node);
                parts.next().map(|name| (nodes.text(name), parts.next()))
            }
            "function_call_expression" => defined(nodes, node),
            _ => None,
        };
        if let Some((name, value)) = found {
            values.entry(name).and_modify(|it| *it = None).or_insert(value);
        }
    }
    values
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// Name and value of `define('NAME', value)`.
fn defined<'a>(nodes: Nodes<'a>, call: NodeId) -> Option<(Cow<'a, str>, Option<NodeId>)> {
    let function = nodes.field(call, "function")?;
    if !nodes.tree.written(function).eq_ignore_ascii_case("define") {
        return None;
    }
    let mut arguments = nodes.solids(nodes.field(call, "arguments")?);
    let name = nodes.solids(arguments.next()?).next()?;
    let value = arguments.next().and_then(|it| nodes.solids(it).next());
    Some((string(nodes, name)?.into(), value))
}

/// Whether `const` is in the body of a class.
fn is_of_class(nodes: Nodes<'_>, element: NodeId) -> bool {
    let declaration = nodes.tree.parent(element);
    nodes.kind(declaration.and_then(|it| nodes.tree.parent(it))) == "declaration_list"
}
