//! Finds the declarations that calls may lead to, by names alone: no types are inferred, no condition is evaluated, and
//! a variable that takes the name of a function is not seen. A member of an unknown receiver is never matched by its
//! bare name.

use crate::parse::facts::Within;
use crate::relate::model::{FileIndex, ResolvedCalls};
use crate::relate::reasons::call;

use super::call_file::{CallFile, CallFiles};
use super::call_site::{CallSite, CalleeIndex, OutcomeIndex};
use super::declared_names::FILE_SCOPE;
use super::included::{FilesByName, IncludedNames, NameToTry, NamesToTry};
use super::php_names::php_names;
use super::trace::trace;

/// What all files' calls are resolved with; may be shared between threads.
pub struct CallResolver<'f> {
    files: &'f CallFiles<'f>,
    files_by_name: FilesByName<'f>,
}

impl<'f> CallResolver<'f> {
    /// `ordered`: analysed files in order of their paths.
    pub fn new(files: &'f CallFiles<'f>, ordered: &[FileIndex]) -> Self {
        Self {
            files,
            files_by_name: FilesByName::new(files, ordered),
        }
    }

    /// Outcomes aligned with the file's calls.
    pub fn resolve(&'f self, file: &'f CallFile<'f>) -> ResolvedCalls {
        let calls = &file.facts.calls;
        if calls.line.is_empty() {
            return ResolvedCalls::default();
        }
        let declarations = file.facts.declarations.len();
        let mut resolver = FileResolver {
            site: CallSite::new(self.files, file),
            included: IncludedNames::new(self.files, &self.files_by_name),
            files: self.files,
        };
        let mut of_call = vec![0; calls.line.len()];
        let (order, first) = group_by_declaration(&calls.within, declarations);
        for declaration in 0..=declarations {
            let its = &order[first[declaration] as usize..first[declaration + 1] as usize];
            if its.is_empty() {
                continue;
            }
            resolver.site.enter(declaration as Within + FILE_SCOPE);
            for &index in its {
                let callee = resolver.site.callee(calls.callee.get(index as usize));
                of_call[index as usize] = resolver.call(callee);
            }
        }
        let mut outcomes = resolver.site.outcomes;
        outcomes.shrink_to_fit();
        ResolvedCalls { outcomes, of_call }
    }
}

struct FileResolver<'f> {
    site: CallSite<'f>,
    included: IncludedNames<'f>,
    files: &'f CallFiles<'f>,
}

impl<'f> FileResolver<'f> {
    fn call(&mut self, index: CalleeIndex) -> OutcomeIndex {
        let callee = &self.site.known[index];
        if let Some(everywhere) = callee.everywhere {
            return everywhere;
        }
        if callee.is_self {
            return self.site.of_self(index);
        }
        if let Some(inner) = self.site.below(index) {
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
            trace(self.files, file, name)
        } else if file.rules.flat {
            self.included.outcome(file, flat_name(name))
        } else {
            self.included
                .outcome(file, php_names(file, self.site.namespace(), name))
        };
        self.site.keep_at_file_level(index, outcome)
    }
}

fn flat_name(name: &str) -> NamesToTry {
    NamesToTry {
        names: vec![NameToTry {
            name: name.to_owned(),
            functions_only: false,
        }],
        otherwise: call::NOT_INCLUDED,
    }
}

/// Calls by the declaration around them, by counting: those of file level first, then as the declarations come. Gives
/// the indices of the calls, and where among them those of each declaration begin, the file's own at 0.
fn group_by_declaration(within: &[Within], declarations: usize) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0; declarations + 2];
    for declaration in within {
        first[(declaration + 2) as usize] += 1;
    }
    for at in 1..first.len() {
        first[at] += first[at - 1];
    }
    let mut next = first.clone();
    let mut order = vec![0; within.len()];
    for (call, declaration) in within.iter().enumerate() {
        let at = &mut next[(declaration + 1) as usize];
        order[*at as usize] = call as u32;
        *at += 1;
    }
    (order, first)
}
