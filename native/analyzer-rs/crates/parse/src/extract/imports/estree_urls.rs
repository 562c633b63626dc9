//! Files that JavaScript names without importing them.

use std::borrow::Cow;

use super::ReaderContext;
use super::estree_literals::string_of;
use syntax::flat_tree::NodeId;

/// The file of `new Worker(new URL('./w.ts', import.meta.url))`, as a relative path.
pub fn worker_url<'a>(context: &ReaderContext<'a, '_>, node: NodeId) -> Option<Cow<'a, str>> {
    let nodes = context.names.nodes;
    let name_of = |node: NodeId| {
        let callee = nodes
            .field(node, "callee")
            .filter(|it| nodes.kind(*it) == "Identifier")?;
        context.names.simple(Some(callee))
    };
    if !matches!(name_of(node).as_deref(), Some("Worker" | "SharedWorker")) {
        return None;
    }
    let url = nodes.children(nodes.field(node, "arguments")).next()?;
    if nodes.kind(url) != "NewExpression" || name_of(url).as_deref() != Some("URL") {
        return None;
    }
    let mut arguments = nodes.children(nodes.field(url, "arguments"));
    let text = string_of(nodes, arguments.next()).filter(|it| !it.is_empty())?;
    if nodes.tree.written(arguments.next()?) != "import.meta.url" {
        return None;
    }
    let is_complete = ["/", "./", "../"].iter().any(|it| text.starts_with(it)) || has_scheme(&text);
    Some(if is_complete { text } else { format!("./{text}").into() })
}

/// `https:`
fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else {
        return false;
    };
    let is_part = |one: char| one.is_ascii_alphanumeric() || matches!(one, '+' | '.' | '-');
    scheme.starts_with(|one: char| one.is_ascii_alphabetic()) && scheme.chars().all(is_part)
}

/// The literal of `require.resolve('./x')`, which loads nothing.
pub fn resolved_path<'a>(context: &ReaderContext<'a, '_>, node: NodeId) -> Option<Cow<'a, str>> {
    let nodes = context.names.nodes;
    if nodes.tree.written(nodes.field(node, "callee")?) != "require.resolve" {
        return None;
    }
    string_of(nodes, nodes.children(nodes.field(node, "arguments")).next())
}
