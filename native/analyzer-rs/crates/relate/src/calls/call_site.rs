//! The position in a file at which calls are resolved, and the names that its scopes bind there.

use std::borrow::Cow;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::model::{CallVia, DeclarationRef, LinkState, Outcome, Reason};
use crate::reasons::{call, declared_as};
use parse::facts::{ObjectFacts, Within};

use super::base_classes::BaseClasses;
use super::call_file::{CallFile, CallFiles};
use super::class_names::WrittenClass;
use super::declared_names::{FILE_SCOPE, Hit, NameTable};
use super::dotted::{head_of, rest_of};
use super::lexical_scopes::LexicalScopes;
use super::member::{InheritedMembers, Member};
use super::outcome::{call_of, declared_call, member_call, unresolved_call};
use super::owners::{Owner, owners};
use super::php_names::php_namespaces;
use super::trace::trace_inner;

/// The index of an outcome in the file's table of outcomes.
pub type OutcomeIndex = u32;

/// A callee as written, and the data that all its calls share.
#[derive(Clone)]
pub struct Callee<'f> {
    /// In the normal spelling of the language.
    pub name: Cow<'f, str>,
    /// Length of its first part.
    head: usize,
    /// The first part refers to the class or object around the call, or to its base classes.
    pub receiver: Receiver,
    /// Its outcome at any position of the file.
    pub everywhere: Option<OutcomeIndex>,
    /// Its outcome if no scope below file level binds it, in one namespace; computed on first use.
    pub at_file_level: Option<OutcomeIndex>,
    /// The same for the name of a class.
    pub as_class: Option<OutcomeIndex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    Itself,
    BaseClasses,
    Other,
}

impl Callee<'_> {
    /// The first part is not a name.
    pub fn is_receiver(&self) -> bool {
        self.receiver != Receiver::Other
    }

    pub fn head(&self) -> &str {
        &self.name[..self.head]
    }
}

/// The index of a callee in the site's table of callees.
pub type CalleeIndex = usize;

/// Results of the lookups in a scope.
type Known = FxHashMap<Box<str>, Option<OutcomeIndex>>;

/// It moves through the file's declarations in the order of its facts; equal calls are resolved once.
pub struct CallSite<'f> {
    pub file: &'f CallFile<'f>,
    pub table: NameTable,
    /// All outcomes so far.
    pub outcomes: Vec<Outcome>,
    files: &'f CallFiles<'f>,
    scopes: LexicalScopes<'f>,
    namespaces: Vec<String>,
    namespace_callees: FxHashMap<String, usize>,
    /// By the index of their namespace among the distinct ones, then by the written callee.
    callees: Vec<FxHashMap<&'f str, CalleeIndex>>,
    callees_here: usize,
    pub known: Vec<Callee<'f>>,
    scoped: FxHashMap<(Within, Option<CallVia>), Known>,
    unresolved: FxHashMap<&'static str, OutcomeIndex>,
    members: FxHashMap<String, OutcomeIndex>,
    owners: Option<Vec<Option<Owner<'f>>>>,
    within: Within,
}

impl<'f> CallSite<'f> {
    pub fn new(files: &'f CallFiles<'f>, file: &'f CallFile<'f>, table: NameTable) -> Self {
        let namespaces = if file.rules.ignores_case {
            php_namespaces(file)
        } else {
            Vec::new()
        };
        Self {
            file,
            table,
            outcomes: Vec::new(),
            files,
            scopes: LexicalScopes::new(file),
            namespaces,
            namespace_callees: FxHashMap::default(),
            callees: vec![FxHashMap::with_capacity_and_hasher(
                file.facts.calls.len() / 4,
                FxBuildHasher,
            )],
            callees_here: 0,
            known: Vec::new(),
            scoped: FxHashMap::default(),
            unresolved: FxHashMap::default(),
            members: FxHashMap::default(),
            owners: None,
            within: FILE_SCOPE,
        }
    }

