//! Imports that the compiler of TypeScript leaves out.

use std::borrow::Cow;

use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::extract::import_place::ImportPlace;
use crate::extract::names::NameReader;
use crate::extract::nodes::Nodes;
use crate::extract::references::{is_exception, position_of};
use crate::extract::rules::{Computed, NameRule};
use crate::facts::{ImportFacts, ImportPhase, ReferenceKind};
use syntax::flat_tree::{FlatTree, NO_NAME, NodeId};

/// The name with which a file creates its elements unless a configuration or a comment says another one.
const FACTORY: &str = "React";
/// A comment that names another one.
const PRAGMAS: [&str; 4] = ["@jsx ", "@jsx\t", "@jsxFrag ", "@jsxFrag\t"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum NameUse {
    Type,
    Value,
}

/// Marks the imports without a name that is used as a value. A name that a scope of the file binds, too, counts as a use.
/// In a file with decorators, which can make values of types, all are kept. `places`: aligned with the imports.
pub fn mark_elided(names: NameReader<'_>, imports: &mut [ImportFacts], places: &[ImportPlace]) {
    let nodes = names.nodes;
    let mut open = FxHashSet::default();
    let mut owners: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, (it, place)) in imports.iter().zip(places).enumerate() {
        if it.phase == ImportPhase::Load && !it.names.is_empty() && nodes.kind(place.node) == "ImportDeclaration" {
            open.insert(index);
            for local in local_names(it) {
                if let Some(other) = owners.insert(local, index) {
                    open.remove(&other);
                }
            }
        }
    }
    if open.is_empty() {
        return;
    }
    let types = close_used(names, &mut open, &owners);
    if let Some(types) = types {
        let pragma = PRAGMAS.iter();
        let is_kept = pragma
            .copied()
            .any(|it| memmem::find(nodes.tree.source.as_bytes(), it.as_bytes()).is_some());
        // A name that is not used at all may be the one that creates the elements.
        open.retain(|at| !is_kept && local_names(&imports[*at]).all(|it| it != FACTORY && types.contains(it)));
    }
    for at in open {
        imports[at].phase = ImportPhase::TypeOnly;
        imports[at].elided = true;
    }
}

fn local_names(it: &ImportFacts) -> impl Iterator<Item = &str> {
    it.names.iter().map(|it| it.alias.as_ref().unwrap_or(&it.name).as_str())
}

/// Removes the imports with a name that is used as a value. Returns the names that are used as types if the file has JSX.
fn close_used<'a>(
    names: NameReader<'a>,
    open: &mut FxHashSet<usize>,
    owners: &FxHashMap<&str, usize>,
) -> Option<FxHashSet<Cow<'a, str>>> {
    let tree = names.nodes.tree;
    let kind_of = |name| tree.names.find(name).unwrap_or(NO_NAME);
    let decorator = kind_of("Decorator");
    let elements = [kind_of("JSXOpeningElement"), kind_of("JSXFragment")];
    let starts = Starts::new(owners);
    let mut types = FxHashSet::default();
    let mut has_elements = false;
    for (node, its) in (0..).zip(tree.nodes) {
        if its.kind == decorator {
            open.clear();
        }
        if open.is_empty() {
            break;
        }
        has_elements |= elements.contains(&its.kind);
        if !names.language.references.names.has(its.kind) || !starts.has(tree, its.start) {
            continue;
        }
        let name = names.simple(node).unwrap_or_default();
        let Some(owner) = owners.get(&*name).filter(|it| open.contains(it)) else {
            continue;
        };
        match use_of(names, node) {
            Some(NameUse::Value) => {
                open.remove(owner);
            }
            Some(NameUse::Type) => {
                types.insert(name);
            }
            None => {}
        }
    }
    has_elements.then_some(types)
}

/// The first bytes of names, or of an escape, which exclude most other names.
struct Starts([bool; 256]);

impl Starts {
    fn new(names: &FxHashMap<&str, usize>) -> Self {
        let mut starts = [false; 256];
        starts[usize::from(b'\\')] = true;
        for byte in names.keys().filter_map(|it| it.bytes().next()) {
            starts[usize::from(byte)] = true;
        }
        Self(starts)
    }

    fn has(&self, tree: FlatTree<'_>, start: u32) -> bool {
        let byte = tree.source.as_bytes().get(start as usize);
        byte.is_some_and(|byte| self.0[usize::from(*byte)])
    }
}

/// `None` for a key, a label, a name of another file and one that an import binds.
fn use_of(names: NameReader<'_>, name: NodeId) -> Option<NameUse> {
    let NameReader { nodes, language } = names;
    let tree = nodes.tree;
    let mut at = name;
    while let Some(around) = tree.parent(at) {
        let rule = language.rules(tree.kind(around)).and_then(|rules| rules.name.as_ref());
        let Some(NameRule::Member(member)) = rule else { break };
        if nodes.select(around, &member.object) != Some(at) {
            let is_computed = match &member.computed {
                Computed::Always(always) => *always,
                Computed::When(test) => nodes.holds(test, around),
            };
            if is_computed {
                break;
            }
            return None;
        }
        at = around;
    }
    let position = position_of(names, at);
    match nodes.kind(position.node) {
        "TSTypeQuery" | "TSClassImplements" | "TSInterfaceHeritage" => return Some(NameUse::Type),
        "ClassDeclaration" | "ClassExpression" => return Some(NameUse::Value),
        "ExportSpecifier" => return use_of_export(nodes, position.node),
        _ => {}
    }
    match language.references.position(position.here, position.any) {
        Some(Some(ReferenceKind::Type)) => Some(NameUse::Type),
        Some(None) if !is_exception(names, position.node) => None,
        _ => Some(NameUse::Value),
    }
}

/// Types are `export { type A }` and `export type { A }`; `export { A } from './a'` uses no name of the file.
fn use_of_export(nodes: Nodes<'_>, specifier: Option<NodeId>) -> Option<NameUse> {
    let above = |it: Option<NodeId>| it.and_then(|it| nodes.tree.parent(it));
    let statement = above(above(specifier));
    if nodes.field(statement, "source").is_some() {
        return None;
    }
    let is_type = |it: Option<NodeId>| {
        let kind = nodes.field(it, "exportKind");
        kind.is_some_and(|kind| nodes.text(kind) == "type")
    };
    Some(if is_type(specifier) || is_type(statement) {
        NameUse::Type
    } else {
        NameUse::Value
    })
}
