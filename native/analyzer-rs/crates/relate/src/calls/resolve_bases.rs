//! Finds the declarations that bases lead to, as calls are resolved at the position of their declaration, but in the table
//! of the kind of base.

use crate::imports::is_builtin_class;
use crate::model::{CallVia, DeclarationRef, Outcome, Reason};
use crate::reasons::{call, import};
use parse::facts::{BaseFacts, BaseKind, DeclarationKind, VARIABLE, Within};

use super::call_file::{CallFile, CallFiles};
use super::declared_names::{Hit, NameTable};
use super::file_resolver::{FileResolver, Resolving};
use super::outcome::{call_of, declared_call, external_call, unresolved_call};

/// A base of a declaration.
struct WrittenBase<'f> {
    declaration: usize,
    within: Within,
    facts: &'f BaseFacts,
}

/// One outcome for each base of each declaration, in their order.
pub fn bases_of<'f>(resolving: Resolving<'f>, file: &'f CallFile<'f>) -> Vec<Outcome> {
    let declarations = file.facts.declarations.iter().enumerate();
    let written: Vec<WrittenBase<'f>> = declarations
        .flat_map(|(declaration, it)| {
            it.bases.iter().map(move |facts| WrittenBase {
                declaration,
                within: it.within,
                facts,
            })
        })
        .collect();
    if written.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..written.len()).collect();
    order.sort_by_key(|at| written[*at].within);
    let mut resolvers: [Option<FileResolver<'f>>; 4] = Default::default();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; written.len()];
    for at in order {
        let base = &written[at];
        let table = table_of(file, base);
        let resolver = resolvers[table as usize].get_or_insert_with(|| FileResolver::new(resolving, file, table));
        resolver.site.enter(base.within);
        let outcome = outcome_of(resolver, base);
        outcomes[at] = Some(without_itself(resolving.files, file, base, outcome));
    }
    outcomes.into_iter().flatten().collect()
}

fn table_of(file: &CallFile<'_>, base: &WrittenBase<'_>) -> NameTable {
    let is_interface = file.facts.declarations[base.declaration].kind == DeclarationKind::Interface;
    match base.facts.kind {
        BaseKind::Uses => NameTable::Traits,
        BaseKind::Implements => NameTable::Types,
        BaseKind::Extends if is_interface => NameTable::Types,
        BaseKind::Extends => NameTable::Classes,
    }
}

fn outcome_of<'f>(resolver: &mut FileResolver<'f>, base: &WrittenBase<'f>) -> Outcome {
    let BaseFacts { name, scope, .. } = base.facts;
    if name == "…" {
        return unresolved_call(call::COMPUTED_BASE);
    }
    let callee = resolver.site.callee(name);
    let known = &resolver.site.known[callee];
    if let Some(everywhere) = known.everywhere {
        return resolver.site.outcomes[everywhere as usize].clone();
    }
    if known.is_receiver() {
        return unresolved_call(call::RECEIVER);
    }
    if *scope == Some(VARIABLE) {
        return unresolved_call(call::BASE_VARIABLE);
    }
    if let Some(sibling) = in_namespace(resolver, base) {
        return sibling;
    }
    let outcome = match scope {
        None => resolver.named(callee, true),
        Some(scope) => resolver.site.of_scope(callee, *scope, &resolver.bases),
    };
    let outcome = resolver.site.outcomes[outcome as usize].clone();
    if outcome.reason == Some(Reason::Known(call::UNDECLARED)) && is_builtin(resolver.site.file, name) {
        return external_call(import::LANGUAGE_CLASS);
    }
    outcome
}

/// A name of the TypeScript namespace with the declaration, whose declarations have its name as a prefix. So have members
/// of objects, which their code does not see as names: but no object has types, and no scope binds the names of members.
fn in_namespace(resolver: &FileResolver<'_>, base: &WrittenBase<'_>) -> Option<Outcome> {
    let (file, table) = (resolver.site.file, resolver.site.table);
    let declarations = &file.facts.declarations;
    let own = &declarations[base.declaration];
    let around = own.scope.unwrap_or(own.within);
    let is_type = |index: &u32| {
        own.kind == DeclarationKind::Interface || declarations[*index as usize].kind != DeclarationKind::Class
    };
    let is_bound = base.facts.scope.is_some_and(|it| it >= declarations.len() as Within);
    let mut prefix = file.declared.name_in_scope(base.declaration);
    while let Some((outer, _)) = prefix.rsplit_once('.').filter(|(outer, _)| !outer.is_empty()) {
        prefix = outer;
        let dotted = format!("{prefix}.{}", base.facts.name);
        if let Some(Hit::Found { indices, .. }) = file.declared.find(around, &dotted, table)
            && (is_bound || (table == NameTable::Types && indices.iter().all(is_type)))
        {
            return Some(declared_call(resolver.files, file, &indices, CallVia::Local));
        }
    }
    None
}

fn is_builtin(file: &CallFile<'_>, name: &str) -> bool {
    file.rules
        .builtin_classes
        .as_deref()
        .is_some_and(|list| is_builtin_class(list, name))
}

/// A class can have the name of its base class (`from m import A` and `class A(A)`): the name then leads to both.
fn without_itself(files: &CallFiles<'_>, file: &CallFile<'_>, base: &WrittenBase<'_>, outcome: Outcome) -> Outcome {
    let own = DeclarationRef {
        file: file.index,
        declaration: base.declaration as u32,
    };
    if !outcome.candidates.contains(&own) {
        return outcome;
    }
    let others: Vec<DeclarationRef> = outcome.candidates.iter().copied().filter(|it| *it != own).collect();
    if others.is_empty() {
        return if is_builtin(file, &base.facts.name) {
            external_call(import::LANGUAGE_CLASS)
        } else {
            Outcome {
                reason: outcome.reason.or(Some(Reason::Known(call::OWN_NAME))),
                ..unresolved_call(call::OWN_NAME)
            }
        };
    }
    if outcome.reason.is_some() {
        return Outcome {
            candidates: others,
            ..outcome
        };
    }
    call_of(files, others, outcome.via.unwrap_or(CallVia::Import))
}
