//! The variables of a script that have one assignment in a file and no other way to get a value there.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::extract::nodes::Nodes;

/// The word of each such variable.
pub type Assignments<'a> = FxHashMap<Cow<'a, str>, &'a str>;

pub fn only_assignments<'a>(nodes: Nodes<'a>) -> Assignments<'a> {
    let mut words: FxHashMap<Cow<'a, str>, Option<&'a str>> = FxHashMap::default();
    let mut assign = |name: Cow<'a, str>, word: Option<&'a str>| {
        words.entry(name).and_modify(|it| *it = None).or_insert(word);
    };
    for node in 0..nodes.tree.count() {
        match nodes.kind(node) {
            "variable_assignment" => {
                let Some(name) = nodes.field(node, "name") else {
                    continue;
                };
                if nodes.kind(name) != "variable_name" {
                    let written = nodes.tree.written(name);
                    assign(written.split('[').next().unwrap_or("").into(), None);
                    continue;
                }
                let is_plain = nodes.tree.children(node).any(|child| nodes.kind(child) == "'=");
                let value = nodes.field(node, "value").filter(|_| is_plain);
                assign(nodes.text(name), value.map(|value| nodes.tree.written(value)));
            }
            "for_statement" => {
                if let Some(variable) = nodes.field(node, "variable") {
                    assign(nodes.text(variable), None);
                }
            }
            "command" if nodes.field(node, "name").is_some_and(|name| assigns(&nodes.text(name))) => {
                nodes
                    .solids(node)
                    .for_each(|argument| assign(nodes.text(argument), None));
            }
            "unset_command" => nodes
                .solids(node)
                .for_each(|argument| assign(nodes.text(argument), None)),
            _ => {}
        }
    }
    words
        .into_iter()
        .filter_map(|(name, word)| Some((name, word?)))
        .collect()
}

/// Whether a command assigns to variables that its arguments name.
fn assigns(command: &str) -> bool {
    matches!(
        command,
        "read" | "mapfile" | "readarray" | "getopts" | "printf" | "unset"
    )
}
