//! `source file` and `. file`, where the path is literal or computed from the path of the script. Other words that the
//! shell expands are unknown before it runs.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::bash_script_path::{ScriptPath, ScriptPaths};
use super::bash_variables::{Assignments, only_assignments};
use super::{DYNAMIC, FoundImport, ImportReader, ReaderContext, Target};
use crate::extract::nodes::Nodes;
use crate::extract::scope::Scope;
use crate::facts::Lookup;
use syntax::flat_tree::NodeId;

/// The assignments of the file, computed on first use.
pub type Variables<'a> = OnceCell<Assignments<'a>>;

impl<'a> ImportReader<'a> for Variables<'a> {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        let known = self;
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
            None => (
                nodes.text(argument),
                computed(nodes, known, nodes.tree.written(argument)),
            ),
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
}

/// The path of a word that starts with the folder of the script.
fn computed<'a>(nodes: Nodes<'a>, known: &Variables<'a>, word: &str) -> Target<'static> {
    let assigned = |name: &str| known.get_or_init(|| only_assignments(nodes)).get(name).copied();
    match (ScriptPaths { assigned: &assigned }).word(word) {
        Some(ScriptPath::Folder(path)) if !path.is_empty() => (Lookup::Directory, path.into()),
        _ => DYNAMIC,
    }
}

/// The value of a word without expansions: quotes are removed (POSIX.1-2024, XCU 2.6.7).
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

/// Without the first `open` characters and the last one.
fn inside(text: &str, open: usize) -> &str {
    let after = text.char_indices().nth(open).map_or("", |(at, _)| &text[at..]);
    let mut rest = after.chars();
    rest.next_back();
    rest.as_str()
}

/// An unquoted word that starts with a tilde or contains a pattern or a brace list; a backslash makes these literal.
fn expands(text: &str) -> bool {
    let mut is_plain = false;
    let is_special = |one| {
        let was_plain = is_plain;
        is_plain = one == '\\' && !was_plain;
        !was_plain && matches!(one, '*' | '?' | '[' | '{')
    };
    text.starts_with('~') || text.contains(is_special)
}

/// Removes backslashes before the characters that they quote, and continued lines.
fn without_backslashes(text: &str, makes_plain: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut value = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(one) = rest.next() {
        let next = rest.as_str().chars().next();
        match next {
            Some(next) if one == '\\' && (next == '\n' || makes_plain(next)) => {
                rest.next();
                if next != '\n' {
                    value.push(next);
                }
            }
            _ => value.push(one),
        }
    }
    value.into()
}
