//! The names of functions without a name.

use crate::extract::nodes::Nodes;
use syntax::flat_tree::{NodeId, slice};

/// Characters before a function that are read.
const MAX_READ: usize = 120;
const MAX_NAME: usize = 60;
const MAX_LITERAL: usize = 40;

/// The name of the call whose argument the function is, with the first argument if that is a string (`r.get('/a')
/// callback`), or of its target (`module.exports function`), at most 60 characters of each; else `function`.
pub fn callback_name(nodes: Nodes<'_>, node: NodeId) -> String {
    let tree = nodes.tree;
    let first = tree.node(first_sibling(nodes, node));
    let own = tree.node(node);
    let mut before = CodeBefore::new(tree.source, first.start);
    if before.takes('(') {
        let literal = if first.start == own.start {
            String::new()
        } else {
            shown_literal(slice(tree.source, first.start, first.end))
        };
        return joined(&format!("{}{literal}", before.target()), "callback");
    }
    let mut before = CodeBefore::new(tree.source, own.start);
    before.takes('{');
    let target = if before.takes_assignment() {
        before.target()
    } else {
        String::new()
    };
    joined(&target, "function")
}

fn joined(target: &str, word: &str) -> String {
    if target.is_empty() {
        word.to_owned()
    } else {
        format!("{target} {word}")
    }
}

/// The first node of the list that a function is in, such as arguments; the function itself if it is the first.
fn first_sibling(nodes: Nodes<'_>, node: NodeId) -> NodeId {
    let tree = nodes.tree;
    let own = tree.node(node);
    let mut at = node;
    while let Some(above) = tree.parent(at) {
        let it = tree.node(above);
        let is_wrapper = it.start == own.start && it.end == own.end;
        if !is_wrapper || tree.names.name(it.kind) == "[]" {
            return nodes.solids(above).next().unwrap_or(at);
        }
        at = above;
    }
    at
}

/// `('/a')`; empty for a node that is not a string in one line.
fn shown_literal(written: &str) -> String {
    let Some(quote) = written.chars().next().filter(|it| matches!(it, '\'' | '"' | '`')) else {
        return String::new();
    };
    let mut rest = written.chars();
    let shown: String = rest.by_ref().take(MAX_LITERAL).collect();
    let is_cut = rest.next().is_some();
    if written.chars().take(MAX_LITERAL + 1).any(is_control) {
        String::new()
    } else if is_cut {
        format!("({shown}…{quote})")
    } else {
        format!("({shown})")
    }
}

fn is_control(character: char) -> bool {
    character.is_ascii_control()
}

/// The code before an offset, read backwards.
struct CodeBefore {
    characters: Vec<char>,
}

impl CodeBefore {
    fn new(source: &str, offset: u32) -> Self {
        let mut characters: Vec<char> = slice(source, 0, offset).chars().rev().take(MAX_READ).collect();
        characters.reverse();
        Self { characters }
    }

    /// Whether the code ends with a character, which is removed.
    fn takes(&mut self, character: char) -> bool {
        self.trim();
        self.characters.pop_if(|it| *it == character).is_some()
    }

    /// Whether the code ends with `=`, `:` or `=>`, which is removed.
    fn takes_assignment(&mut self) -> bool {
        if self.takes('>') {
            return self.characters.pop() == Some('=');
        }
        self.takes('=') || self.takes(':')
    }

    /// The name or the member at the end.
    fn target(&mut self) -> String {
        self.trim();
        let mut name = Vec::new();
        let mut next = None;
        while name.len() < MAX_NAME
            && let Some(character) = self.characters.pop()
            && is_of_target(character, self.characters.last().copied(), next)
        {
            name.push(character);
            next = Some(character);
        }
        name.iter().rev().collect()
    }

    fn trim(&mut self) {
        while self
            .characters
            .pop_if(|it| matches!(it, ' ' | '\t' | '\r' | '\n'))
            .is_some()
        {}
    }
}

/// Names with `.`, `::`, `->`, `?.`, `?->` and `\` between them.
fn is_of_target(character: char, before: Option<char>, next: Option<char>) -> bool {
    match character {
        '>' => before == Some('-'),
        '-' => next == Some('>'),
        '?' => matches!(next, Some('.' | '-')),
        '_' | '$' | '.' | ':' | '@' | '\\' => true,
        _ => character.is_ascii_alphanumeric() || character >= '\u{80}',
    }
}
