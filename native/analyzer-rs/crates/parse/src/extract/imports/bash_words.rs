//! Words of shell scripts without expansions.

use std::borrow::Cow;

use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

/// The value of a word without expansions: quotes are removed (POSIX.1-2024, XCU 2.6.7).
pub fn literal_word(nodes: Nodes<'_>, word: NodeId) -> Option<String> {
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
