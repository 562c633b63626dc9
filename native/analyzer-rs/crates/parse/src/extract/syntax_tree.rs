//! The syntax tree of a file as plain data: nodes in pre-order, without comments, docstrings and redundant punctuation,
//! as the canonical stream has them. Each name has the scope that binds it.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::binding_positions::BindingPlace;
use super::compile::CompiledFacts;
use super::name_lookups::{Found, Lookup, look_up};
use super::name_scopes::{BoundId, FILE, NameScopes, ScopeId};
use super::names::NameReader;
use super::nodes::Nodes;
use super::roles::Roles;
use super::stream::{Leaf, Stream};
use super::stream_rules::{ROLE_NAMES, Role, StreamRules, TYPE, VARIABLE};
use crate::syntax_tree::{BINDS, FILE_SCOPE, SyntaxNode, SyntaxTree, SyntaxVariable, UNBOUND, WRITES};
use syntax::flat_tree::{FlatTree, NodeId};

const NONE: i32 = -1;
const GROUPING: &str = "parenthesized_expression";
/// Kinds of ESTree that are not nodes of their own.
const CONTAINERS: [&str; 5] = ["[]", "{}", "null", "scalar", "~"];

/// `stream` was written with its leaves.
pub fn syntax_tree(tree: FlatTree<'_>, stream: &Stream, rules: &StreamRules, language: &CompiledFacts) -> SyntaxTree {
    let count = tree.count() as usize;
    let mut leaf_at = vec![None; count];
    for leaf in &stream.leaves {
        leaf_at[leaf.node as usize] = Some(leaf);
    }
    let mut before = vec![0; count + 1];
    for node in 0..count {
        before[node + 1] = before[node] + u32::from(leaf_at[node].is_some());
    }
    let nodes = Nodes::new(tree, &language.noise);
    let writer = Writer {
        tree,
        stream,
        rules,
        roles: Roles { rules, tree },
        names: NameReader { nodes, language },
        units: Units::of(tree.source),
        leaf_at,
        before,
        written: vec![NONE; count],
        texts: Texts::default(),
        uses: Vec::new(),
        nodes: Vec::new(),
    };
    writer.write()
}

/// A name whose scope is looked up.
struct Use<'a> {
    /// Index of the written node.
    at: usize,
    node: NodeId,
    name: Cow<'a, str>,
}

struct Writer<'a> {
    tree: FlatTree<'a>,
    stream: &'a Stream,
    rules: &'a StreamRules,
    roles: Roles<'a>,
    names: NameReader<'a>,
    units: Units,
    /// The leaf of the stream at a node, and the number of such leaves before each node.
    leaf_at: Vec<Option<&'a Leaf>>,
    before: Vec<u32>,
    /// The new index of a node.
    written: Vec<i32>,
    texts: Texts,
    uses: Vec<Use<'a>>,
    nodes: Vec<SyntaxNode>,
}

impl<'a> Writer<'a> {
    fn write(mut self) -> SyntaxTree {
        let tree = self.tree;
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        let mut fields: FxHashMap<NodeId, u16> = FxHashMap::default();
        self.texts.id("");
        let mut node = 0;
        while node < tree.count() {
            while let Some((at, _)) = open.pop_if(|(_, end)| *end <= node) {
                self.close(at);
            }
            let end = tree.end_of(node);
            let field = fields.get(&node).copied().unwrap_or(tree.field(node));
            if let Some(leaf) = self.leaf_at[node as usize] {
                self.leaf(leaf, field);
                node = end;
            } else if !self.is_kept(node, end) {
                node = end;
            } else if self.is_prefixed_name(node) {
                self.prefixed_name(node, field);
                node = end;
            } else if let Some(only) = self.only_child(node, end) {
                // The siblings of the child are not kept, so its end is passed before that of the transparent node.
                fields.insert(only, field);
                node = only;
            } else {
                open.push((self.push(node, tree.kind(node), field), end));
                node += 1;
            }
        }
        for (at, _) in open.into_iter().rev() {
            self.close(at);
        }
        let variables = self.variables();
        SyntaxTree {
            names: (0..tree.names.len() as u16)
                .map(|id| tree.names.name(id).to_owned())
                .collect(),
            roles: ROLE_NAMES.map(str::to_owned).to_vec(),
            texts: self.texts.list,
            nodes: self.nodes,
            variables,
        }
    }

    fn close(&mut self, at: usize) {
        self.nodes[at].size = (self.nodes.len() - at) as i32;
    }

    fn push(&mut self, node: NodeId, kind: u16, field: u16) -> usize {
        let at = self.nodes.len();
        let read = self.tree.node(node);
        self.nodes.push(SyntaxNode {
            kind: i32::from(kind),
            field: i32::from(field),
            start: self.units.at(read.start),
            end: self.units.at(read.end),
            size: 1,
            text: 0,
            role: NONE,
            flags: 0,
            variable: NONE,
        });
        self.written[node as usize] = at as i32;
        at
    }

    fn leaf(&mut self, leaf: &Leaf, field: u16) {
        let at = self.push(leaf.node, leaf.kind, field);
        let role = if usize::from(leaf.role) < ROLE_NAMES.len() {
            leaf.role
        } else {
            0
        };
        let written = std::str::from_utf8(&self.stream.bytes[leaf.from as usize..leaf.to as usize]).unwrap_or("");
        let text = self.roles.spelling(leaf.node, leaf.role, written);
        let name = self.roles.node(leaf.node);
        let its = &mut self.nodes[at];
        its.text = self.texts.id(&text);
        its.role = i32::from(role);
        if name != leaf.node {
            // A name of ESTree is a scalar without a position of its own.
            its.start = self.units.at(self.tree.node(name).start);
            its.end = its.start + text.encode_utf16().count() as i32;
        }
        self.name(at, name, leaf.role, &text);
    }

