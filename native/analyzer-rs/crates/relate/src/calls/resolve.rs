//! Finds the candidate declarations of calls by names, base classes and local variables that are new objects: other types
//! and conditions are not evaluated. A member of an unknown receiver is never matched by its bare name.

use crate::model::{Destination, Outcome, ResolvedCalls};
use crate::reasons::call;
use base::errors::AnalyzerError;
use parse::facts::{CLASSES, Call, FileFacts, Within};

use super::base_classes::{BaseClasses, DirectBases};
use super::call_file::{CallFile, CallFiles, CallSource};
use super::call_site::{CallSite, CalleeIndex, OutcomeIndex, Receiver};
use super::declared_names::{FILE_SCOPE, NameTable};
use super::included::{FilesByName, IncludedNames, NameKind, NameToTry, NamesToTry};
use super::language_rules::call_rules;
use super::php_names::php_names;
use super::resolve_bases::bases_of;
use super::trace::trace;

/// The resolved calls and bases of one file.
#[derive(Clone, Default)]
pub struct ResolvedNames {
    /// Aligned with the file's calls.
    pub calls: ResolvedCalls,
    /// One outcome for each base of each declaration, in their order.
    pub bases: Vec<Outcome>,
}

/// `sources`: the analyzed files in the order of their paths; `count`: number of all entries; `module_at`: the target
/// of a dotted module name that a file imports; `go_on` fails when the result is no longer needed. Returns the
/// resolved calls and bases of each file, aligned with the sources.
pub fn resolve_calls<'a>(
    sources: impl Iterator<Item = CallSource<'a>> + Clone,
    count: usize,
    mut module_at: impl FnMut(&str, &str) -> Destination,
    go_on: impl Fn() -> Result<(), AnalyzerError>,
) -> Result<Vec<ResolvedNames>, AnalyzerError> {
    let mut make =
        |source: CallSource<'a>| Some(Box::new(CallFile::new(source, |module| module_at(source.path, module))));
    let mut files = CallFiles((0..count).map(|_| None).collect());
    let led_to = led_to(sources.clone(), count);
    let mut names = FilesByName::default();
    for source in sources.clone() {
        go_on()?;
        let index = source.index as usize;
        let rules = call_rules(source.language);
        if led_to[index] || rules.binds_modules || rules.autoloads {
            files.0[index] = make(source);
            names.add(files.analysed(source.index));
        }
    }
    let direct = DirectBases::default();
    let mut resolved = Vec::new();
    let mut order = CallOrder::default();
    for source in sources {
        go_on()?;
        if source.facts.calls.is_empty() && source.facts.declarations.iter().all(|it| it.bases.is_empty()) {
            resolved.push(ResolvedNames::default());
            continue;
        }
        let index = source.index as usize;
        let has_facts = files.0[index].is_some();
        if !has_facts {
            files.0[index] = make(source);
        }
        let resolving = Resolving {
            files: &files,
            names: &names,
            direct: &direct,
        };
        let file = files.analysed(source.index);
        resolved.push(ResolvedNames {
            calls: calls_of(resolving, file, &mut order),
            bases: bases_of(resolving, file),
        });
        if !has_facts {
            files.0[index] = None;
        }
    }
    Ok(resolved)
}

/// Whether an import leads to an entry. Other files refer only to names of these files, and to modules that no import
/// names directly.
fn led_to<'a>(sources: impl Iterator<Item = CallSource<'a>>, count: usize) -> Vec<bool> {
    let mut led_to = vec![false; count];
    for import in sources.flat_map(|source| source.links) {
        for file in &import.link.destination.files {
            led_to[*file as usize] = true;
        }
    }
    led_to
}

/// Outcomes aligned with the file's calls.
fn calls_of<'f>(resolving: Resolving<'f>, file: &'f CallFile<'f>, order: &mut CallOrder) -> ResolvedCalls {
    if file.facts.calls.is_empty() {
        return ResolvedCalls::default();
    }
    let FileFacts {
        calls,
        objects,
        scoped_calls,
        ..
    } = file.facts;
    let declarations = file.facts.declarations.len();
    let mut resolver = FileResolver::new(resolving, file, NameTable::Calls);
    let mut of_call = vec![0; calls.len()];
    order.read(calls.rows(), declarations);
    for declaration in 0..=declarations {
        let its = order.within(declaration);
        if its.is_empty() {
            continue;
        }
        resolver.site.enter(declaration as Within + FILE_SCOPE);
        for &index in its {
            let callee = resolver.site.callee(calls.callee(index as usize));
            let object = objects.binary_search_by_key(&index, |it| it.call);
            of_call[index as usize] = match object {
                Err(_) => {
                    let scoped = scoped_calls.binary_search_by_key(&index, |it| it.call);
                    resolver.call(callee, scoped.ok().map(|at| scoped_calls[at].scope))
                }
                Ok(at) => resolver.site.of_object(callee, &objects[at], &resolver.bases),
            };
        }
    }
    let mut outcomes = resolver.site.outcomes;
    outcomes.shrink_to_fit();
    ResolvedCalls { outcomes, of_call }
}

