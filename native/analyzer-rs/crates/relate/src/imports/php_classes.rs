//! The files of a project that declare each PHP class or function.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::left_out::LeftOut;
use crate::model::{Destination, FileIndex, rule};
use crate::reasons::import;
use crate::settings::Settings;
use parse::facts::{DeclarationKind, FileFacts};

use super::builtin_modules::{is_php_class, is_php_function};
use super::link::{MAX_FILES, external, leads_nowhere, leads_to, leads_to_any, unresolved};
use super::php_autoload::Autoload;
use super::php_locked_packages::LockedPackages;

/// The files that declare a name, in order of their paths.
type Declaring = FxHashMap<String, Vec<FileIndex>>;

/// Of names that many files declare.
type Known = RefCell<FxHashMap<String, Destination>>;

pub struct PhpClasses<'a> {
    left_out: &'a LeftOut<'a>,
    autoload: Autoload,
    locked: LockedPackages,
    /// By full name in lower case.
    classes: Declaring,
    functions: Declaring,
    /// Of classes and functions, and all namespaces around.
    namespaces: FxHashSet<String>,
    known_classes: Known,
    known_functions: Known,
    path_of: &'a dyn Fn(FileIndex) -> &'a str,
}

impl<'a> PhpClasses<'a> {
    /// `files`: those of PHP, in order of their paths.
    pub fn new<'f>(
        files: impl Iterator<Item = (FileIndex, &'f FileFacts)>,
        left_out: &'a LeftOut<'a>,
        settings: &Settings<'_>,
        path_of: &'a dyn Fn(FileIndex) -> &'a str,
    ) -> Self {
        let mut classes = Declaring::default();
        let mut functions = Declaring::default();
        let mut namespaces = FxHashSet::default();
        for (file, facts) in files {
            for declaration in facts.declarations.iter().filter(|it| it.within < 0) {
                let name = declaration.qualified_name.as_str().to_ascii_lowercase();
                add_namespaces(&mut namespaces, &name);
                let by_name = match declaration.kind {
                    DeclarationKind::Method | DeclarationKind::Type => continue,
                    DeclarationKind::Function => &mut functions,
                    _ => &mut classes,
                };
                let declaring = by_name.entry(name).or_default();
                if declaring.last() != Some(&file) {
                    declaring.push(file);
                }
            }
        }
        Self {
            left_out,
            autoload: Autoload::new(settings),
            locked: LockedPackages::new(settings),
            classes,
            functions,
            namespaces,
            known_classes: Known::default(),
            known_functions: Known::default(),
            path_of,
        }
    }

    /// The file that declares a class. Of several, the one where an autoloader searches it; without one they are ambiguous.
    pub fn class(&self, target: &str) -> Destination {
        self.find(target, &self.classes, &self.known_classes, |declaring| {
            if declaring.is_empty() {
                let name = target.to_ascii_lowercase();
                return match (is_php_class(&name), self.namespaces.contains(&name)) {
                    (true, _) => external(import::PHP),
                    (_, true) => unresolved(import::PHP_NAMESPACE),
                    _ => self.missing(target),
                };
            }
            self.choose(target, declaring)
        })
    }

    /// The file that declares a function, chosen as for a class.
    pub fn function(&self, target: &str) -> Destination {
        self.find(target, &self.functions, &self.known_functions, |declaring| {
            if !declaring.is_empty() {
                self.choose(target, declaring)
            } else if is_php_function(&target.to_ascii_lowercase()) {
                external(import::PHP)
            } else {
                self.missing(target)
            }
        })
    }

    /// A name that no file declares: of a package, unless a prefix of the project's own is as long as that of the package.
    fn missing(&self, target: &str) -> Destination {
        if self.locked.depth(target) > self.autoload.depth(target) {
            return external(import::COMPOSER_PACKAGE);
        }
        let paths = self.autoload.paths(target);
        let left_out = self
            .left_out
            .file(|files| paths.iter().find_map(|path| files.get(path)));
        match left_out.or_else(|| self.left_out.around(&paths)) {
            Some(reason) => leads_nowhere(reason),
            None => unresolved(import::AUTOLOAD),
        }
    }

    fn choose(&self, target: &str, declaring: &[FileIndex]) -> Destination {
        for (rule, found) in self.autoload.choices(target, declaring, self.path_of) {
            if let [only] = found[..] {
                return leads_to(only, rule);
            }
        }
        leads_to_any(declaring.to_vec(), rule::CLASS_INDEX, self.path_of)
    }

    fn find(
        &self,
        target: &str,
        declaring: &Declaring,
        known: &Known,
        choose: impl Fn(&[FileIndex]) -> Destination,
    ) -> Destination {
        let files = declaring
            .get(&target.to_ascii_lowercase())
            .map_or(&[][..], Vec::as_slice);
        if files.len() <= MAX_FILES {
            return choose(files);
        }
        if let Some(known) = known.borrow().get(target) {
            return known.clone();
        }
        let destination = choose(files);
        known.borrow_mut().insert(target.to_owned(), destination.clone());
        destination
    }
}

/// The namespaces around a name, from the innermost outwards, until one that is known.
fn add_namespaces(namespaces: &mut FxHashSet<String>, name: &str) {
    let mut rest = name;
    while let Some((namespace, _)) = rest.rsplit_once('\\') {
        if namespace.is_empty() || !namespaces.insert(namespace.to_owned()) {
            break;
        }
        rest = namespace;
    }
}
