//! Variables and parameters with a declared type. A name that is bound a second time where the variable is visible, also
//! in a function inside of it, is not such a variable.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::binding_positions::ScopeKind;
use super::name_scopes::{NameId, NameScopes};
use super::names::NameReader;
use super::new_objects::WrittenClass;
use super::type_names::TypeNames;
use syntax::flat_tree::NodeId;

/// A variable or parameter with a declared type.
struct TypedVariable {
    class: WrittenClass,
    /// The nodes that see it.
    range: Range<NodeId>,
}

pub struct TypedVariables {
    by_name: FxHashMap<NameId, Vec<TypedVariable>>,
}

impl TypedVariables {
    pub fn read(
        names: NameReader<'_>,
        types: &TypeNames<'_>,
        scopes: &NameScopes<'_>,
        wanted: &FxHashSet<NameId>,
    ) -> Self {
        let mut bound: FxHashMap<NameId, Vec<NodeId>> = FxHashMap::default();
        for (node, name) in &scopes.bindings {
            if wanted.contains(name) {
                bound.entry(*name).or_default().push(*node);
            }
        }
        let by_name = bound.into_iter().map(|(name, all)| (name, typed(names, types, &all)));
        Self {
            by_name: by_name.collect(),
        }
    }

    /// The class of a variable that a node sees.
    pub fn at(&self, node: NodeId, name: NameId) -> Option<&WrittenClass> {
        let variables = self.by_name.get(&name)?;
        // Their ranges are disjoint.
        let at = variables.partition_point(|it| it.range.end <= node);
        let variable = variables.get(at)?;
        (variable.range.start <= node).then_some(&variable.class)
    }
}

fn typed(names: NameReader<'_>, types: &TypeNames<'_>, bound: &[NodeId]) -> Vec<TypedVariable> {
    let variable = |index: usize| {
        let node = type_of(names, bound[index])?;
        let range = scope_around(names, bound[index])?;
        let is_first = index == 0 || bound[index - 1] < range.start;
        let is_last = bound.get(index + 1).is_none_or(|after| *after >= range.end);
        if !is_first || !is_last {
            return None;
        }
        let class = types.of(node)?;
        Some(TypedVariable {
            class: WrittenClass { class, node },
            range,
        })
    };
    (0..bound.len()).filter_map(variable).collect()
}

/// The type of a bound name.
fn type_of(NameReader { nodes, language }: NameReader<'_>, name: NodeId) -> Option<NodeId> {
    let rules = &language.types.typed;
    if let Some(own) = rules.get(nodes.tree.kind(name))
        && own.target.is_none()
    {
        return nodes.select(name, &own.at);
    }
    let around = language.variables.position(nodes, name)?.node;
    let rule = rules.get(nodes.tree.kind(around))?;
    let target = nodes.select(around, rule.target.as_ref()?)?;
    (target == name).then(|| nodes.select(around, &rule.at)).flatten()
}

/// The nearest scope around a name; `None` for a class, whose functions do not see its names.
fn scope_around(NameReader { nodes, language }: NameReader<'_>, name: NodeId) -> Option<Range<NodeId>> {
    let mut at = name;
    while let Some(node) = nodes.tree.parent(at) {
        match language.variables.scopes.get(nodes.tree.kind(node)) {
            Some(ScopeKind::Class) => return None,
            Some(_) => return Some(node..nodes.tree.end_of(node)),
            None => at = node,
        }
    }
    Some(0..nodes.tree.count())
}
