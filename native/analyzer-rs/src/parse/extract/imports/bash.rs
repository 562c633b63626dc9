//! `source file` and `. file`. What the shell would expand is not known before it runs.

use std::borrow::Cow;

use super::{DYNAMIC, FoundImport, ReaderContext};
use crate::parse::extract::nodes::Nodes;
use crate::parse::extract::scope::Scope;
use crate::parse::facts::Lookup;
use crate::parse::flat_tree::NodeId;

pub fn read(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> bool {
    let nodes = context.names.nodes;
    let command = nodes.field(node, "name").and_then(|name| context.names.simple(name));
    if !matches!(command.as_deref(), Some("source" | ".")) {
        return false;
    }
    let Some(argument) = nodes.field(node, "argument") else {
        return false;
    };
    let found = match literal(nodes, argument) {
        Some(path) => (path.clone().into(), (Lookup::Path, path.into())),
        None => (nodes.text(argument), DYNAMIC),
    };
    let (specifier, target) = found;
    context.add(
        node,
        scope,
        FoundImport {
            specifier,
            names: Vec::new(),
            target,
            reexport: false,
            phase: None,
        },
    );
    true
}

/// What a word stands for when nothing in it expands: quotes removed (POSIX.1-2024, XCU 2.6.7).
fn literal(nodes: Nodes<'_>, word: NodeId) -> Option<String> {
    if nodes.kind(word) != "concatenation" {
        return part(nodes, word).map(Cow::into_owned);
    }
    nodes.solids(word).map(|child| part(nodes, child)).collect()
}

fn part(nodes: Nodes<'_>, node: NodeId) -> Option<Cow<'_, str>> {
    let text = nodes.tree.written(node);
    match nodes.kind(node) {
        "word" | "number" if expands(text) => None,
        "word" | "number" => Some(without_backslashes(text, |_| true)),
        "raw_string" => Some(inside(text, 1).into()),
        "ansi_c_string" if text.contains('\\') => None,
        "ansi_c_string" => Some(inside(text, 2).into()),
        "string" => {
            let is_plain = nodes.solids(node).all(|part| nodes.kind(part) == "string_content");
            let is_special = |one| matches!(one, '$' | '`' | '"' | '\\');
            is_plain.then(|| without_backslashes(inside(text, 1), is_special))
        }
        _ => None,
    }
}

/// Without `open` characters at the beginning and one at the end.
fn inside(text: &str, open: usize) -> &str {
    let behind = text.char_indices().nth(open).map_or("", |(at, _)| &text[at..]);
    let mut rest = behind.chars();
    rest.next_back();
    rest.as_str()
}

/// An unquoted word with a tilde at its start, a pattern or a brace list; behind a backslash they are plain.
fn expands(text: &str) -> bool {
    let mut is_plain = false;
    let is_special = |one| {
        let was_plain = is_plain;
        is_plain = one == '\\' && !was_plain;
        !was_plain && matches!(one, '*' | '?' | '[' | '{')
    };
    text.starts_with('~') || text.contains(is_special)
}

/// Backslashes before what they make plain, and joined lines, are gone.
fn without_backslashes(text: &str, makes_plain: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(one) = rest.next() {
        let next = rest.as_str().chars().next();
        match next {
            Some(next) if one == '\\' && (next == '\n' || makes_plain(next)) => {
                rest.next();
                if next != '\n' {
                    kept.push(next);
                }
            }
            _ => kept.push(one),
        }
    }
    kept.into()
}
