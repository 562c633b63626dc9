//! Where a script changes its working directory, by `cd`, `pushd` or `popd`.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::bash_words::literal_word;
use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

pub struct FolderChanges<'a> {
    pub commands: FxHashSet<NodeId>,
    /// The functions of the file.
    pub functions: FxHashSet<Cow<'a, str>>,
    /// Loops that change it for their next run.
    pub loops: FxHashSet<NodeId>,
    /// Whether a function changes it for its caller.
    pub in_functions: bool,
    /// The last node that changes it outside of functions, or in a subshell that calls a function.
    pub last: Option<NodeId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Subshell,
    Function,
    Loop,
}

/// A subshell, function or loop.
struct Part {
    node: NodeId,
    kind: PartKind,
    changes: bool,
    calls: bool,
}

/// None if no command changes it.
pub fn folder_changes<'a>(nodes: Nodes<'a>) -> Option<FolderChanges<'a>> {
    let mut commands = FxHashSet::default();
    let mut functions = FxHashSet::default();
    for node in 0..nodes.tree.count() {
        match nodes.kind(node) {
            "function_definition" => {
                functions.extend(nodes.field(node, "name").map(|name| nodes.text(name)));
            }
            "command" if folder_command(nodes, node).is_some() => {
                commands.insert(node);
            }
            _ => {}
        }
    }
    (!commands.is_empty()).then(|| {
        let changes = FolderChanges {
            commands,
            functions,
            loops: FxHashSet::default(),
            in_functions: false,
            last: None,
        };
        Walk {
            nodes,
            changes,
            open: Vec::new(),
            inside: 0,
        }
        .run()
    })
}

struct Walk<'a> {
    nodes: Nodes<'a>,
    changes: FolderChanges<'a>,
    open: Vec<Part>,
    /// Number of functions and subshells around.
    inside: u32,
}

impl<'a> Walk<'a> {
    fn run(mut self) -> FolderChanges<'a> {
        let nodes = self.nodes;
        for node in 0..nodes.tree.count() {
            self.leave(node);
            if let Some(kind) = part_kind(nodes, node) {
                self.inside += u32::from(kind != PartKind::Loop);
                self.open.push(Part {
                    node,
                    kind,
                    changes: false,
                    calls: false,
                });
            }
            if nodes.kind(node) == "command" {
                self.command(node);
            }
        }
        self.leave(NodeId::MAX);
        self.changes
    }

    fn command(&mut self, node: NodeId) {
        let changes = self.changes.commands.contains(&node);
        if let Some(around) = self.open.last_mut() {
            around.calls |= self.changes.functions.contains(command_name(self.nodes, node).as_str());
            around.changes |= changes;
        }
        if changes && self.inside == 0 {
            self.changes.last = Some(node);
        }
    }

    fn leave(&mut self, node: NodeId) {
        while let Some(part) = self.open.pop_if(|it| self.nodes.tree.end_of(it.node) <= node) {
            match part.kind {
                PartKind::Loop if part.changes => {
                    self.changes.loops.insert(part.node);
                }
                PartKind::Function => self.changes.in_functions |= part.changes,
                PartKind::Subshell if part.changes && part.calls => {
                    self.changes.last = self.changes.last.max(Some(part.node));
                }
                _ => {}
            }
            self.inside -= u32::from(part.kind != PartKind::Loop);
            if let Some(outer) = self.open.last_mut() {
                outer.calls |= part.calls;
                outer.changes |= part.changes && part.kind == PartKind::Loop;
            }
        }
    }
}

fn part_kind(nodes: Nodes<'_>, node: NodeId) -> Option<PartKind> {
    match nodes.kind(node) {
        "function_definition" => Some(PartKind::Function),
        kind if is_loop(kind) => Some(PartKind::Loop),
        "pipeline" if nodes.solids(node).count() > 1 => Some(PartKind::Subshell),
        _ => is_subshell(nodes, node).then_some(PartKind::Subshell),
    }
}

/// Whether a node runs in a process of its own, other than a part of a pipeline.
pub fn is_subshell(nodes: Nodes<'_>, node: NodeId) -> bool {
    let kind = nodes.kind(node);
    let end = nodes.tree.end_of(node);
    matches!(
        kind,
        "subshell" | "command_substitution" | "process_substitution" | "coprocess"
    ) || (end < nodes.tree.count() && nodes.kind(end) == "'&")
}

pub fn is_loop(kind: &str) -> bool {
    matches!(kind, "for_statement" | "c_style_for_statement" | "while_statement")
}

/// Without quotes; empty if it is not literal.
pub fn command_name(nodes: Nodes<'_>, command: NodeId) -> String {
    let name = nodes.field(command, "name");
    let word = name.and_then(|name| nodes.solids(name).next());
    word.and_then(|word| literal_word(nodes, word)).unwrap_or_default()
}

/// `cd`, `pushd` or `popd`, and its arguments; none for other commands.
pub fn folder_command(nodes: Nodes<'_>, node: NodeId) -> Option<(String, Vec<NodeId>)> {
    let mut name = command_name(nodes, node);
    let changes = |name: &str| matches!(name, "cd" | "pushd" | "popd");
    let is_prefix = |name: &str| matches!(name, "command" | "builtin");
    if !is_prefix(&name) && !changes(&name) {
        return None;
    }
    let mut words = nodes.fields(node, "argument");
    while is_prefix(&name) {
        name = words.next().map(|word| nodes.text(word).into_owned())?;
    }
    changes(&name).then(|| (name, words.collect()))
}
