//! Finds the scopes that bind names of declarations, imports and calls.

use std::cell::OnceCell;

use compact_str::CompactString;
use rustc_hash::{FxHashMap, FxHashSet};

use super::binding_positions::ScopeKind;
use super::declarations::Declaration;
use super::declared_objects::{CallsOfFile, DeclaredObject, declared_objects};
use super::dotted_names::first_part;
use super::import_place::ImportPlace;
use super::known_names::KnownNames;
use super::name_lookups::{Found, Lookup, look_up};
use super::name_scopes::{BoundId, FILE, NameScopes, ScopeId};
use super::names::NameReader;
use super::object_variables::CreatedObject;
use super::references::NamedReference;
use super::scope::Root;
use crate::facts::{
    CLASSES, Calls, DeclarationKind, ImportFacts, ObjectFacts, ReferenceFacts, ReferenceKind, ScopedCall, VARIABLE,
    Within,
};
use syntax::flat_tree::NodeId;

/// The facts of a file whose names are looked up.
pub struct NamedFacts<'f> {
    /// In order.
    pub declarations: &'f mut [Declaration],
    pub imports: &'f mut [ImportFacts],
    pub import_places: &'f [ImportPlace],
    pub calls: &'f Calls,
    pub call_nodes: &'f [NodeId],
    pub known: &'f KnownNames,
    pub created: &'f [CreatedObject],
}

#[derive(Default)]
pub struct ScopedFacts {
    pub calls: Vec<ScopedCall>,
    pub references: Vec<ReferenceFacts>,
    /// Objects of a declared type, and new ones that are receivers.
    pub objects: Vec<ObjectFacts>,
}

/// Adds `scope` and `reassigned` to declarations and imports, and returns the calls whose first name is a variable, or a
/// declaration or import of a scope without a declaration, and the references that are not variables.
pub fn scope_names(names: NameReader<'_>, facts: NamedFacts<'_>, references: Vec<NamedReference>) -> ScopedFacts {
    if !names.language.variables.has_scopes {
        return ScopedFacts {
            references: references.into_iter().map(|it| it.facts).collect(),
            ..ScopedFacts::default()
        };
    }
    let roots: FxHashSet<NodeId> = facts.declarations.iter().filter_map(|it| node_of(it.root)).collect();
    let declared = facts.declarations.iter().enumerate();
    let mut reader = ScopedNames {
        names,
        scopes: NameScopes::read(names, &roots),
        declared: declared.map(|(index, it)| (it.node, index as Within)).collect(),
        facts,
        lookups: Vec::new(),
        inner_imports: OnceCell::new(),
        import_counts: OnceCell::new(),
        numbers: FxHashMap::default(),
    };
    reader.read(references)
}

/// Without objects of a class that is a variable; `scoped` is in the order of the calls.
pub fn known_objects(
    created: Vec<CreatedObject>,
    scoped: &[ScopedCall],
    declared: Vec<ObjectFacts>,
) -> Vec<ObjectFacts> {
    let known = created.into_iter().filter_map(|CreatedObject { object, created }| {
        match scoped.binary_search_by_key(&created, |it| it.call) {
            Err(_) => Some(object),
            Ok(at) if scoped[at].scope == CLASSES => Some(object),
            Ok(at) => Some(ObjectFacts {
                scope: Some(scoped[at].scope),
                ..object
            })
            .filter(|it| it.scope != Some(VARIABLE)),
        }
    });
    let mut all: Vec<ObjectFacts> = known.chain(declared).collect();
    all.sort_by_key(|it| it.call);
    all
}

/// The index of a lookup.
type At = usize;

struct ScopedNames<'a, 'f> {
    names: NameReader<'a>,
    facts: NamedFacts<'f>,
    scopes: NameScopes<'a>,
    lookups: Vec<Lookup>,
    /// The names that imports below file level bind, with their scope.
    inner_imports: OnceCell<FxHashSet<(Within, CompactString)>>,
    import_counts: OnceCell<FxHashMap<CompactString, u32>>,
    /// Index of the declaration of a scope, by its node.
    declared: FxHashMap<NodeId, Within>,
    /// Numbers of scopes without a declaration by their nodes, from the number of declarations on.
    numbers: FxHashMap<NodeId, Within>,
}