    /// A variable whose name is a leaf after a token: `$x`.
    fn is_prefixed_name(&self, node: NodeId) -> bool {
        let kind = self.tree.kind(node);
        let binds = || self.names.language.rules(kind).is_some_and(|rules| rules.binds);
        !self.rules.fields && self.names.language.variables.scopes.get(kind).is_none() && binds()
    }

    fn prefixed_name(&mut self, node: NodeId, field: u16) {
        let tree = self.tree;
        let at = self.push(node, tree.kind(node), field);
        let text = tree.written(node);
        let role = self.leaf_at[tree.end_of(node) as usize - 1].map_or(0, |leaf| leaf.role);
        self.nodes[at].text = self.texts.id(text);
        self.nodes[at].role = i32::from(role);
        if role == VARIABLE {
            self.name(at, node, role, text);
        }
    }

    fn name(&mut self, at: usize, name: NodeId, role: Role, text: &str) {
        if role != VARIABLE && role != TYPE {
            return;
        }
        let NameReader { nodes, language } = self.names;
        if let Some(position) = language.variables.position(nodes, name) {
            let assigned = position.place == BindingPlace::Assigned;
            self.nodes[at].flags = if assigned { WRITES } else { BINDS | WRITES };
        }
        let simple = self.names.simple(name).unwrap_or_else(|| text.to_owned().into());
        self.uses.push(Use {
            at,
            node: name,
            name: simple,
        });
    }

    /// Whether a node is in the stream: it has leaves, or it is one of ESTree that has none, such as `this`.
    fn is_kept(&self, node: NodeId, end: NodeId) -> bool {
        if self.before[end as usize] > self.before[node as usize] {
            return true;
        }
        let (tree, rules) = (self.tree, self.rules);
        let kind = tree.kind(node);
        let dropped = rules.dropped_in.get(tree.kind_above(node));
        let is_dropped = rules.dropped.has(kind) || dropped.is_some_and(|it| it.has(kind));
        rules.fields && !is_dropped && !CONTAINERS.contains(&tree.names.name(kind))
    }

    /// The only child of a node that has no meaning, such as parentheses.
    fn only_child(&self, node: NodeId, end: NodeId) -> Option<NodeId> {
        let tree = self.tree;
        let kind = tree.kind(node);
        // A block is transparent too, but its statements are a list.
        if !self.rules.transparent.has(kind) || tree.names.name(kind) != GROUPING {
            return None;
        }
        let kept = |child: &NodeId| {
            let after = tree.end_of(*child);
            *child < end && (self.leaf_at[*child as usize].is_some() || self.is_kept(*child, after))
        };
        let mut children = tree.children(node).filter(kept);
        let only = children.next()?;
        children.next().is_none().then_some(only)
    }

    /// Gives each name its variable.
    fn variables(&mut self) -> Vec<SyntaxVariable> {
        let mut scopes = NameScopes::read(self.names, &FxHashSet::default());
        let mut lookups = Vec::new();
        // Names that no scope has are not looked up.
        let looked_up: Vec<Option<usize>> = self
            .uses
            .iter()
            .map(|Use { node, name, .. }| {
                lookups.push(Lookup {
                    node: *node,
                    name: scopes.id(name)?,
                    found: Found::Nothing,
                });
                Some(lookups.len() - 1)
            })
            .collect();
        look_up(&mut scopes, &mut lookups);
        let mut of_bound: FxHashMap<BoundId, i32> = FxHashMap::default();
        let mut of_name: FxHashMap<Cow<'a, str>, i32> = FxHashMap::default();
        let mut variables = Vec::new();
        for (Use { at, name, .. }, lookup) in std::mem::take(&mut self.uses).into_iter().zip(looked_up) {
            let next = variables.len() as i32;
            let bound = match lookup.map(|it| lookups[it].found) {
                Some(Found::Bound(bound)) => Some(scopes.actual(bound).unwrap_or(bound)),
                _ => None,
            };
            let text = self.texts.id(&name);
            let number = match bound {
                Some(bound) => *of_bound.entry(bound).or_insert(next),
                None => *of_name.entry(name).or_insert(next),
            };
            if number == next {
                let scope = bound.map_or(UNBOUND, |it| self.scope_node(&scopes, scopes.bound[it as usize].scope));
                variables.push(SyntaxVariable { name: text, scope });
            }
            self.nodes[at].variable = number;
        }
        variables
    }

    fn scope_node(&self, scopes: &NameScopes<'_>, scope: ScopeId) -> i32 {
        if scope == FILE {
            return FILE_SCOPE;
        }
        usize::try_from(scopes.at(scope).node).map_or(FILE_SCOPE, |node| self.written[node])
    }
}

/// Distinct texts of leaves.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    ids: FxHashMap<String, i32>,
}

impl Texts {
    fn id(&mut self, text: &str) -> i32 {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = self.list.len() as i32;
        self.list.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        id
    }
}

/// Offsets in UTF-16 units by those in bytes; empty for ASCII.
struct Units(Vec<i32>);

impl Units {
    fn of(source: &str) -> Self {
        if source.is_ascii() {
            return Self(Vec::new());
        }
        let mut units = vec![0; source.len() + 1];
        let mut at = 0;
        for (byte, char) in source.char_indices() {
            units[byte] = at;
            at += char.len_utf16() as i32;
        }
        units[source.len()] = at;
        Self(units)
    }

    fn at(&self, byte: u32) -> i32 {
        self.0.get(byte as usize).copied().unwrap_or(byte as i32)
    }
}
