//! Collects the names of a file that are used other than by a call.

use std::borrow::Cow;

use compact_str::{CompactString, format_compact};
use rustc_hash::FxHashSet;

use super::kind_tables::{Slot, slot};
use super::known_names::KnownNames;
use super::names::NameReader;
use super::positions::Positions;
use super::quoted_type::quoted_type;
use super::rules::{CalleeRule, Computed, NameRule};
use crate::facts::{ImportFacts, MAX_REFERENCES, REEXPORTED, ReferenceFacts, ReferenceKind, Within};
use syntax::flat_tree::NodeId;

/// How many nodes can be between a name and a node in which all names are types.
const FARTHEST_TYPE: usize = 8;

/// A name, and the number of the declaration around it.
#[derive(Clone, Copy)]
pub struct UsedName {
    pub node: NodeId,
    pub within: Within,
}

/// A use of a name that a declaration or an import of the file may bind.
pub struct NamedReference {
    pub node: NodeId,
    pub facts: ReferenceFacts,
}

/// How a name is used.
struct Use<'a> {
    kind: ReferenceKind,
    /// A member of it is used.
    is_dotted: bool,
    /// That member, if it is known and not called.
    member: Option<Cow<'a, str>>,
    /// The member of that member, likewise.
    third: Option<Cow<'a, str>>,
    /// A member of it is called.
    is_receiver: bool,
    /// Code reads it, but does not keep its value.
    is_inspected: bool,
}

/// In order of position; of a dotted name the first name, unless it is a module, and if it is not called the first two; of a type and
/// of a name in a module the first three.
pub fn named_references(
    names: NameReader<'_>,
    positions: &Positions,
    used: &[UsedName],
    known: &KnownNames,
) -> Vec<NamedReference> {
    let mut found = Vec::new();
    for &UsedName { node, within } in used {
        let Some(name) = names.simple(node) else {
            add_quoted(names, positions, UsedName { node, within }, known, &mut found);
            continue;
        };
        let is_global = !known.has(&name);
        if is_global && !names.language.references.globals.contains(name.as_ref()) {
            continue;
        }
        let Some(its) = use_of(names, node) else { continue };
        if is_global && (its.is_receiver || its.is_inspected || its.kind == ReferenceKind::Type) {
            continue;
        }
        let line = positions.line(names.nodes.tree.node(node).start);
        let kind = if is_global { ReferenceKind::Value } else { its.kind };
        let mut add = |name: CompactString| {
            let facts = ReferenceFacts {
                name,
                kind,
                line,
                within,
                scope: None,
            };
            found.push(NamedReference { node, facts });
        };
        let is_part = if is_global {
            its.member.is_some()
        } else {
            known.is_module(&name)
        };
        if !its.is_dotted || !is_part {
            add(name.as_ref().into());
        }
        if let Some(member) = &its.member {
            add(format_compact!("{name}.{member}"));
            if let Some(third) = &its.third
                && (kind == ReferenceKind::Type || known.is_module(&name))
            {
                add(format_compact!("{name}.{member}.{third}"));
            }
        }
    }
    found
}

fn add_quoted(
    names: NameReader<'_>,
    positions: &Positions,
    UsedName { node, within }: UsedName,
    known: &KnownNames,
    found: &mut Vec<NamedReference>,
) {
    let NameReader { nodes, language } = names;
    let quoted = language.references.quoted.as_ref();
    let Some(name) = quoted.and_then(|quoted| quoted_type(nodes, quoted, node)) else {
        return;
    };
    let first = name.split('.').next().unwrap_or_default();
    if !known.has(first) {
        return;
    }
    let line = positions.line(nodes.tree.node(node).start);
    let ends = name.match_indices('.').map(|(at, _)| at).chain([name.len()]);
    for end in ends.filter(|end| *end > first.len() || name == first || !known.is_module(first)) {
        let facts = ReferenceFacts {
            name: name[..end].into(),
            kind: ReferenceKind::Type,
            line,
            within,
            scope: None,
        };
        found.push(NamedReference { node, facts });
    }
}

/// What `export … from` and `__all__` export again. `listed`: names in `__all__` with their lines.
pub fn reexports<'n>(imports: &'n [ImportFacts], listed: impl Iterator<Item = (&'n str, u32)>) -> Vec<ReferenceFacts> {
    let all = imports.iter().filter(|it| it.reexport);
    let imported = all.flat_map(|import| {
        let named = import.names.iter().filter(|it| it.name != "*");
        named.map(|it| (it.alias.as_ref().unwrap_or(&it.name).as_str(), import.line))
    });
    let all = imported.chain(listed).map(|(name, line)| ReferenceFacts {
        name: name.into(),
        kind: ReferenceKind::Reexport,
        line,
        within: -1,
        scope: Some(REEXPORTED),
    });
    all.collect()
}

