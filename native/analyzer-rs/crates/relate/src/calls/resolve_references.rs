//! Finds the declarations that references lead to, as calls are resolved at their position, but in the table of values or
//! of types. Other names are counted, because they can be variables.

use crate::model::{LinkState, Outcome, Reason, ResolvedReferences};
use crate::reasons::call;
use parse::facts::{REEXPORTED, ReferenceFacts, ReferenceKind};

use super::call_file::CallFile;
use super::declared_names::NameTable;
use super::file_resolver::{FileResolver, Resolving};
use super::outcome::unresolved_call;
use super::trace::trace_exported;

pub fn references_of<'f>(resolving: Resolving<'f>, file: &'f CallFile<'f>) -> ResolvedReferences {
    let references = &file.facts.references;
    let mut result = ResolvedReferences::default();
    if references.is_empty() {
        return result;
    }
    let mut order: Vec<usize> = (0..references.len()).collect();
    order.sort_by_key(|at| references[*at].within);
    let mut sites = Sites {
        resolving,
        file,
        values: None,
        names: None,
    };
    for at in order {
        let it = &references[at];
        let outcome = sites.outcome_of(it);
        if !outcome.candidates.is_empty() {
            if !is_own_export(file, it, &outcome) {
                result.found.push((at as u32, outcome));
            }
        } else if !it.name.contains('.') && outcome.reason != Some(Reason::Known(call::MODULE)) {
            *(match outcome.state {
                LinkState::External => &mut result.external,
                _ => &mut result.unresolved,
            }) += 1;
        }
    }
    result.found.sort_by_key(|(at, _)| *at);
    result
}

struct Sites<'f> {
    resolving: Resolving<'f>,
    file: &'f CallFile<'f>,
    values: Option<FileResolver<'f>>,
    names: Option<FileResolver<'f>>,
}

impl<'f> Sites<'f> {
    fn outcome_of(&mut self, it: &'f ReferenceFacts) -> Outcome {
        match it.kind {
            ReferenceKind::Type => self.look_up(it, NameTable::Names),
            ReferenceKind::Reexport => {
                let value = self.look_up(it, NameTable::Values);
                if value.candidates.is_empty() {
                    self.look_up(it, NameTable::Names)
                } else {
                    value
                }
            }
            _ => self.look_up(it, NameTable::Values),
        }
    }

    fn look_up(&mut self, it: &'f ReferenceFacts, table: NameTable) -> Outcome {
        let (resolving, file) = (self.resolving, self.file);
        let site = match table {
            NameTable::Names => &mut self.names,
            _ => &mut self.values,
        };
        let resolver = site.get_or_insert_with(|| FileResolver::new(resolving, file, table));
        if it.scope == Some(REEXPORTED) {
            let name = file.declared.fold(&it.name);
            return trace_exported(resolving.files, file, &name, table, &resolver.bases);
        }
        resolver.site.enter(it.within);
        let callee = resolver.site.callee(&it.name);
        let known = &resolver.site.known[callee];
        if let Some(everywhere) = known.everywhere {
            return resolver.site.outcomes[everywhere as usize].clone();
        }
        if known.is_receiver() {
            return unresolved_call(call::RECEIVER);
        }
        let outcome = match it.scope {
            None => resolver.named(callee, true),
            Some(scope) => resolver.site.of_scope(callee, scope, &resolver.bases),
        };
        resolver.site.outcomes[outcome as usize].clone()
    }
}

/// `export { f }` of a declaration of the file.
fn is_own_export(file: &CallFile<'_>, it: &ReferenceFacts, outcome: &Outcome) -> bool {
    it.kind == ReferenceKind::Reexport && outcome.candidates.iter().all(|it| it.file == file.index)
}
