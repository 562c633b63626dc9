//! Looks names up, in one pass over the scopes: each name has a stack of the scopes that bind it, innermost last, so that
//! a lookup does not depend on the nesting.
//!
//! A. Aho, M. Lam, R. Sethi, J. Ullman: Compilers, 2nd ed., 2.7 (symbol table per scope)

use super::binding_positions::ScopeKind;
use super::name_scopes::{BoundId, NameId, NameScopes, Refers, ScopeId};
use syntax::flat_tree::NodeId;

/// A name at a node.
pub struct Lookup {
    pub node: NodeId,
    pub name: NameId,
    pub found: Found,
}

/// What the nearest scope that is visible at a node binds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Nothing,
    Bound(BoundId),
    /// Only a scope that is not visible binds the name.
    Hidden,
}

/// Sets what was found.
pub fn look_up(scopes: &mut NameScopes<'_>, lookups: &mut [Lookup]) {
    let mut order: Vec<u32> = (0..lookups.len() as u32).collect();
    order.sort_by_key(|at| lookups[*at as usize].node);
    let mut walk = ScopeWalk {
        stacks: (0..scopes.names()).map(|_| Vec::new()).collect(),
        scopes,
        open: Vec::new(),
        closed: Vec::new(),
        next: 0,
    };
    for at in order {
        let lookup = &mut lookups[at as usize];
        walk.go_to(i64::from(lookup.node));
        lookup.found = walk.find(lookup.name);
    }
    walk.go_to(i64::MAX);
}

struct ScopeWalk<'s, 'a> {
    scopes: &'s mut NameScopes<'a>,
    stacks: Vec<Vec<(ScopeId, BoundId)>>,
    open: Vec<ScopeId>,
    closed: Vec<ScopeId>,
    next: ScopeId,
}

impl ScopeWalk<'_, '_> {
    /// Opens all scopes before a node, and closes those that end before it.
    fn go_to(&mut self, node: i64) {
        while let Some(scope) = self.scopes.scopes.get(self.next as usize)
            && scope.node < node
        {
            let start = scope.node;
            self.close_before(start);
            self.enter(self.next);
            self.next += 1;
        }
        self.close_before(node);
    }

    fn find(&self, name: NameId) -> Found {
        let Some(innermost) = self.open.last() else {
            return Found::Nothing;
        };
        let closed = self.closed.last().map_or(-1, |it| self.scopes.at(*it).node);
        for (scope, bound) in self.stacks[name as usize].iter().rev() {
            let its = self.scopes.at(*scope);
            if its.node < closed {
                return Found::Hidden;
            }
            // The code in a function of a class does not see the names of the class.
            if its.kind != ScopeKind::Class || self.scopes.function_around(*innermost) == *scope {
                return Found::Bound(*bound);
            }
        }
        Found::Nothing
    }

    fn enter(&mut self, scope: ScopeId) {
        let names = std::mem::take(&mut self.scopes.scopes[scope as usize].names);
        for bound in &names {
            self.link(*bound);
        }
        self.open.push(scope);
        if self.scopes.at(scope).kind == ScopeKind::Closed {
            self.closed.push(scope);
        }
        for bound in &names {
            if let Some(its) = self.scopes.actual(*bound) {
                let name = self.scopes.bound[*bound as usize].name;
                self.stacks[name as usize].push((scope, its));
            }
        }
        self.scopes.scopes[scope as usize].names = names;
    }

    fn link(&mut self, bound: BoundId) {
        let name = self.scopes.bound[bound as usize].name;
        let target = match self.scopes.bound[bound as usize].refers {
            None => return,
            Some(Refers::ToFile) => self.stacks[name as usize].first().map(|(_, bound)| *bound),
            Some(Refers::ToOuter) => match self.find(name) {
                Found::Bound(target) => Some(target),
                _ => None,
            },
        };
        if let Some(target) = target {
            let values = self.scopes.bound[bound as usize].values;
            self.scopes.bound[bound as usize].target = Some(target);
            self.scopes.bound[target as usize].values += values;
        }
    }

    fn close_before(&mut self, node: i64) {
        while let Some(scope) = self.open.last().copied()
            && node >= i64::from(self.scopes.at(scope).end)
        {
            self.open.pop();
            if self.closed.last() == Some(&scope) {
                self.closed.pop();
            }
            for bound in &self.scopes.at(scope).names {
                if self.scopes.actual(*bound).is_some() {
                    let name = self.scopes.bound[*bound as usize].name;
                    self.stacks[name as usize].pop();
                }
            }
        }
    }
}
