//! Finds the candidate declarations of calls by names, base classes and local variables that are new objects: other types
//! and conditions are not evaluated. A member of an unknown receiver is never matched by its bare name.

use crate::model::{Destination, ResolvedCalls};
use crate::reasons::call;
use base::errors::AnalyzerError;
use parse::facts::{CLASSES, Call, FileFacts, Within};

use super::base_classes::{BaseClasses, DirectBases};
use super::call_file::{CallFile, CallFiles, CallSource};
use super::call_site::{CallSite, CalleeIndex, OutcomeIndex, Receiver};
use super::declared_names::FILE_SCOPE;
use super::included::{FilesByName, IncludedNames, NameKind, NameToTry, NamesToTry};
use super::language_rules::call_rules;
use super::php_names::php_names;
use super::trace::trace;

/// `sources`: the analyzed files in the order of their paths; `count`: number of all entries; `module_at`: the target
/// of a dotted module name that a file imports; `go_on` fails when the result is no longer needed. Returns the
/// resolved calls of each file, aligned with the sources.
pub fn resolve_calls<'a>(
    sources: impl Iterator<Item = CallSource<'a>> + Clone,
    count: usize,
    mut module_at: impl FnMut(&str, &str) -> Destination,
    go_on: impl Fn() -> Result<(), AnalyzerError>,
) -> Result<Vec<ResolvedCalls>, AnalyzerError> {
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
        if source.facts.calls.is_empty() {
            resolved.push(ResolvedCalls::default());
            continue;
        }
        let index = source.index as usize;
        let has_facts = files.0[index].is_some();
        if !has_facts {
            files.0[index] = make(source);
        }
        resolved.push(calls_of(
            &files,
            &names,
            &direct,
            files.analysed(source.index),
            &mut order,
        ));
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
fn calls_of<'f>(
    files: &'f CallFiles<'f>,
    names: &'f FilesByName<'f>,
    direct: &'f DirectBases,
    file: &'f CallFile<'f>,
    order: &mut CallOrder,
) -> ResolvedCalls {
    let FileFacts {
        calls,
        objects,
        scoped_calls,
        ..
    } = file.facts;
    let declarations = file.facts.declarations.len();
    let mut resolver = FileResolver {
        site: CallSite::new(files, file),
        included: IncludedNames::new(files, names),
        bases: BaseClasses::new(files, names, direct),
        files,
    };
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

struct FileResolver<'f> {
    site: CallSite<'f>,
    included: IncludedNames<'f>,
    bases: BaseClasses<'f>,
    files: &'f CallFiles<'f>,
}

impl<'f> FileResolver<'f> {
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
        if let Some(inner) = self.site.below(index, &self.bases) {
            return inner;
        }
        let file: &'f CallFile<'f> = self.site.file;
        let callee = &self.site.known[index];
        let is_variable = file.rules.includes && !file.rules.flat && callee.head().starts_with('$');
        if is_variable && self.site.within() != FILE_SCOPE {
            return self.site.unresolved(call::RECEIVER);
        }
        if let Some(outcome) = callee.at_file_level {
            return outcome;
        }
        let name = &callee.name;
        let outcome = if !file.rules.includes {
            trace(self.files, file, name, &self.bases)
        } else if file.rules.flat {
            self.included.outcome(file, &flat_name(name), &self.bases)
        } else {
            let names = php_names(file, self.site.namespace(), name, false);
            self.included.outcome(file, &names, &self.bases)
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
        let outcome = self.included.outcome(file, &names, &self.bases);
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
