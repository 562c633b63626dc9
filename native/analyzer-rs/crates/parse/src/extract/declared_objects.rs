//! Finds the calls whose receiver is a variable, parameter or property of a declared type, a property with only one
//! assignment, which is a new object, or a new object itself.

use rustc_hash::{FxHashMap, FxHashSet};

use super::declarations::Declaration;
use super::dotted_names::first_part;
use super::known_names::KnownNames;
use super::name_scopes::{NameId, NameScopes};
use super::names::{ELSE, NameReader};
use super::new_objects::{WrittenClass, new_receiver};
use super::type_names::TypeNames;
use super::typed_properties::TypedProperties;
use super::typed_variables::TypedVariables;
use crate::facts::{Calls, DeclarationKind, Within};
use syntax::flat_tree::NodeId;

/// A call of a method whose receiver has a known class.
pub struct DeclaredObject {
    pub call: u32,
    pub class: WrittenClass,
    /// The receiver has this type or one derived from it; otherwise it is a new object.
    pub declared: bool,
}

/// The calls of a file, and what is known of them.
pub struct CallsOfFile<'f> {
    pub declarations: &'f [Declaration],
    pub calls: &'f Calls,
    pub nodes: &'f [NodeId],
    /// The calls whose receiver is known already, in order.
    pub known: &'f [u32],
    pub known_names: &'f KnownNames,
}

/// In order of the calls.
pub fn declared_objects(names: NameReader<'_>, scopes: &NameScopes<'_>, file: &CallsOfFile<'_>) -> Vec<DeclaredObject> {
    let language = names.language;
    let receivers = &language.types.receivers;
    if receivers.is_empty() {
        return Vec::new();
    }
    let types = TypeNames::new(names);
    let mut found = Vec::new();
    let mut of_variable: Vec<(u32, NameId)> = Vec::new();
    let mut of_property: Vec<(Within, Vec<(u32, &str)>)> = Vec::new();
    let mut owners: FxHashMap<Within, usize> = FxHashMap::default();
    for (call, callee) in (0..).zip(file.calls.callees()) {
        let mut parts = callee.split('.');
        let (Some(receiver), Some(second), third, None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        if file.known.binary_search(&call).is_ok() {
            continue;
        }
        let is_self = receivers.iter().any(|it| it == receiver);
        if third.is_some() {
            if is_self {
                let within = file.calls.rows()[call as usize].within;
                let Some(owner) = owner_of(file.declarations, within) else {
                    continue;
                };
                let at = *owners.entry(owner).or_insert_with(|| {
                    of_property.push((owner, Vec::new()));
                    of_property.len() - 1
                });
                of_property[at].1.push((call, second));
            }
        } else if receiver == ELSE {
            let is_class = |it: &WrittenClass| language.classes_apart || file.known_names.has(first_part(&it.class));
            let class = new_receiver(names, file.nodes[call as usize]).filter(is_class);
            found.extend(class.map(|class| DeclaredObject {
                call,
                class,
                declared: false,
            }));
        } else if let (false, Some(name)) = (is_self, scopes.id(receiver)) {
            of_variable.push((call, name));
        }
    }
    let mut add = |call: u32, class: Option<&WrittenClass>| {
        found.extend(class.cloned().map(|class| DeclaredObject {
            call,
            class,
            declared: true,
        }));
    };
    let wanted: FxHashSet<NameId> = of_variable.iter().map(|(_, name)| *name).collect();
    let variables = TypedVariables::read(names, &types, scopes, &wanted);
    for (call, name) in of_variable {
        add(call, variables.at(file.nodes[call as usize], name));
    }
    let properties = TypedProperties { names, types: &types };
    for (owner, uses) in of_property {
        let wanted = uses.iter().map(|(_, name)| *name).collect();
        let its = properties.of(file.declarations[owner as usize].node, &wanted);
        for (call, name) in uses {
            add(call, its.get(name));
        }
    }
    found.sort_by_key(|it| it.call);
    found
}

/// Index of the class whose object `this` is in a declaration.
fn owner_of(declarations: &[Declaration], within: Within) -> Option<Within> {
    let is_class = |index: Within| {
        use DeclarationKind::{Class, Enum, Interface, Trait};
        let declaration = usize::try_from(index).ok().map(|at| &declarations[at]);
        declaration.is_some_and(|it| matches!(it.facts.kind, Class | Enum | Interface | Trait))
    };
    let mut index = within;
    loop {
        let facts = &declarations[usize::try_from(index).ok()?].facts;
        if is_class(index) {
            return Some(index);
        }
        // A method of an object that is not a class.
        if facts.kind == DeclarationKind::Method && !is_class(facts.within) {
            return None;
        }
        index = facts.within;
    }
}
