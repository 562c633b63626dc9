//! Finds the candidate declarations of calls by names, base classes and local variables that are new objects: other types
//! and conditions are not evaluated. A member of an unknown receiver is never matched by its bare name.

use crate::model::{Destination, Outcome, ResolvedCalls, ResolvedReferences};
use base::errors::AnalyzerError;
use parse::facts::{Call, FileFacts, Within};

use super::base_classes::DirectBases;
use super::call_file::{CallFile, CallFiles, CallSource};
use super::declared_names::{FILE_SCOPE, NameTable};
use super::file_resolver::{FileResolver, Resolving};
use super::included::FilesByName;
use super::language_rules::call_rules;
use super::resolve_bases::bases_of;
use super::resolve_references::references_of;
use super::run_order::doubt_of_order;

/// The resolved calls and bases of one file.
#[derive(Clone, Default)]
pub struct ResolvedNames {
    /// Aligned with the file's calls.
    pub calls: ResolvedCalls,
    /// One outcome for each base of each declaration, in their order.
    pub bases: Vec<Outcome>,
    pub references: ResolvedReferences,
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
    let mut is_analyzed = vec![false; count];
    for source in sources.clone() {
        is_analyzed[source.index as usize] = true;
    }
    for source in sources.clone() {
        go_on()?;
        let index = source.index as usize;
        let rules = call_rules(source.language);
        if rules.flat {
            names
                .graph
                .add(source.index, source.links, |it| is_analyzed[it as usize]);
        }
        if led_to[index] || rules.binds_modules || rules.autoloads || rules.flat {
            files.0[index] = make(source);
            names.add(files.analysed(source.index));
        }
    }
    let direct = DirectBases::default();
    let mut resolved = Vec::new();
    let mut order = CallOrder::default();
    for source in sources {
        go_on()?;
        let facts = source.facts;
        let has_bases = facts.declarations.iter().any(|it| !it.bases.is_empty());
        if facts.calls.is_empty() && facts.references.is_empty() && !has_bases {
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
            references: references_of(resolving, file),
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
        objects, scoped_calls, ..
    } = file.facts;
    let calls = file.facts.calls.read();
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
            let outcome = match object {
                Err(_) => {
                    let scoped = scoped_calls.binary_search_by_key(&index, |it| it.call);
                    resolver.call(callee, scoped.ok().map(|at| scoped_calls[at].scope))
                }
                Ok(at) => resolver.site.of_object(callee, &objects[at], &resolver.bases),
            };
            let call = calls.rows()[index as usize];
            let doubt = doubt_of_order(file, call, &resolver.site.outcomes[outcome as usize]);
            of_call[index as usize] = match doubt {
                None => outcome,
                Some(reason) => resolver.site.doubted(outcome, reason),
            };
        }
    }
    let mut outcomes = resolver.site.outcomes;
    outcomes.shrink_to_fit();
    ResolvedCalls { outcomes, of_call }
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