    /// The declaration around the calls, or `FILE_SCOPE`.
    pub fn within(&self) -> Within {
        self.within
    }

    /// The case-folded namespace of PHP.
    pub fn namespace(&self) -> &str {
        let at = usize::try_from(self.within).unwrap_or(self.namespaces.len().wrapping_sub(1));
        self.namespaces.get(at).map_or("", String::as_str)
    }

    pub fn enter(&mut self, declaration: Within) {
        self.within = declaration;
        if declaration != FILE_SCOPE && !self.file.rules.flat {
            self.scopes.enter(declaration);
        }
        if !self.namespaces.is_empty() {
            self.enter_namespace();
        }
    }

    /// `written`: as in the facts.
    pub fn callee(&mut self, written: &'f str) -> CalleeIndex {
        if let Some(index) = self.callees[self.callees_here].get(written) {
            return *index;
        }
        let callee = self.new_callee(written);
        self.known.push(callee);
        let index = self.known.len() - 1;
        self.callees[self.callees_here].insert(written, index);
        index
    }

    /// Stores the outcome of all calls of the callee that no scope below file level binds.
    pub fn keep_at_file_level(&mut self, callee: CalleeIndex, outcome: Outcome) -> OutcomeIndex {
        let index = self.add(outcome);
        self.known[callee].at_file_level = Some(index);
        index
    }

    /// The same for the name of a class.
    pub fn keep_as_class(&mut self, callee: CalleeIndex, outcome: Outcome) -> OutcomeIndex {
        let index = self.add(outcome);
        self.known[callee].as_class = Some(index);
        index
    }