/// Each reference once, at most `MAX_REFERENCES`, and whether there are more.
pub fn bounded_references(mut all: Vec<ReferenceFacts>) -> (Vec<ReferenceFacts>, bool) {
    let mut known = FxHashSet::default();
    all.retain(|it| known.insert((it.within, it.kind, it.scope, it.name.clone())));
    let is_truncated = all.len() > MAX_REFERENCES;
    all.truncate(MAX_REFERENCES);
    all.shrink_to_fit();
    (all, is_truncated)
}

/// `None` if the name is called, bound or a property.
fn use_of<'a>(names: NameReader<'a>, name: NodeId) -> Option<Use<'a>> {
    let NameReader { nodes, language } = names;
    let tree = nodes.tree;
    let (references, variables) = (&language.references, &language.variables);
    let mut at = name;
    let mut second = None;
    let mut third = None;
    let around = loop {
        let around = tree.parent(at)?;
        match language.rules(tree.kind(around)).and_then(|rules| rules.name.as_ref()) {
            Some(NameRule::Member(member)) => {
                let is_computed = match &member.computed {
                    Computed::Always(always) => *always,
                    Computed::When(test) => nodes.holds(test, around),
                };
                if nodes.select(around, &member.object) != Some(at) {
                    if is_computed {
                        break around;
                    }
                    return None;
                }
                let part = if second.is_none() { &mut second } else { &mut third };
                if part.is_none() {
                    *part = Some(if is_computed {
                        around
                    } else {
                        nodes.select(around, &member.name).unwrap_or(around)
                    });
                }
            }
            Some(NameRule::Through(inner)) if nodes.select(around, inner) == Some(at) => {}
            _ => break around,
        }
        at = around;
    };
    if variables.position(nodes, name).is_some() {
        return None;
    }
    let is_dotted = second.is_some();
    let member = || names.simple(second?);
    let is_called = is_callee(names, around, at);
    let position = position_of(names, if is_called { around } else { at });
    let positioned = references.position(position.here, position.any);
    if is_called {
        return match positioned {
            Some(Some(kind @ ReferenceKind::Decorator)) => Some(Use {
                kind,
                is_dotted,
                member: member(),
                third: None,
                is_receiver: false,
                is_inspected: false,
            }),
            _ => is_dotted.then_some(Use {
                kind: ReferenceKind::Value,
                is_dotted,
                member: None,
                third: None,
                is_receiver: true,
                is_inspected: false,
            }),
        };
    }
    let kind = match positioned {
        Some(Some(kind)) => kind,
        Some(None) if !is_exception(names, position.node) => return None,
        _ if is_in_type(names, around) => ReferenceKind::Type,
        _ => ReferenceKind::Value,
    };
    let is_intrinsic = || {
        names
            .simple(name)
            .is_some_and(|it| it.starts_with(|first: char| first.is_ascii_lowercase()))
    };
    if kind == ReferenceKind::Jsx && !is_dotted && is_intrinsic() {
        return None;
    }
    let is_assigned = variables.is_bound(position.here);
    Some(Use {
        kind,
        is_dotted,
        member: if is_assigned { None } else { member() },
        third: third.filter(|_| !is_assigned).and_then(|third| names.simple(third)),
        is_receiver: false,
        is_inspected: !is_dotted && references.is_inspected(position.here),
    })
}

fn is_callee(names: NameReader<'_>, call: NodeId, at: NodeId) -> bool {
    let NameReader { nodes, language } = names;
    let rule = language
        .rules(nodes.tree.kind(call))
        .and_then(|rules| rules.call.as_ref());
    match rule.map(|rule| &rule.callee) {
        Some(CalleeRule::Selected(callee)) => nodes.select(call, callee) == Some(at),
        _ => false,
    }
}

pub fn is_exception(names: NameReader<'_>, node: Option<NodeId>) -> bool {
    let unless = names.language.references.unless.as_ref();
    unless
        .zip(node)
        .is_some_and(|(test, node)| names.nodes.holds(test, node))
}

/// Where a name is.
pub struct Position {
    /// The node around it that is not a list.
    pub node: Option<NodeId>,
    /// The slot of that node and its field.
    pub here: Slot,
    /// The slot of that node.
    pub any: Slot,
}

pub fn position_of(names: NameReader<'_>, child: NodeId) -> Position {
    let tree = names.nodes.tree;
    let mut at = child;
    let mut node = tree.parent(at);
    while let Some(list) = node.filter(|it| names.language.references.lists.has(tree.kind(*it))) {
        at = list;
        node = tree.parent(at);
    }
    let around = node.map_or(0, |node| tree.kind(node));
    Position {
        node,
        here: slot(around, tree.field(at)),
        any: slot(around, 0),
    }
}

fn is_in_type(names: NameReader<'_>, node: NodeId) -> bool {
    let tree = names.nodes.tree;
    let references = &names.language.references;
    let around = std::iter::successors(Some(node), |at| tree.parent(*at));
    references.has_types && around.take(FARTHEST_TYPE).any(|at| references.types.has(tree.kind(at)))
}
