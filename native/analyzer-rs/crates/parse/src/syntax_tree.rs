//! A syntax tree as it is sent: texts as JSON, nodes and variables as columns of `i32`, little-endian.
//! `packages/core/src/parse/syntax-tree.ts` is the other side.

use base::json_text::{push_format, push_list};

/// Properties of a leaf, as bits.
pub const BINDS: i32 = 1;
pub const WRITES: i32 = 2;

/// The scope of a name that no scope of the file binds, and of one that a closed scope hides.
pub const UNBOUND: i32 = -2;
pub const FILE_SCOPE: i32 = -1;

/// Nodes in pre-order; the children of a node follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxTree {
    /// Kinds and fields; the first one is empty.
    pub names: Vec<String>,
    pub roles: Vec<String>,
    /// Distinct texts of leaves; the first one is empty.
    pub texts: Vec<String>,
    pub nodes: Vec<SyntaxNode>,
    pub variables: Vec<SyntaxVariable>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxNode {
    pub kind: i32,
    pub field: i32,
    /// In UTF-16 units of the decoded text.
    pub start: i32,
    pub end: i32,
    /// Nodes of the subtree, including the node itself.
    pub size: i32,
    /// Of a leaf, in its normal form; a name as it is written.
    pub text: i32,
    /// -1 for an inner node.
    pub role: i32,
    /// `BINDS`: the position binds the name. `WRITES`: it gives a value to it.
    pub flags: i32,
    /// -1 if the leaf is not a name that scopes bind.
    pub variable: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxVariable {
    pub name: i32,
    /// The node of its scope, `FILE_SCOPE` or `UNBOUND`.
    pub scope: i32,
}

/// `,"tree":{…}` without the columns.
pub fn push_tree(out: &mut String, tree: &SyntaxTree) {
    let SyntaxTree {
        names,
        roles,
        texts,
        nodes,
        variables,
    } = tree;
    out.push_str(",\"tree\":{");
    for (index, (key, list)) in [("names", names), ("roles", roles), ("texts", texts)]
        .into_iter()
        .enumerate()
    {
        let comma = if index == 0 { "" } else { "," };
        push_format(out, format_args!("{comma}\"{key}\":"));
        push_list(out, list.iter().map(String::as_str));
    }
    push_format(
        out,
        format_args!(",\"nodes\":{},\"variables\":{}}}", nodes.len(), variables.len()),
    );
}

/// The columns, in the order of the fields.
pub fn tree_block(tree: &SyntaxTree) -> Vec<u8> {
    let nodes: [fn(&SyntaxNode) -> i32; 9] = [
        |it| it.kind,
        |it| it.field,
        |it| it.start,
        |it| it.end,
        |it| it.size,
        |it| it.text,
        |it| it.role,
        |it| it.flags,
        |it| it.variable,
    ];
    let variables: [fn(&SyntaxVariable) -> i32; 2] = [|it| it.name, |it| it.scope];
    let mut block = Vec::with_capacity(4 * (nodes.len() * tree.nodes.len() + 2 * tree.variables.len()));
    for column in nodes {
        block.extend(tree.nodes.iter().flat_map(|it| column(it).to_le_bytes()));
    }
    for column in variables {
        block.extend(tree.variables.iter().flat_map(|it| column(it).to_le_bytes()));
    }
    block
}