impl ScopedNames<'_, '_> {
    fn read(&mut self, references: Vec<NamedReference>) -> ScopedFacts {
        let assigned = self.assignments();
        let uses = self.uses(&assigned);
        let bases: Vec<Vec<Option<At>>> = (0..self.facts.declarations.len())
            .map(|index| self.base_lookups(index))
            .collect();
        let imported: Vec<Option<At>> = (0..self.facts.import_places.len())
            .map(|index| {
                let ImportPlace { node, bound } = &self.facts.import_places[index];
                let name = self.scopes.id(bound.as_ref()?)?;
                Some(self.look_up(*node, name))
            })
            .collect();
        let called: Vec<(u32, Option<At>)> = (0..self.facts.calls.len())
            .filter_map(|call| {
                let at = self.candidate(self.facts.call_nodes[call], self.facts.calls.callee(call));
                (at.is_some() || self.creates_object(call)).then_some((call as u32, at))
            })
            .collect();
        let used: Vec<Option<At>> = references
            .iter()
            .map(|it| self.candidate(it.node, &it.facts.name))
            .collect();
        let typed: Vec<(DeclaredObject, Option<At>)> = self
            .typed()
            .into_iter()
            .map(|it| {
                let at = self.candidate(it.class.node, &it.class.class);
                (it, at)
            })
            .collect();
        look_up(&mut self.scopes, &mut self.lookups);

        for (at, gives_value) in assigned.values() {
            if let (true, Found::Bound(bound)) = (*gives_value, self.lookups[*at].found) {
                self.scopes.bound[bound as usize].values += 1;
            }
        }
        for at in imported.iter().flatten() {
            if let Found::Bound(bound) = self.lookups[*at].found {
                self.scopes.bound[bound as usize].imports += 1;
            }
        }
        let bound: Vec<Option<BoundId>> = (0..self.facts.declarations.len())
            .map(|index| self.bound_by(index, &assigned, uses[index]))
            .collect();
        for (declaration, bound) in self.facts.declarations.iter().zip(&bound) {
            if let Some(bound) = bound {
                let its = &mut self.scopes.bound[*bound as usize];
                *(if declaration.is_member {
                    &mut its.members
                } else {
                    &mut its.declared
                }) += 1;
            }
        }
        for (index, bound) in bound.iter().enumerate() {
            self.scope_declaration(index, *bound, uses[index].is_some());
        }
        for (index, lookups) in bases.iter().enumerate() {
            self.scope_bases(index, lookups);
        }
        for (index, at) in imported.iter().enumerate() {
            if let Some(Found::Bound(bound)) = at.map(|at| self.lookups[at].found) {
                let scope = self.scopes.bound[bound as usize].scope;
                if scope != FILE {
                    self.facts.imports[index].scope = Some(self.number_of(scope));
                }
            }
        }
        let mut calls = Vec::new();
        for (call, at) in called {
            let Some(at) = at else {
                calls.push(ScopedCall { call, scope: CLASSES });
                continue;
            };
            let scope = match self.lookups[at].found {
                Found::Nothing => None,
                Found::Hidden => Some(VARIABLE),
                Found::Bound(bound) => self.scope_of(bound, self.facts.calls.callee(call as usize)),
            };
            let Some(scope) = scope else { continue };
            // The receiver is not known either way, unless something else has its name.
            let receiver = self.facts.calls.callee(call as usize).split_once('.');
            if scope != VARIABLE || receiver.is_none_or(|(name, _)| self.facts.known.has(name)) {
                calls.push(ScopedCall { call, scope });
            }
        }
        let references = references
            .into_iter()
            .zip(used)
            .filter_map(|(it, at)| self.scope_reference(it.facts, at.map(|at| self.lookups[at].found)))
            .collect();
        let objects = typed
            .into_iter()
            .filter_map(|(it, at)| self.scope_object(it, at))
            .collect();
        ScopedFacts {
            calls,
            references,
            objects,
        }
    }

    fn typed(&self) -> Vec<DeclaredObject> {
        let NamedFacts {
            declarations,
            calls,
            call_nodes,
            known,
            created,
            ..
        } = &self.facts;
        let file = CallsOfFile {
            declarations,
            calls,
            nodes: call_nodes,
            known: &created.iter().map(|it| it.object.call).collect::<Vec<u32>>(),
            known_names: known,
        };
        declared_objects(self.names, &self.scopes, &file)
    }

    /// `None` for an object of a class that is a variable.
    fn scope_object(&mut self, object: DeclaredObject, at: Option<At>) -> Option<ObjectFacts> {
        let DeclaredObject { call, class, declared } = object;
        let scope = match at.map(|at| self.lookups[at].found) {
            None | Some(Found::Nothing) => None,
            Some(Found::Hidden) => Some(VARIABLE),
            Some(Found::Bound(bound)) => self.scope_of(bound, &class.class),
        };
        (scope != Some(VARIABLE)).then_some(ObjectFacts {
            call,
            class: class.class,
            scope,
            declared,
        })
    }

