//! The scopes of a file, and the names that they bind.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::binding_positions::{BindingPlace, ScopeKind};
use super::names::NameReader;
use syntax::flat_tree::NodeId;

/// Indices into the lists of `NameScopes`.
pub type ScopeId = u32;
pub type BoundId = u32;
pub type NameId = u32;

/// The scope of the file.
pub const FILE: ScopeId = 0;

/// A part of a file with names of its own.
pub struct NameScope {
    /// Its node; -1 for the file.
    pub node: i64,
    /// First node after it.
    pub end: NodeId,
    pub kind: ScopeKind,
    pub outer: Option<ScopeId>,
    pub names: Vec<BoundId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Refers {
    ToFile,
    ToOuter,
}

/// A name that a scope binds.
pub struct BoundName {
    pub name: NameId,
    pub scope: ScopeId,
    /// How often it gets a value that can be called.
    pub values: u32,
    /// How many declarations have it, and how many are members of it (`name.f = function () {}`).
    pub declared: u32,
    pub members: u32,
    pub imports: u32,
    /// It is the variable of the file, or of an outer scope.
    pub refers: Option<Refers>,
    /// That variable, if there is one; set by `look_up`.
    pub target: Option<BoundId>,
}

/// An assignment to a variable of this or an outer scope.
pub struct Assignment {
    pub node: NodeId,
    pub name: NameId,
    pub gives_value: bool,
}

pub struct NameScopes<'a> {
    /// Outer before inner.
    pub scopes: Vec<NameScope>,
    pub bound: Vec<BoundName>,
    pub assignments: Vec<Assignment>,
    /// Bound names in order of position, without assignments and names of outer scopes.
    pub bindings: Vec<(NodeId, NameId)>,
    /// By name: whether a scope below file level binds it.
    inner: Vec<bool>,
    ids: FxHashMap<Cow<'a, str>, NameId>,
    by_name: FxHashMap<(ScopeId, NameId), BoundId>,
    by_node: FxHashMap<NodeId, BoundId>,
}

impl<'a> NameScopes<'a> {
    /// `roots`: nodes of names, for `bound_at`.
    pub fn read(names: NameReader<'a>, roots: &FxHashSet<NodeId>) -> Self {
        let mut scopes = Self {
            scopes: vec![NameScope {
                node: -1,
                end: names.nodes.tree.count(),
                kind: ScopeKind::Function,
                outer: None,
                names: Vec::new(),
            }],
            bound: Vec::new(),
            assignments: Vec::new(),
            bindings: Vec::new(),
            inner: Vec::new(),
            ids: FxHashMap::default(),
            by_name: FxHashMap::default(),
            by_node: FxHashMap::default(),
        };
        scopes.read_nodes(names, roots);
        scopes
    }

    /// What a bound position with a name binds; `None` for an assignment and for a use.
    pub fn bound_at(&self, node: NodeId) -> Option<BoundId> {
        self.by_node.get(&node).copied()
    }

    pub fn names(&self) -> usize {
        self.ids.len()
    }

    /// `None` if no scope binds or assigns the name.
    pub fn id(&self, name: &str) -> Option<NameId> {
        self.ids.get(name).copied()
    }

    pub fn is_inner(&self, name: NameId) -> bool {
        self.inner[name as usize]
    }

    pub fn is_of_file(&self, name: NameId) -> bool {
        self.by_name.contains_key(&(FILE, name))
    }

    pub fn function_around(&self, scope: ScopeId) -> ScopeId {
        let mut around = scope;
        while let (ScopeKind::Block, Some(outer)) = (self.at(around).kind, self.at(around).outer) {
            around = outer;
        }
        around
    }

    pub fn at(&self, scope: ScopeId) -> &NameScope {
        &self.scopes[scope as usize]
    }

    /// The variable itself, if the name refers to that of another scope.
    pub fn actual(&self, bound: BoundId) -> Option<BoundId> {
        let BoundName { refers, target, .. } = &self.bound[bound as usize];
        if refers.is_none() { Some(bound) } else { *target }
    }

