//! The place of a file at which calls are resolved, and what its own scopes say there.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::parse::facts::Within;
use crate::relate::model::{CallVia, Outcome};
use crate::relate::reasons::call;

use super::call_file::{CallFile, CallFiles};
use super::declared_names::{FILE_SCOPE, Hit};
use super::dotted::{head_of, rest_of};
use super::lexical_scopes::LexicalScopes;
use super::outcome::{call_of, unresolved_call};
use super::owners::{Owner, owners};
use super::php_names::php_namespaces;

/// The place of an outcome in the file's table of outcomes.
pub type OutcomeIndex = u32;

/// It moves through the file's declarations in the order of its facts; equal calls are resolved once.
pub struct CallSite<'f> {
    pub file: &'f CallFile<'f>,
    /// All outcomes so far.
    pub outcomes: Vec<Outcome>,
    files: &'f CallFiles<'f>,
    scopes: LexicalScopes<'f>,
    namespaces: Vec<String>,
    file_level: FxHashMap<Cow<'f, str>, OutcomeIndex>,
    scoped: FxHashMap<(Within, Option<CallVia>), FxHashMap<String, Option<OutcomeIndex>>>,
    unresolved: FxHashMap<&'static str, OutcomeIndex>,
    owners: Option<Vec<Option<Owner<'f>>>>,
    within: Within,
}

impl<'f> CallSite<'f> {
    pub fn new(files: &'f CallFiles<'f>, file: &'f CallFile<'f>) -> Self {
        Self {
            file,
            outcomes: Vec::new(),
            files,
            scopes: LexicalScopes::new(file),
            namespaces: if file.rules.ignores_case {
                php_namespaces(file)
            } else {
                Vec::new()
            },
            file_level: FxHashMap::default(),
            scoped: FxHashMap::default(),
            unresolved: FxHashMap::default(),
            owners: None,
            within: FILE_SCOPE,
        }
    }

    /// The declaration around the calls, or `FILE_SCOPE`.
    pub fn within(&self) -> Within {
        self.within
    }

    /// PHP's, folded.
    pub fn namespace(&self) -> &str {
        let at = usize::try_from(self.within).unwrap_or(self.namespaces.len().wrapping_sub(1));
        self.namespaces.get(at).map_or("", String::as_str)
    }

    pub fn enter(&mut self, declaration: Within) {
        self.within = declaration;
        if declaration != FILE_SCOPE {
            self.scopes.enter(declaration);
        }
    }

    /// An outcome that does not depend on the place, found once for each key.
    pub fn known(&self, key: &str) -> Option<OutcomeIndex> {
        self.file_level.get(key).copied()
    }

    /// Keeps it for the key.
    pub fn keep(&mut self, key: Cow<'f, str>, outcome: Outcome) -> OutcomeIndex {
        let index = self.add(outcome);
        self.file_level.insert(key, index);
        index
    }

    pub fn unresolved(&mut self, reason: &'static str) -> OutcomeIndex {
        if let Some(index) = self.unresolved.get(reason) {
            return *index;
        }
        let index = self.add(unresolved_call(reason));
        self.unresolved.insert(reason, index);
        index
    }

    /// `self.m`: a member of the class or object around the calls; `cls`: a new object of that class.
    pub fn of_self(&mut self, name: &str) -> OutcomeIndex {
        let file = self.file;
        let owners = self.owners.get_or_insert_with(|| owners(file));
        let owner = usize::try_from(self.within).ok().and_then(|within| owners[within]);
        let Some(owner) = owner else {
            return self.below(name).unwrap_or_else(|| self.unresolved(call::NO_CLASS));
        };
        let member = rest_of(name);
        if !member.is_empty() {
            let dotted = format!("{}{member}", owner.prefix);
            let found = self.in_scope(owner.scope, &dotted, Some(CallVia::Member));
            let reason = if member.contains('.') {
                call::RECEIVER
            } else {
                call::INHERITED
            };
            return found.unwrap_or_else(|| self.unresolved(reason));
        }
        match owner.class {
            Some(class) if file.rules.self_class.contains(&head_of(name)) => {
                let outcome = call_of(self.files, file.refs(&[class]).collect(), CallVia::Member);
                self.add(outcome)
            }
            _ => self.unresolved(call::RECEIVER),
        }
    }

    /// A name that a scope below file level knows; `None` when none does.
    pub fn below(&mut self, name: &str) -> Option<OutcomeIndex> {
        if self.file.rules.sees_class_body && self.file.declared.is_class(self.within) {
            let own = self.in_scope(self.within, name, None);
            if own.is_some() {
                return own;
            }
        }
        let head = head_of(name);
        for at in (0..self.scopes.known_in(head).len()).rev() {
            let known = self.scopes.known_in(head)[at];
            if known.parameter {
                return Some(self.unresolved(call::PARAMETER));
            }
            let found = self.in_scope(known.scope, name, None);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// `via`: how it was found, where the scope's own answer to that does not count.
    fn in_scope(&mut self, scope: Within, dotted: &str, via: Option<CallVia>) -> Option<OutcomeIndex> {
        let known = self.scoped.get(&(scope, via)).and_then(|it| it.get(dotted));
        if let Some(outcome) = known {
            return *outcome;
        }
        let outcome = match self.file.declared.find(scope, dotted) {
            None => None,
            Some(Hit::Miss(reason)) => Some(self.unresolved(reason)),
            Some(Hit::Found { indices, via: own }) => Some(self.add(call_of(
                self.files,
                self.file.refs(&indices).collect(),
                via.unwrap_or(own),
            ))),
        };
        let found_there = self.scoped.entry((scope, via)).or_default();
        found_there.insert(dotted.to_owned(), outcome);
        outcome
    }

    fn add(&mut self, outcome: Outcome) -> OutcomeIndex {
        self.outcomes.push(outcome);
        (self.outcomes.len() - 1) as OutcomeIndex
    }
}
