//! Where names are bound: the positions of names in a tree, and the scopes that they bind.

use super::facts_data::VariablesData;
use super::kind_tables::{KindMap, KindSet, Slot, SlotMap, SlotSet, slot};
use super::nodes::{Nodes, Test};
use syntax::flat_tree::{NameTable, NodeId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    Function,
    /// Does not see variables around it.
    Closed,
    Block,
    /// Its names are visible directly in it.
    Class,
    /// Its names are visible in it, and as its members.
    Namespace,
}

/// The scope that a position binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingPlace {
    /// The nearest one.
    Here,
    /// The nearest one that is not a block.
    Function,
    /// The one around the scope of its node.
    Around,
    /// The one that has the name already.
    Assigned,
    /// The file.
    Global,
    Outer,
}

/// A language's rules for variables, compiled.
pub struct VariableRules {
    pub scopes: KindMap<ScopeKind>,
    /// Kinds that open a scope or bind a name.
    pub stops: KindSet,
    pub has_scopes: bool,
    pub has_closed: bool,
    places: SlotMap<BindingPlace>,
    no_value: SlotSet,
    /// An import can be the value of a variable.
    pub imported_values: bool,
    patterns: SlotSet,
    /// Kinds whose first child alone is in a pattern.
    first_of: KindSet,
    hoisted: Vec<(u16, Test)>,
    /// Kinds of values that cannot be called.
    pub not_called: KindSet,
}

pub struct BindingPosition {
    pub place: BindingPlace,
    /// The node with the position.
    pub node: NodeId,
    /// The child of that node in the position.
    pub child: NodeId,
    pub gives_value: bool,
}

const FIRST: &str = ".#first";
/// Maximum number of nodes between a bound position and a kind that hoists it: a list of declarators.
const FARTHEST_HOIST: usize = 2;

impl VariableRules {
    /// `binds`: the kinds of names.
    pub fn compile(data: &VariablesData, binds: &[String], names: &mut NameTable) -> Result<Self, String> {
        let mut scopes = Vec::new();
        for (kind, scope) in &data.scopes {
            scopes.push((names.id(kind), scope_kind(scope)?));
        }
        let mut places = Vec::new();
        for (position, place) in &data.bound {
            places.push((at(position, names), binding_place(place)?));
        }
        let (first, patterns): (Vec<&String>, Vec<&String>) = data.patterns.iter().partition(|it| it.ends_with(FIRST));
        let binds = binds.iter().map(|kind| names.id(kind)).collect::<Vec<u16>>();
        Ok(Self {
            stops: scopes.iter().map(|(kind, _)| *kind).chain(binds).collect(),
            has_scopes: !scopes.is_empty(),
            has_closed: scopes.iter().any(|(_, kind)| *kind == ScopeKind::Closed),
            scopes: scopes.into_iter().collect(),
            places: places.into_iter().collect(),
            no_value: data.no_value.iter().map(|it| at(it, names)).collect(),
            imported_values: data.imported_values,
            patterns: patterns.into_iter().map(|it| at(it, names)).collect(),
            first_of: first
                .into_iter()
                .map(|it| names.id(it.trim_end_matches(FIRST)))
                .collect(),
            hoisted: data
                .hoisted
                .iter()
                .map(|(kind, test)| (names.id(kind), Test::compile(test, names)))
                .collect(),
            not_called: data.not_called.iter().map(|kind| names.id(kind)).collect(),
        })
    }

    /// Where a name is bound: reached from a bound position through patterns only; `None` if it is not.
    pub fn position(&self, nodes: Nodes<'_>, name: NodeId) -> Option<BindingPosition> {
        let tree = nodes.tree;
        let mut child = name;
        loop {
            let node = tree.parent(child)?;
            let kind = tree.kind(node);
            let any = slot(kind, 0);
            let here = slot(kind, tree.field(child));
            let exact = self.places.get(here).map(|place| (here, *place));
            if let Some((position, place)) = exact.or_else(|| self.places.get(any).map(|place| (any, *place))) {
                let gives_value = !self.no_value.has(position);
                return Some(BindingPosition {
                    place,
                    node,
                    child,
                    gives_value,
                });
            }
            let is_first = child == node + 1 && self.first_of.has(kind);
            if !is_first && !self.patterns.has(here) && !self.patterns.has(any) {
                return None;
            }
            child = node;
        }
    }

    /// Whether a slot is a bound position itself.
    pub fn is_bound(&self, here: Slot) -> bool {
        self.places.get(here).is_some()
    }

    /// Whether the variable is that of the function, although a block contains it.
    pub fn is_hoisted(&self, nodes: Nodes<'_>, position: NodeId) -> bool {
        let mut node = position;
        for _ in 0..FARTHEST_HOIST.min(self.hoisted.len() * FARTHEST_HOIST) {
            let Some(around) = nodes.tree.parent(node) else {
                return false;
            };
            node = around;
            let kind = nodes.tree.kind(node);
            if let Some((_, test)) = self.hoisted.iter().find(|(it, _)| *it == kind) {
                return nodes.holds(test, node);
            }
        }
        false
    }
}

/// A position: `kind.field` or `kind`.
pub fn at(position: &str, names: &mut NameTable) -> Slot {
    let (kind, field) = position.split_once('.').unwrap_or((position, ""));
    slot(names.id(kind), names.id(field))
}

fn scope_kind(name: &str) -> Result<ScopeKind, String> {
    Ok(match name {
        "function" => ScopeKind::Function,
        "closed" => ScopeKind::Closed,
        "block" => ScopeKind::Block,
        "class" => ScopeKind::Class,
        "namespace" => ScopeKind::Namespace,
        _ => return Err(super::facts_data::unknown(name)),
    })
}

fn binding_place(name: &str) -> Result<BindingPlace, String> {
    Ok(match name {
        "here" => BindingPlace::Here,
        "function" => BindingPlace::Function,
        "around" => BindingPlace::Around,
        "assigned" => BindingPlace::Assigned,
        "global" => BindingPlace::Global,
        "outer" => BindingPlace::Outer,
        _ => return Err(super::facts_data::unknown(name)),
    })
}
