//! Finds the candidate declarations of the names in one file.

use crate::reasons::call;
use parse::facts::{CLASSES, Within};

use super::base_classes::{BaseClasses, DirectBases};
use super::call_file::{CallFile, CallFiles};
use super::call_site::{CallSite, CalleeIndex, OutcomeIndex, Receiver};
use super::declared_names::{FILE_SCOPE, NameTable};
use super::included::{FilesByName, IncludedNames, NameKind, NameToTry, NamesToTry};
use super::php_names::php_names;
use super::trace::trace;

/// The data that all files share.
#[derive(Clone, Copy)]
pub struct Resolving<'f> {
    pub files: &'f CallFiles<'f>,
    pub names: &'f FilesByName<'f>,
    pub direct: &'f DirectBases,
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
    pub fn call(&mut self, index: CalleeIndex, scope: Option<Within>) -> OutcomeIndex {
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
