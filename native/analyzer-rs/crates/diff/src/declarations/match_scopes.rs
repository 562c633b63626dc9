//! Matches the declarations of scopes by name.

use crate::keyed_lists::KeyedLists;

use super::nodes::{Forest, Forests, NodeId, Sort, is_same_content};

/// A declaration before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched {
    pub before: NodeId,
    pub after: NodeId,
}

/// The same scope on both sides: the content of a file or of a declaration.
pub struct ScopePair {
    pub before: Vec<NodeId>,
    pub after: Vec<NodeId>,
}

/// Matches by name of two scopes, and the outermost unmatched declarations.
#[derive(Default)]
pub struct ScopeMatch {
    pub matched: Vec<Matched>,
    pub removed: Vec<NodeId>,
    pub added: Vec<NodeId>,
}

/// Continues in declarations that differ. Of several declarations with one name, such as overloads, equal ones are
/// paired first, then the others in order.
pub fn match_scopes(forests: &Forests<'_>, mut open: Vec<ScopePair>) -> ScopeMatch {
    let mut found = ScopeMatch::default();
    while let Some(scope) = open.pop() {
        for pair in match_scope(forests, &scope, &mut found) {
            found.matched.push(pair);
            if !forests.is_equal(pair) {
                open.push(ScopePair {
                    before: forests.before[pair.before].children.clone(),
                    after: forests.after[pair.after].children.clone(),
                });
            }
        }
    }
    found
}

impl Forests<'_> {
    /// Equal fingerprints: their content is equal too.
    pub fn is_equal(&self, pair: Matched) -> bool {
        let print = self.before[pair.before].print();
        print.is_some() && print == self.after[pair.after].print()
    }
}

fn match_scope(forests: &Forests<'_>, scope: &ScopePair, found: &mut ScopeMatch) -> Vec<Matched> {
    let mut pairs = Vec::new();
    let mut named = by_name(&forests.after, &scope.after);
    for (key, olds) in by_name(&forests.before, &scope.before).lists {
        let news = named.get_mut(&key).map(std::mem::take).unwrap_or_default();
        match_namesakes(forests, olds, news, &mut pairs, found);
    }
    for (_, left) in named.lists {
        found.added.extend(left);
    }
    pairs
}

fn match_namesakes(
    forests: &Forests<'_>,
    mut before: Vec<NodeId>,
    mut rest: Vec<NodeId>,
    pairs: &mut Vec<Matched>,
    found: &mut ScopeMatch,
) {
    before.retain(|old| {
        let is_same = |now: &NodeId| is_same_content(&forests.before[*old], &forests.after[*now]);
        let Some(at) = rest.iter().position(is_same) else {
            return true;
        };
        pairs.push(Matched {
            before: *old,
            after: rest.remove(at),
        });
        false
    });
    let together = before.len().min(rest.len());
    let in_order = before.iter().zip(&rest);
    pairs.extend(in_order.map(|(old, now)| Matched {
        before: *old,
        after: *now,
    }));
    found.removed.extend(&before[together..]);
    found.added.extend(&rest[together..]);
}

fn by_name<'s>(forest: &Forest<'s>, nodes: &[NodeId]) -> KeyedLists<(Sort, &'s str), NodeId> {
    KeyedLists::new(nodes.iter().map(|it| ((forest[*it].sort(), forest[*it].name), *it)))
}
