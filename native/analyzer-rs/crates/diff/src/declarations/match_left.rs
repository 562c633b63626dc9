//! Finds renamed and moved declarations among removed and added ones: equal content under another name or in another
//! scope, and classes that retain most of their methods. Unmatched members of a class are then matched separately.

use rustc_hash::FxHashSet;

use crate::files::match_files::folder_of;
use crate::keyed_lists::KeyedLists;
use parse::facts::Hash;
use relate::model::FileIndex;

use super::match_classes::match_classes;
use super::match_scopes::{Matched, ScopeMatch, ScopePair, match_scopes};
use super::nodes::{DeclarationNode, Forest, Forests, NodeId, Sort};

/// Properties that two declarations must share, besides their content.
#[derive(Default)]
struct Rule {
    scope: bool,
    name: bool,
    folder: bool,
    /// The number of equal candidates that are paired in order; otherwise a candidate must be unique.
    may_repeat: bool,
    /// Applies to small declarations too.
    small: bool,
}

const NONE: Rule = Rule {
    scope: false,
    name: false,
    folder: false,
    may_repeat: false,
    small: false,
};

/// Most certain first.
const RULES: [Rule; 6] = [
    // Renamed in the same scope.
    Rule {
        scope: true,
        small: true,
        ..NONE
    },
    // Moved to another file or scope: nearby first.
    Rule {
        name: true,
        folder: true,
        small: true,
        ..NONE
    },
    Rule { folder: true, ..NONE },
    Rule {
        name: true,
        small: true,
        ..NONE
    },
    Rule {
        name: true,
        may_repeat: true,
        ..NONE
    },
    // Moved and renamed.
    NONE,
];

/// Equal for two nodes whose scopes are partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scope {
    File(FileIndex),
    Declaration(NodeId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key<'s> {
    sort: Sort,
    print: Hash,
    scope: Option<Scope>,
    name: Option<&'s str>,
    folder: Option<&'s str>,
}

pub struct LeftMatcher<'m, 's> {
    pub forests: &'m Forests<'s>,
    /// By file before: its file after.
    pub file_after: &'m [Option<FileIndex>],
    /// Smaller declarations may be equal by chance, so they must be unique.
    pub min_nodes: u64,
}

impl<'s> LeftMatcher<'_, 's> {
    /// Returns all matches, including the given ones.
    pub fn complete(&self, found: ScopeMatch) -> ScopeMatch {
        let ScopeMatch {
            mut matched,
            mut removed,
            mut added,
        } = found;
        let mut partners: Vec<Option<NodeId>> = vec![None; self.forests.before.nodes.len()];
        let note = |pairs: &[Matched], partners: &mut Vec<Option<NodeId>>| {
            for pair in pairs {
                partners[pair.before as usize] = Some(pair.after);
            }
        };
        note(&matched, &mut partners);
        let mut whole = (Vec::new(), Vec::new());
        while !removed.is_empty() && !added.is_empty() {
            for rule in &RULES {
                let found = self.pair_by(rule, &removed, &added, &partners);
                leave_out(&mut removed, &mut added, &found);
                matched.extend(found);
            }
            let classes = match_classes(self.forests, &removed, &added);
            note(&classes, &mut partners);
            leave_out(&mut removed, &mut added, &classes);
            let scopes = classes.iter().map(|pair| ScopePair {
                before: self.forests.before[pair.before].children.clone(),
                after: self.forests.after[pair.after].children.clone(),
            });
            let inside = match_scopes(self.forests, scopes.collect());
            note(&inside.matched, &mut partners);
            matched.extend(classes);
            matched.extend(inside.matched);
            // Unmatched declarations: their members may match elsewhere.
            whole.0.extend_from_slice(&removed);
            whole.1.extend_from_slice(&added);
            removed = members(&self.forests.before, &removed);
            removed.extend(inside.removed);
            added = members(&self.forests.after, &added);
            added.extend(inside.added);
        }
        whole.0.extend(removed);
        whole.1.extend(added);
        ScopeMatch {
            matched,
            removed: outermost(&self.forests.before, whole.0),
            added: outermost(&self.forests.after, whole.1),
        }
    }

    fn pair_by(&self, rule: &Rule, removed: &[NodeId], added: &[NodeId], partners: &[Option<NodeId>]) -> Vec<Matched> {
        let scope_before = |node: &DeclarationNode<'_>| match node.parent {
            None => self.file_after[node.at.file as usize].map(Scope::File),
            Some(parent) => partners[parent as usize].map(Scope::Declaration),
        };
        let scope_after =
            |node: &DeclarationNode<'_>| Some(node.parent.map_or(Scope::File(node.at.file), Scope::Declaration));
        let befores = KeyedLists::new(removed.iter().filter_map(|id| {
            let key = self.key(rule, &self.forests.before[*id], scope_before)?;
            Some((key, *id))
        }));
        let afters = KeyedLists::new(added.iter().filter_map(|id| {
            let key = self.key(rule, &self.forests.after[*id], scope_after)?;
            Some((key, *id))
        }));
        let mut pairs = Vec::new();
        for (key, before) in &befores.lists {
            let after = afters.get(key);
            if rule.may_repeat || (before.len() == 1 && after.len() == 1) {
                let in_order = before.iter().zip(after);
                pairs.extend(in_order.map(|(old, now)| Matched {
                    before: *old,
                    after: *now,
                }));
            }
        }
        pairs
    }

    /// `None` for a node to which the rule does not apply.
    fn key(
        &self,
        rule: &Rule,
        node: &DeclarationNode<'s>,
        scope: impl FnOnce(&DeclarationNode<'s>) -> Option<Scope>,
    ) -> Option<Key<'s>> {
        if !rule.small && u64::from(node.facts.nodes) < self.min_nodes {
            return None;
        }
        Some(Key {
            sort: node.sort(),
            print: *node.print()?,
            scope: if rule.scope { Some(scope(node)?) } else { None },
            name: rule.name.then_some(&node.facts.name),
            folder: rule.folder.then(|| folder_of(node.path)),
        })
    }
}

fn leave_out(removed: &mut Vec<NodeId>, added: &mut Vec<NodeId>, found: &[Matched]) {
    let befores: FxHashSet<NodeId> = found.iter().map(|it| it.before).collect();
    let afters: FxHashSet<NodeId> = found.iter().map(|it| it.after).collect();
    removed.retain(|it| !befores.contains(it));
    added.retain(|it| !afters.contains(it));
}

fn members(forest: &Forest<'_>, nodes: &[NodeId]) -> Vec<NodeId> {
    nodes.iter().flat_map(|it| &forest[*it].children).copied().collect()
}

/// The outermost of nested nodes: the others are reported with them.
fn outermost(forest: &Forest<'_>, nodes: Vec<NodeId>) -> Vec<NodeId> {
    let all: FxHashSet<NodeId> = nodes.iter().copied().collect();
    let is_outer = |it: &NodeId| forest[*it].parent.is_none_or(|parent| !all.contains(&parent));
    nodes.into_iter().filter(is_outer).collect()
}