    /// `None` if it is a variable.
    fn scope_reference(&mut self, facts: ReferenceFacts, found: Option<Found>) -> Option<ReferenceFacts> {
        if facts.kind == ReferenceKind::Reexport {
            self.scopes
                .id(&facts.name)
                .filter(|name| self.scopes.is_of_file(*name))?;
        }
        let scope = match found {
            None | Some(Found::Nothing) => None,
            Some(Found::Hidden) => Some(VARIABLE),
            Some(Found::Bound(bound)) => self.scope_of_use(bound, &facts.name),
        };
        // A type can have the name of a variable.
        if scope == Some(VARIABLE) && facts.kind != ReferenceKind::Type {
            return None;
        }
        let scope = scope.filter(|it| *it != VARIABLE);
        Some(ReferenceFacts { scope, ..facts })
    }

    fn scope_of_use(&mut self, bound: BoundId, dotted: &str) -> Option<Within> {
        let its = &self.scopes.bound[bound as usize];
        let (scope, declared, members) = (its.scope, its.declared, its.members);
        if scope == FILE {
            return None;
        }
        if declared > 0 || (members > 0 && dotted.contains('.')) {
            return self.scope_of(bound, dotted);
        }
        let number = self.number_of(scope);
        let imports = self.inner_imports.get_or_init(|| self.read_inner_imports());
        if !imports.contains(&(number, first_part(dotted).into())) {
            return Some(VARIABLE);
        }
        let is_declaration = (number as usize) < self.facts.declarations.len();
        (!is_declaration).then_some(number)
    }

    fn read_inner_imports(&self) -> FxHashSet<(Within, CompactString)> {
        let imports = self.facts.imports.iter().zip(self.facts.import_places);
        let inner = imports.filter_map(|(import, place)| Some((import, place, import.scope.filter(|it| *it >= 0)?)));
        inner
            .flat_map(|(import, place, scope)| {
                let names = import.names.iter().map(|it| it.alias.as_ref().unwrap_or(&it.name));
                names.chain(&place.bound).map(move |name| (scope, name.clone()))
            })
            .collect()
    }

    /// Whether a call names a class where functions have names of their own; variables start with `$`.
    fn creates_object(&self, call: usize) -> bool {
        let NameReader { nodes, language } = self.names;
        let callee = self.facts.calls.callee(call);
        if !language.classes_apart || callee.starts_with('$') || callee.contains('.') {
            return false;
        }
        let kind = nodes.tree.kind(self.facts.call_nodes[call]);
        language.rules(kind).is_some_and(|rules| rules.creates)
    }

    /// The lookup of each assignment by its node, and whether it gives a value that can be called.
    fn assignments(&mut self) -> FxHashMap<NodeId, (At, bool)> {
        let all = std::mem::take(&mut self.scopes.assignments);
        all.into_iter()
            .map(|it| (it.node, (self.look_up(it.node, it.name), it.gives_value)))
            .collect()
    }

    /// For each declaration the lookup of its first name, if that is neither bound nor assigned there.
    fn uses(&mut self, assigned: &FxHashMap<NodeId, (At, bool)>) -> Vec<Option<At>> {
        (0..self.facts.declarations.len())
            .map(|index| {
                let root = node_of(self.facts.declarations[index].root)?;
                if self.scopes.bound_at(root).is_some() || assigned.contains_key(&root) {
                    return None;
                }
                // A use, also if no scope binds the name.
                let name = self.names.simple(root)?;
                let name = self.scopes.id(&name)?;
                Some(self.look_up(root, name))
            })
            .collect()
    }

    fn base_lookups(&mut self, index: usize) -> Vec<Option<At>> {
        let Declaration { node, facts, .. } = &self.facts.declarations[index];
        let node = *node;
        let names: Vec<Option<u32>> = (facts.bases.iter())
            .map(|base| self.scopes.id(first_part(&base.name)))
            .collect();
        names.into_iter().map(|name| Some(self.look_up(node, name?))).collect()
    }

    fn look_up(&mut self, node: NodeId, name: u32) -> At {
        self.lookups.push(Lookup {
            node,
            name,
            found: Found::Nothing,
        });
        self.lookups.len() - 1
    }

    /// Only names that a scope below file level binds, or that a scope can hide.
    fn candidate(&mut self, node: NodeId, dotted: &str) -> Option<At> {
        let name = self.scopes.id(first_part(dotted))?;
        let is_possible =
            self.scopes.is_inner(name) || (self.names.language.variables.has_closed && self.scopes.is_of_file(name));
        is_possible.then(|| self.look_up(node, name))
    }

