//! The files of a project that declare each PHP class or function.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Destination, FileIndex, rule};
use crate::reasons::import;
use crate::settings::Settings;
use parse::facts::{DeclarationKind, FileFacts};

use super::builtin_modules::{is_php_class, is_php_constant, is_php_function};
use super::link::{MAX_FILES, external, leads_to, leads_to_any, unresolved};
use super::php_autoload::Autoload;

/// The files that declare a name, in order of their paths.
type Declaring = FxHashMap<String, Vec<FileIndex>>;

pub struct PhpClasses<'a> {
    autoload: Autoload,
    /// By full name in lower case.
    classes: Declaring,
    functions: Declaring,
    /// Of names that many files declare, by name and kind.
    known: RefCell<FxHashMap<(String, bool), Destination>>,
    path_of: &'a dyn Fn(FileIndex) -> &'a str,
}

impl<'a> PhpClasses<'a> {
    /// `files`: those of PHP, in order of their paths.
    pub fn new<'f>(
        files: impl Iterator<Item = (FileIndex, &'f FileFacts)>,
        settings: &Settings<'_>,
        path_of: &'a dyn Fn(FileIndex) -> &'a str,
    ) -> Self {
        let mut classes = Declaring::default();
        let mut functions = Declaring::default();
        for (file, facts) in files {
            for declaration in facts.declarations.iter().filter(|it| it.within < 0) {
                let by_name = match declaration.kind {
                    DeclarationKind::Method | DeclarationKind::Type => continue,
                    DeclarationKind::Function => &mut functions,
                    _ => &mut classes,
                };
                let declaring = by_name
                    .entry(declaration.qualified_name.as_str().to_ascii_lowercase())
                    .or_default();
                if declaring.last() != Some(&file) {
                    declaring.push(file);
                }
            }
        }
        Self {
            autoload: Autoload::new(settings),
            classes,
            functions,
            known: RefCell::default(),
            path_of,
        }
    }

    /// The file that declares a class or function. Of several, the one where an autoloader searches it; without one they
    /// are ambiguous.
    pub fn resolve(&self, target: &str, only_class: bool) -> Destination {
        let name = target.to_ascii_lowercase();
        let classes = self.classes.get(&name).map_or(&[][..], Vec::as_slice);
        let functions = self
            .functions
            .get(&name)
            .filter(|_| !only_class)
            .map_or(&[][..], Vec::as_slice);
        if classes.len().max(functions.len()) <= MAX_FILES {
            return self.choose(target, classes, functions, only_class);
        }
        let key = (target.to_owned(), only_class);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let destination = self.choose(target, classes, functions, only_class);
        self.known.borrow_mut().insert(key, destination.clone());
        destination
    }

    fn choose(&self, target: &str, classes: &[FileIndex], functions: &[FileIndex], only_class: bool) -> Destination {
        let mut declaring = classes.to_vec();
        let known: FxHashSet<FileIndex> = classes.iter().copied().collect();
        declaring.extend(functions.iter().filter(|it| !known.contains(it)));
        if declaring.is_empty() {
            let name = target.to_ascii_lowercase();
            let is_builtin =
                is_php_class(&name) || (!only_class && (is_php_function(&name) || is_php_constant(target)));
            return if is_builtin {
                external(import::PHP)
            } else {
                unresolved(import::AUTOLOAD)
            };
        }
        for (rule, found) in self.autoload.choices(target, &declaring, self.path_of) {
            if let [only] = found[..] {
                return leads_to(only, rule);
            }
        }
        leads_to_any(declaring, rule::CLASS_INDEX, self.path_of)
    }
}
