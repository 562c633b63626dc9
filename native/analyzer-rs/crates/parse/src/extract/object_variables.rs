//! Finds the calls whose receiver is a local variable with exactly one assignment, which is a new object. A name that is
//! bound a second time in the same function, also in another block or in a function inside of it, is not such a variable.

use std::ops::Range;

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use super::binding_positions::BindingPlace;
use super::names::{ELSE, NameReader};
use super::rules::NameRule;
use super::scope::Scope;
use crate::facts::{Calls, ObjectFacts, Within};
use syntax::flat_tree::NodeId;
use syntax::reuse::empty;

/// An assignment of a new object to a variable.
struct Creation {
    name: CompactString,
    /// The variable in the assignment.
    node: NodeId,
    class: CompactString,
    /// Index of the call that creates the object.
    call: u32,
    /// The declaration that contains it.
    within: Within,
}

/// An object, and the call that creates it.
pub struct CreatedObject {
    pub object: ObjectFacts,
    pub created: u32,
}

/// Reused for each file.
#[derive(Default)]
pub struct ObjectVariables {
    creations: Vec<Creation>,
}

impl ObjectVariables {
    /// For the next file.
    pub fn clear(&mut self) {
        empty(&mut self.creations);
    }

    /// Called for each call, in order.
    pub fn add(&mut self, names: NameReader<'_>, (call, node): (usize, NodeId), callee: &str, scope: &Scope) {
        let rules = names.language.rules(names.nodes.tree.kind(node));
        if scope.members || !rules.is_some_and(|it| it.creates) {
            return;
        }
        let Some(variable) = assigned(names, node) else { return };
        if callee.contains(ELSE) {
            return;
        }
        if let Some(name) = names.simple(variable) {
            self.creations.push(Creation {
                name: name.as_ref().into(),
                node: variable,
                class: callee.into(),
                call: call as u32,
                within: scope.within,
            });
        }
    }

    /// `call_nodes`: the node of each call; `node_of`: the node of a declaration.
    pub fn objects(
        &self,
        names: NameReader<'_>,
        calls: &Calls,
        call_nodes: &[NodeId],
        node_of: impl Fn(usize) -> NodeId,
    ) -> Vec<CreatedObject> {
        if self.creations.is_empty() {
            return Vec::new();
        }
        let uses = self.uses(calls);
        let tree = names.nodes.tree;
        let used: Vec<(&Creation, Range<NodeId>)> = self
            .creations
            .iter()
            .filter(|it| uses.get(it.name.as_str()).is_some_and(|calls| !calls.is_empty()))
            .map(|it| match usize::try_from(it.within) {
                Err(_) => (it, 0..tree.count()),
                Ok(declaration) => {
                    let from = node_of(declaration);
                    (it, from..tree.end_of(from))
                }
            })
            .collect();
        if used.is_empty() {
            return Vec::new();
        }
        let bound = bindings(names, &uses, &used);
        let mut found = Vec::new();
        for (creation, range) in used {
            let nodes = bound.get(creation.name.as_str()).map_or(&[][..], Vec::as_slice);
            let first = nodes.partition_point(|node| *node < range.start);
            let is_only = nodes.get(first) == Some(&creation.node)
                && nodes.get(first + 1).is_none_or(|second| *second >= range.end);
            if !is_only {
                continue;
            }
            let its = &uses[creation.name.as_str()];
            let first = its.partition_point(|call| call_nodes[*call as usize] < range.start);
            for call in &its[first..] {
                if call_nodes[*call as usize] >= range.end {
                    break;
                }
                let (call, class) = (*call, creation.class.clone());
                found.push(CreatedObject {
                    object: ObjectFacts {
                        call,
                        class,
                        scope: None,
                        declared: false,
                    },
                    created: creation.call,
                });
            }
        }
        found.sort_by_key(|it| it.object.call);
        found
    }

    /// The calls of a method on a variable that gets a new object, by its name.
    fn uses(&self, calls: &Calls) -> FxHashMap<&str, Vec<u32>> {
        let mut uses: FxHashMap<&str, Vec<u32>> =
            self.creations.iter().map(|it| (it.name.as_str(), Vec::new())).collect();
        for (call, callee) in (0..).zip(calls.callees()) {
            if let Some((name, member)) = callee.split_once('.')
                && !member.contains('.')
                && let Some(same) = uses.get_mut(name)
            {
                same.push(call);
            }
        }
        uses
    }
}

/// The variable to which a value is assigned; `None` for any other use of it.
fn assigned(names: NameReader<'_>, value: NodeId) -> Option<NodeId> {
    let NameReader { nodes, language } = names;
    let mut child = value;
    loop {
        let node = nodes.tree.parent(child)?;
        let rules = language.rules(nodes.tree.kind(node))?;
        if rules.assigns {
            let binding = rules.binding.as_ref()?;
            if nodes.select(node, &binding.value) != Some(child) {
                return None;
            }
            let typed = language.types.typed.get(nodes.tree.kind(node));
            // The declared type counts: the value can be a call of any function.
            if typed.is_some_and(|rule| nodes.select(node, &rule.at).is_some()) {
                return None;
            }
            let variable = nodes.select(node, binding.target.as_ref()?)?;
            let binds = language
                .rules(nodes.tree.kind(variable))
                .is_some_and(|rules| rules.binds);
            return binds.then_some(variable);
        }
        match &rules.name {
            Some(NameRule::Through(inner)) if nodes.select(node, inner) == Some(child) => child = node,
            _ => return None,
        }
    }
}

/// The nodes in the ranges that bind one of the names, by name.
fn bindings<'u>(
    names: NameReader<'_>,
    uses: &FxHashMap<&'u str, Vec<u32>>,
    used: &[(&Creation, Range<NodeId>)],
) -> FxHashMap<&'u str, Vec<NodeId>> {
    let NameReader { nodes, language } = names;
    let mut ranges: Vec<Range<NodeId>> = used.iter().map(|(_, range)| range.clone()).collect();
    ranges.sort_by_key(|range| range.start);
    let mut bound: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
    let mut next = 0;
    for range in ranges {
        for node in next.max(range.start)..range.end {
            let binds = language.rules(nodes.tree.kind(node)).is_some_and(|rules| rules.binds);
            let place = binds.then(|| language.variables.position(nodes, node)).flatten();
            if place.is_none_or(|it| it.place == BindingPlace::Outer) {
                continue;
            }
            let name = names.simple(node);
            if let Some((name, calls)) = name.and_then(|name| uses.get_key_value(name.as_ref()))
                && !calls.is_empty()
            {
                bound.entry(*name).or_default().push(node);
            }
        }
        next = next.max(range.end);
    }
    bound
}
