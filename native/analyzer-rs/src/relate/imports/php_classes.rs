//! The files of a project that declare each PHP class or function.

use rustc_hash::FxHashMap;

use crate::parse::facts::{DeclarationKind, FileFacts};
use crate::relate::model::{Destination, FileIndex, rule};
use crate::relate::reasons::import;
use crate::relate::settings::Settings;

use super::builtin_modules::{is_php_class, is_php_function};
use super::link::{external, leads_to, leads_to_any, unresolved};
use super::php_autoload::Autoload;

/// The files that declare a name, in order of their paths.
type Declaring = FxHashMap<String, Vec<FileIndex>>;

pub struct PhpClasses<'a> {
    autoload: Autoload,
    /// By full name in lower case.
    classes: Declaring,
    functions: Declaring,
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
            path_of,
        }
    }

    /// The file that declares a class or function. Of several, the one where an autoloader searches it; without one they
    /// are ambiguous.
    pub fn resolve(&self, target: &str, only_class: bool) -> Destination {
        let name = target.to_ascii_lowercase();
        let mut declaring = self.classes.get(&name).cloned().unwrap_or_default();
        let functions = self.functions.get(&name).filter(|_| !only_class);
        for function in functions.into_iter().flatten() {
            if !declaring.contains(function) {
                declaring.push(*function);
            }
        }
        if declaring.is_empty() {
            let is_builtin = is_php_class(&name) || (!only_class && is_php_function(&name));
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