    fn bound_by(&self, index: usize, assigned: &FxHashMap<NodeId, (At, bool)>, used: Option<At>) -> Option<BoundId> {
        let root = node_of(self.facts.declarations[index].root)?;
        if let Some(own) = self.scopes.bound_at(root) {
            return self.scopes.actual(own);
        }
        let at = assigned.get(&root).map(|(at, _)| *at).or(used)?;
        match self.lookups[at].found {
            Found::Bound(bound) => Some(bound),
            _ => None,
        }
    }

    fn scope_declaration(&mut self, index: usize, bound: Option<BoundId>, is_use: bool) {
        let Declaration { root, is_member, .. } = self.facts.declarations[index];
        if let Root::Object(object) = root {
            self.facts.declarations[index].facts.scope = Some(self.number_at(object));
        }
        let Some(bound) = bound else { return };
        let its = &self.scopes.bound[bound as usize];
        let others = i64::from(its.values) - i64::from(its.declared) - i64::from(its.imports);
        // A type can have the name of a variable.
        let is_type = matches!(
            self.facts.declarations[index].facts.kind,
            DeclarationKind::Type | DeclarationKind::Interface
        );
        if others > i64::from(is_member) && !is_type {
            self.facts.declarations[index].facts.reassigned = true;
        }
        // The names of a namespace are known as its members. A member that a function adds to an object of another function
        // is found in the function that adds it.
        let scope = its.scope;
        let at = self.scopes.at(scope);
        let is_known = scope == FILE || NodeId::try_from(at.node).is_ok_and(|node| self.declared.contains_key(&node));
        if at.kind == ScopeKind::Namespace || (is_use && is_known) {
            return;
        }
        let scope = self.number_of(scope);
        let facts = &mut self.facts.declarations[index].facts;
        if scope != facts.within {
            facts.scope = Some(scope);
        }
    }

    fn scope_bases(&mut self, index: usize, lookups: &[Option<At>]) {
        for (base, at) in lookups.iter().enumerate() {
            let Some(at) = at else { continue };
            let name = self.facts.declarations[index].facts.bases[base].name.clone();
            self.facts.declarations[index].facts.bases[base].scope = match self.lookups[*at].found {
                Found::Nothing => None,
                Found::Hidden => Some(VARIABLE),
                Found::Bound(bound) if self.is_variable(bound, first_part(&name)) => Some(VARIABLE),
                Found::Bound(bound) => self.scope_of(bound, &name),
            };
        }
    }

    /// Whether a name of the file gets a value that is neither a declaration nor an import.
    fn is_variable(&self, bound: BoundId, name: &str) -> bool {
        let its = &self.scopes.bound[bound as usize];
        if its.scope != FILE || its.declared + its.members > 0 {
            return false;
        }
        let imports = if self.names.language.variables.imported_values {
            let counts = self.import_counts.get_or_init(|| self.count_imports());
            counts.get(name).copied().unwrap_or(0)
        } else {
            0
        };
        its.values > imports
    }

    /// How many imports bind each name.
    fn count_imports(&self) -> FxHashMap<CompactString, u32> {
        let mut counts = FxHashMap::default();
        for it in self.facts.imports.iter().flat_map(|it| &it.names) {
            *counts.entry(it.alias.as_ref().unwrap_or(&it.name).clone()).or_default() += 1;
        }
        counts
    }

    /// The scope of a name; `None` if the enclosing declarations and the file show it.
    fn scope_of(&mut self, bound: BoundId, dotted: &str) -> Option<Within> {
        let its = &self.scopes.bound[bound as usize];
        let scope = its.scope;
        if scope == FILE {
            return None;
        }
        let node = NodeId::try_from(self.scopes.at(scope).node).unwrap_or_default();
        let declaration = self.declared.get(&node).copied();
        if its.declared + its.imports > 0 {
            return if declaration.is_none() {
                Some(self.number_of(scope))
            } else {
                None
            };
        }
        let name = first_part(dotted);
        if its.members > 0 && name != dotted {
            return Some(self.number_of(scope));
        }
        let parameters = declaration.map_or(&[][..], |it| &self.facts.declarations[it as usize].facts.bound);
        (!parameters.iter().any(|it| it == name)).then_some(VARIABLE)
    }

    fn number_of(&mut self, scope: ScopeId) -> Within {
        match NodeId::try_from(self.scopes.at(scope).node) {
            Err(_) => -1,
            Ok(node) => self.number_at(node),
        }
    }

    fn number_at(&mut self, node: NodeId) -> Within {
        if let Some(declaration) = self.declared.get(&node) {
            return *declaration;
        }
        let next = (self.facts.declarations.len() + self.numbers.len()) as Within;
        *self.numbers.entry(node).or_insert(next)
    }
}

fn node_of(root: Root) -> Option<NodeId> {
    match root {
        Root::Node(node) => Some(node),
        _ => None,
    }
}