    fn read_nodes(&mut self, names: NameReader<'a>, roots: &FxHashSet<NodeId>) {
        let NameReader { nodes, language } = names;
        let tree = nodes.tree;
        let rules = &language.variables;
        let mut top = FILE;
        for node in 0..tree.count() {
            let kind = tree.kind(node);
            if !rules.stops.has(kind) {
                continue;
            }
            while let (true, Some(outer)) = (node >= self.at(top).end, self.at(top).outer) {
                top = outer;
            }
            if let Some(opened) = rules.scopes.get(kind).copied() {
                let NameScope { kind, node: around, .. } = self.at(top);
                // The body of a function has the scope of its parameters.
                let is_body = opened == ScopeKind::Block
                    && *kind != ScopeKind::Block
                    && tree.parent(node).map_or(-1, i64::from) == *around;
                if !is_body {
                    self.scopes.push(NameScope {
                        node: i64::from(node),
                        end: tree.end_of(node),
                        kind: opened,
                        outer: Some(top),
                        names: Vec::new(),
                    });
                    top = self.scopes.len() as ScopeId - 1;
                }
            } else {
                self.bind(names, node, top, roots);
            }
        }
    }

    fn bind(&mut self, names: NameReader<'a>, node: NodeId, top: ScopeId, roots: &FxHashSet<NodeId>) {
        let NameReader { nodes, language } = names;
        let rules = &language.variables;
        let Some(position) = rules.position(nodes, node) else {
            return;
        };
        let Some(name) = names.simple(node) else { return };
        let name = self.intern(name);
        let place = position.place;
        let gives_value = position.gives_value && is_callable(names, position.node, position.child, node);
        if place == BindingPlace::Assigned {
            self.assignments.push(Assignment {
                node,
                name,
                gives_value,
            });
            return;
        }
        if place != BindingPlace::Outer {
            self.bindings.push((node, name));
        }
        let is_wide =
            place == BindingPlace::Function || (place == BindingPlace::Here && rules.is_hoisted(nodes, position.node));
        let scope = match place {
            BindingPlace::Around => self.at(top).outer.unwrap_or(top),
            _ if is_wide => self.function_around(top),
            _ => top,
        };
        let bound = self.bound_in(scope, name);
        let refers = match place {
            BindingPlace::Global => Some(Refers::ToFile),
            BindingPlace::Outer => Some(Refers::ToOuter),
            _ => None,
        };
        let its = &mut self.bound[bound as usize];
        if gives_value {
            its.values += 1;
        }
        if scope != FILE && refers.is_some() {
            its.refers = refers;
        }
        if place == BindingPlace::Global {
            self.bound_in(FILE, name);
        }
        if roots.contains(&node) {
            self.by_node.insert(node, bound);
        }
    }

    fn intern(&mut self, name: Cow<'a, str>) -> NameId {
        let next = self.ids.len() as NameId;
        let id = *self.ids.entry(name).or_insert(next);
        if id == next {
            self.inner.push(false);
        }
        id
    }

    fn bound_in(&mut self, scope: ScopeId, name: NameId) -> BoundId {
        let next = self.bound.len() as BoundId;
        let bound = *self.by_name.entry((scope, name)).or_insert(next);
        if bound == next {
            self.bound.push(BoundName {
                name,
                scope,
                values: 0,
                declared: 0,
                members: 0,
                imports: 0,
                refers: None,
                target: None,
            });
            self.scopes[scope as usize].names.push(bound);
            if scope != FILE {
                self.inner[name as usize] = true;
            }
        }
        bound
    }
}

/// Whether a position gives a value that can be called: not if the value is absent or a literal.
fn is_callable(NameReader { nodes, language }: NameReader<'_>, node: NodeId, child: NodeId, name: NodeId) -> bool {
    let binding = language.rules(nodes.tree.kind(node)).and_then(|it| it.binding.as_ref());
    let Some((binding, target)) = binding.and_then(|it| Some((it, it.target.as_ref()?))) else {
        return true;
    };
    if child != name || nodes.select(node, target) != Some(name) {
        return true;
    }
    let value = nodes.select(node, &binding.value);
    value.is_some_and(|value| !language.variables.not_called.has(nodes.tree.kind(value)))
}
