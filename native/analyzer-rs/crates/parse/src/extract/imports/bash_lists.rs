//! Commands that `&&` or `||` joins.

use rustc_hash::FxHashSet;

use super::bash_folder_changes::command_name;
use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

pub struct CommandList {
    /// Whether all commands that change the working directory ran when the list ends.
    pub is_certain: bool,
    /// The commands after `||`, which run if an earlier one fails.
    pub alternatives: Vec<NodeId>,
    /// The one of them that ends the script or function.
    pub leaving: Option<NodeId>,
}

/// `changing`: commands that change the working directory.
pub fn read_list(nodes: Nodes<'_>, list: NodeId, changing: &FxHashSet<NodeId>) -> CommandList {
    let operands: Vec<NodeId> = nodes.solids(list).collect();
    let operators = nodes.tree.children(list).filter_map(|child| match nodes.kind(child) {
        "'||" => Some(true),
        "'&&" => Some(false),
        _ => None,
    });
    let alternatives: Vec<NodeId> = operands
        .iter()
        .skip(1)
        .zip(operators)
        .filter_map(|(operand, is_or)| is_or.then_some(*operand))
        .collect();
    let leaving = match alternatives.as_slice() {
        [only] if operands.last() == Some(only) && leaves(nodes, *only) => Some(*only),
        _ => None,
    };
    let mut others = operands.iter().skip_while(|it| changing.contains(it));
    let is_plain = alternatives.is_empty() && others.all(|it| !changing.contains(it) && keeps(nodes, *it));
    CommandList {
        is_certain: leaving.is_some() || is_plain,
        alternatives,
        leaving,
    }
}

/// Kinds that do not change the working directory, except by `cd` itself.
fn keeps(nodes: Nodes<'_>, node: NodeId) -> bool {
    matches!(nodes.kind(node), "command" | "subshell")
}

/// `exit` or `return`, alone or as the last command of `{ … }`.
fn leaves(nodes: Nodes<'_>, node: NodeId) -> bool {
    let last = match nodes.kind(node) {
        "compound_statement" => nodes.solids(node).last().unwrap_or(node),
        _ => node,
    };
    nodes.kind(last) == "command" && matches!(command_name(nodes, last).as_str(), "exit" | "return")
}