/// The data that all files share.
#[derive(Clone, Copy)]
pub struct Resolving<'f> {
    pub files: &'f CallFiles<'f>,
    names: &'f FilesByName<'f>,
    direct: &'f DirectBases,
}

pub struct FileResolver<'f> {
    pub site: CallSite<'f>,
    included: IncludedNames<'f>,
    pub bases: BaseClasses<'f>,
    pub files: &'f CallFiles<'f>,
}

impl<'f> FileResolver<'f> {
    /// `table`: the one of all names that it resolves.
    pub fn new(resolving: Resolving<'f>, file: &'f CallFile<'f>, table: NameTable) -> Self {
        let Resolving { files, names, direct } = resolving;
        Self {
            site: CallSite::new(files, file, table),
            included: IncludedNames::new(files, names),
            bases: BaseClasses::new(files, names, direct),
            files,
        }
    }

    /// `scope`: of its first name, if the declarations around do not show it.
    fn call(&mut self, index: CalleeIndex, scope: Option<Within>) -> OutcomeIndex {
        let callee = &self.site.known[index];
        if let Some(everywhere) = callee.everywhere {
            return everywhere;
        }
        match callee.receiver {
            Receiver::Itself => return self.site.of_self(index, &self.bases),
            Receiver::BaseClasses => return self.site.of_super(index, &self.bases),
            Receiver::Other => {}
        }
        match scope {
            None => {}
            Some(CLASSES) => return self.as_class(index),
            Some(scope) => return self.site.of_scope(index, scope, &self.bases),
        }
        let rules = self.site.file.rules;
        let is_variable = rules.includes && !rules.flat && callee.head().starts_with('$');
        if is_variable && self.site.within() != FILE_SCOPE {
            let inner = self.site.below(index, &self.bases);
            return inner.unwrap_or_else(|| self.site.unresolved(call::RECEIVER));
        }
        self.named(index, false)
    }

    /// A name without a known scope.
    pub fn named(&mut self, index: CalleeIndex, is_class: bool) -> OutcomeIndex {
        if let Some(inner) = self.site.below(index, &self.bases) {
            return inner;
        }
        let file: &'f CallFile<'f> = self.site.file;
        let callee = &self.site.known[index];
        if let Some(outcome) = callee.at_file_level {
            return outcome;
        }
        let (name, table) = (&callee.name, self.site.table);
        let outcome = if !file.rules.includes {
            trace(self.files, file, name, table, &self.bases)
        } else if file.rules.flat {
            self.included.outcome(file, &flat_name(name), table, &self.bases)
        } else {
            let names = php_names(file, self.site.namespace(), name, is_class);
            self.included.outcome(file, &names, table, &self.bases)
        };
        self.site.keep_at_file_level(index, outcome)
    }

    /// The name of a class where functions have names of their own.
    fn as_class(&mut self, index: CalleeIndex) -> OutcomeIndex {
        let file: &'f CallFile<'f> = self.site.file;
        let callee = &self.site.known[index];
        if let Some(outcome) = callee.as_class {
            return outcome;
        }
        let names = php_names(file, self.site.namespace(), &callee.name, true);
        let outcome = self.included.outcome(file, &names, self.site.table, &self.bases);
        self.site.keep_as_class(index, outcome)
    }
}

fn flat_name(name: &str) -> NamesToTry {
    NamesToTry {
        names: vec![NameToTry {
            name: name.to_owned(),
            kind: NameKind::Any,
        }],
        otherwise: call::NOT_INCLUDED,
    }
}

/// Calls by enclosing declaration, those of file level first, then in the order of the declarations. Its lists are
/// reused for each file.
#[derive(Default)]
struct CallOrder {
    /// The indices of the calls.
    calls: Vec<u32>,
    /// Start index of the calls of each declaration; 0 is the file.
    first: Vec<u32>,
    next: Vec<u32>,
}

impl CallOrder {
    /// A counting sort.
    fn read(&mut self, calls: &[Call], declarations: usize) {
        let Self {
            calls: order,
            first,
            next,
        } = self;
        first.clear();
        first.resize(declarations + 2, 0);
        for call in calls {
            first[(call.within + 2) as usize] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        next.clone_from(first);
        order.clear();
        order.resize(calls.len(), 0);
        for (index, call) in calls.iter().enumerate() {
            let at = &mut next[(call.within + 1) as usize];
            order[*at as usize] = index as u32;
            *at += 1;
        }
    }

    /// `declaration`: its index plus 1; 0 for the file.
    fn within(&self, declaration: usize) -> &[u32] {
        &self.calls[self.first[declaration] as usize..self.first[declaration + 1] as usize]
    }
}