    /// The outcome of one call, which is not as certain as that of others.
    pub fn doubted(&mut self, outcome: OutcomeIndex, reason: &'static str) -> OutcomeIndex {
        let certain = self.outcomes[outcome as usize].clone();
        self.add(Outcome {
            state: LinkState::Ambiguous,
            reason: Some(Reason::Known(reason)),
            ..certain
        })
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
    pub fn of_self(&mut self, callee: CalleeIndex, bases: &BaseClasses<'_>) -> OutcomeIndex {
        let file = self.file;
        let Some(owner) = self.owner() else {
            return self
                .below(callee, bases)
                .unwrap_or_else(|| self.unresolved(call::NO_CLASS));
        };
        let name = self.known[callee].name.clone();
        let member = rest_of(&name);
        if !member.is_empty() {
            let dotted = format!("{}{member}", owner.prefix);
            let found = self.in_scope(owner.scope, &dotted, Some(CallVia::Member), bases);
            return match (found, owner.class) {
                (Some(found), _) => found,
                (None, Some(class)) => self.inherited(self.at(class), member, bases),
                (None, None) if member.contains('.') => self.unresolved(call::RECEIVER),
                (None, None) => self.unresolved(call::NO_MEMBER),
            };
        }
        match owner.class {
            Some(class) if file.rules.self_class.iter().any(|it| it == head_of(&name)) => {
                let outcome = call_of(self.files, file.refs(&[class]).collect(), CallVia::Member);
                self.add(outcome)
            }
            _ => self.unresolved(call::RECEIVER),
        }
    }

    /// `super.m`, `super(C).m`: a member of the base classes; `super`: the constructor of the base class.
    pub fn of_super(&mut self, callee: CalleeIndex, bases: &BaseClasses<'_>) -> OutcomeIndex {
        let Some(class) = self.owner().and_then(|owner| owner.class) else {
            return self.unresolved(call::NO_CLASS);
        };
        let name = self.known[callee].name.clone();
        let (head, member) = (head_of(&name), rest_of(&name));
        if !member.is_empty() {
            let after = head.strip_suffix(')').and_then(|it| it.split_once('('));
            let start = match after {
                None => Some(self.at(class)),
                Some((_, name)) => {
                    let (within, scope) = (self.within, None);
                    bases.class_at(self.file.index, WrittenClass { within, name, scope })
                }
            };
            return match start {
                None => self.unresolved(call::RECEIVER),
                Some(start) => self.inherited(start, member, bases),
            };
        }
        if !self.file.rules.parent_is_class {
            return self.unresolved(call::UNDECLARED);
        }
        match bases.parent(self.at(class)) {
            None => self.unresolved(call::UNKNOWN_BASE),
            Some(parent) => {
                let name = self.file.rules.parent_constructor.as_deref();
                let found = match name.map(|name| bases.member(parent, name)) {
                    Some(Member::Found { found, doubt: None }) => found,
                    _ => vec![parent],
                };
                let outcome = call_of(self.files, found, CallVia::Inherited);
                self.add(outcome)
            }
        }
    }

    /// A member of the class of which the receiver is an object.
    pub fn of_object(&mut self, callee: CalleeIndex, object: &ObjectFacts, bases: &BaseClasses<'_>) -> OutcomeIndex {
        let name = self.known[callee].name.clone();
        // The name of a callee with an unknown part is as written.
        let member = self.file.declared.fold(name.rsplit('.').next().unwrap_or_default());
        let ObjectFacts {
            class, scope, declared, ..
        } = object;
        let key = format!("{} {scope:?} {class} {declared} {member}", self.within);
        if let Some(known) = self.members.get(&key) {
            return *known;
        }
        let written = WrittenClass {
            within: self.within,
            name: class,
            scope: *scope,
        };
        let index = if *declared {
            let outcome = self.of_type(written, &member, bases);
            self.add(outcome)
        } else {
            match bases.class_at(self.file.index, written) {
                None => self.unresolved(call::RECEIVER),
                Some(class) => {
                    let outcome = member_call(self.files, bases.member(class, &member), CallVia::Instance);
                    self.add(outcome)
                }
            }
        };
        self.members.insert(key, index);
        index
    }

    /// A member of a declared type.
    fn of_type(&mut self, written: WrittenClass<'_>, member: &str, bases: &BaseClasses<'_>) -> Outcome {
        let folded = self.file.declared.fold(written.name);
        let is_self = self.file.rules.self_names.iter().any(|it| *it == folded);
        let found = if is_self {
            self.owner().and_then(|it| it.class).map(|class| self.at(class))
        } else {
            bases.type_at(self.file.index, written)
        };
        let Some(class) = found else {
            return Outcome {
                state: LinkState::Unresolved,
                via: None,
                candidates: Vec::new(),
                reason: Some(declared_as(written.name)),
            };
        };
        let outcome = member_call(self.files, bases.member(class, member), CallVia::Instance);
        match outcome.state {
            LinkState::Resolved => Outcome {
                state: LinkState::Declared,
                ..outcome
            },
            _ => outcome,
        }
    }

    /// A name of one scope below file level, or of none.
    pub fn of_scope(&mut self, callee: CalleeIndex, scope: Within, bases: &BaseClasses<'_>) -> OutcomeIndex {
        let name = self.known[callee].name.clone();
        let found = self.in_scope(scope, &name, None, bases);
        let otherwise = if name.contains('.') {
            call::RECEIVER
        } else {
            call::VARIABLE
        };
        found.unwrap_or_else(|| self.unresolved(otherwise))
    }

    /// A name that a scope below file level binds; `None` if there is no such scope.
    pub fn below(&mut self, callee: CalleeIndex, bases: &BaseClasses<'_>) -> Option<OutcomeIndex> {
        if self.file.rules.flat {
            return None;
        }
        let callee = &self.known[callee];
        let sees_class = self.file.rules.sees_class_body && self.file.declared.is_class(self.within);
        let scopes = self.scopes.known_in(callee.head()).len();
        if !sees_class && scopes == 0 {
            return None;
        }
        let Callee { name, head, .. } = callee.clone();
        if sees_class {
            let own = self.in_scope(self.within, &name, None, bases);
            if own.is_some() {
                return own;
            }
        }
        for at in (0..scopes).rev() {
            let known = self.scopes.known_in(&name[..head])[at];
            if known.parameter {
                return Some(self.unresolved(call::PARAMETER));
            }
            let found = self.in_scope(known.scope, &name, None, bases);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn new_callee(&mut self, written: &'f str) -> Callee<'f> {
        let rules = self.file.rules;
        let callee = |name: Cow<'f, str>, head, receiver, everywhere| Callee {
            name,
            head,
            receiver,
            everywhere,
            at_file_level: None,
            as_class: None,
        };
        if !written.is_ascii() && written.contains('…') {
            let reason = if written == "…" {
                call::COMPUTED
            } else {
                call::RECEIVER
            };
            let everywhere = self.unresolved(reason);
            return callee(Cow::Borrowed(written), written.len(), Receiver::Other, Some(everywhere));
        }
        if rules.flat {
            return callee(Cow::Borrowed(written), written.len(), Receiver::Other, None);
        }
        let name = self.file.declared.fold(written);
        let head = head_of(&name);
        let is_super = |parent: &String| {
            let rest = head.strip_prefix(parent.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
        };
        let receiver = if rules.parent.iter().any(is_super) {
            Receiver::BaseClasses
        } else if rules.self_names.iter().any(|it| it == head) {
            Receiver::Itself
        } else {
            Receiver::Other
        };
        let length = head.len();
        callee(name, length, receiver, None)
    }

    fn enter_namespace(&mut self) {
        let namespace = self.namespace();
        if let Some(callees) = self.namespace_callees.get(namespace) {
            self.callees_here = *callees;
            return;
        }
        let namespace = namespace.to_owned();
        self.callees.push(FxHashMap::default());
        self.callees_here = self.callees.len() - 1;
        self.namespace_callees.insert(namespace, self.callees_here);
    }

    fn owner(&mut self) -> Option<Owner<'f>> {
        let file = self.file;
        let owners = self.owners.get_or_insert_with(|| owners(file));
        usize::try_from(self.within).ok().and_then(|within| owners[within])
    }

    fn at(&self, declaration: u32) -> DeclarationRef {
        DeclarationRef {
            file: self.file.index,
            declaration,
        }
    }

    fn inherited(&mut self, start: DeclarationRef, member: &str, bases: &BaseClasses<'_>) -> OutcomeIndex {
        let key = format!("{}:{}:{member}", start.file, start.declaration);
        if let Some(known) = self.members.get(&key) {
            return *known;
        }
        let outcome = member_call(
            self.files,
            bases.inherited(start, member, self.table),
            CallVia::Inherited,
        );
        let index = self.add(outcome);
        self.members.insert(key, index);
        index
    }

    /// `via`: how it was found, if the lookup in the scope does not decide that.
    fn in_scope(
        &mut self,
        scope: Within,
        dotted: &str,
        via: Option<CallVia>,
        bases: &BaseClasses<'_>,
    ) -> Option<OutcomeIndex> {
        let known = self.scoped.get(&(scope, via)).and_then(|it| it.get(dotted));
        if let Some(outcome) = known {
            return *outcome;
        }
        let outcome = if via.is_none() && self.file.imports_in(scope, head_of(dotted)) {
            Some(self.add(trace_inner(self.files, self.file, (dotted, scope), self.table, bases)))
        } else {
            match self.file.declared.find(scope, dotted, self.table) {
                None => None,
                Some(Hit::Miss { reason, .. }) => Some(self.unresolved(reason)),
                Some(Hit::Found { indices, via: own }) => {
                    let outcome = declared_call(self.files, self.file, &indices, via.unwrap_or(own));
                    Some(self.add(outcome))
                }
            }
        };
        self.scoped
            .entry((scope, via))
            .or_default()
            .insert(dotted.into(), outcome);
        outcome
    }

    fn add(&mut self, outcome: Outcome) -> OutcomeIndex {
        self.outcomes.push(outcome);
        (self.outcomes.len() - 1) as OutcomeIndex
    }
}
