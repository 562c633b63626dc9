//! Specifiers of `import`, `export … from` and `require`, by the rules that Node.js, TypeScript and common bundlers share,
//! with the configuration files of the project.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::imports::builtin_modules::is_node_builtin;
use crate::imports::link::{external, leads_nowhere, leads_to, leads_to_any, unresolved};
use crate::left_out::LeftOut;
use crate::model::{Destination, FileIndex, Reason, rule};
use crate::paths::{folder_of, follow};
use crate::project_files::ProjectFiles;
use crate::reasons::{import, nothing_at};
use crate::settings::Settings;
use parse::facts::{ImportFacts, ImportPhase, ImportedName};

use super::bundler_outputs::BundlerOutputs;
use super::config::Config;
use super::files::{Dialect, find_file, find_index, find_suffixed};
use super::package::Package;
use super::package_entry::{Entry, How, PackageEntries};
use super::packages::Packages;
use super::queries::phase_of_query;
use super::tsconfig::{Configs, split_package};

pub struct JavaScriptImports<'a> {
    files: &'a ProjectFiles<'a>,
    left_out: &'a LeftOut<'a>,
    path_of: &'a dyn Fn(FileIndex) -> &'a str,
    packages: Rc<Packages>,
    configs: Rc<Configs<'a>>,
    entries: PackageEntries<'a>,
    /// Of specifiers that are not relative, by configuration, folder and specifier.
    known: RefCell<FxHashMap<(Dialect, String, String, String), Destination>>,
}

/// Names of the rules for a file that was found directly, as a source and as an index.
type PackageRules = [&'static str; 3];

impl<'a> JavaScriptImports<'a> {
    pub fn new(
        files: &'a ProjectFiles<'a>,
        left_out: &'a LeftOut<'a>,
        settings: &'a Settings<'a>,
        path_of: &'a dyn Fn(FileIndex) -> &'a str,
    ) -> Self {
        let packages = Rc::new(Packages::new(settings));
        let configs = Rc::new(Configs::new(settings, packages.clone()));
        Self {
            files,
            left_out,
            path_of,
            packages,
            configs: configs.clone(),
            entries: PackageEntries::new(files, configs, BundlerOutputs::new(settings)),
            known: RefCell::default(),
        }
    }

    pub fn resolve(&self, importer: &str, dialect: Dialect, specifier: &str) -> Destination {
        if specifier.is_empty() {
            return unresolved(import::EMPTY);
        }
        if is_relative(specifier) {
            return self.relative(importer, dialect, specifier);
        }
        let config = self.configs.governing(importer);
        let folder = folder_of(importer);
        let path = config.as_ref().map_or("", |it| it.path.as_str());
        let key = (dialect, path.to_owned(), folder.to_owned(), specifier.to_owned());
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let destination = self.bare_or_query(folder, config.as_deref(), dialect, specifier);
        self.known.borrow_mut().insert(key, destination.clone());
        destination
    }

    /// When an import loads its target, by its query and the configuration of its file.
    pub fn phase(&self, importer: &str, imported: &ImportFacts) -> ImportPhase {
        let is_kept = self.is_kept(importer, imported);
        match if is_kept { ImportPhase::Load } else { imported.phase } {
            ImportPhase::TypeOnly => ImportPhase::TypeOnly,
            phase => phase_of_query(&imported.target).unwrap_or(phase),
        }
    }

    /// Whether the configuration keeps an import that the compiler leaves out without it.
    fn is_kept(&self, importer: &str, imported: &ImportFacts) -> bool {
        if !imported.inline_types && !imported.elided {
            return false;
        }
        self.configs.governing(importer).is_some_and(|config| {
            let is_factory = |it: &ImportedName| {
                config
                    .factories
                    .contains(it.alias.as_ref().unwrap_or(&it.name).as_str())
            };
            config.keeps_type_imports
                || imported.elided && (config.keeps_value_imports || imported.names.iter().any(is_factory))
        })
    }

    /// A `?query` is removed if nothing is found with it.
    fn bare_or_query(&self, folder: &str, config: Option<&Config>, dialect: Dialect, specifier: &str) -> Destination {
        let destination = self.bare(folder, config, dialect, specifier);
        match specifier.find('?').filter(|at| *at > 0) {
            Some(query) if destination.rule.is_none() => self.bare(folder, config, dialect, &specifier[..query]),
            _ => destination,
        }
    }

    /// For `./x` the order is: in TypeScript the sources that emit `x` (`./a.js` is `a.ts`); `x` as written; the other such
    /// sources; `x` with each extension; other siblings (`./a.ts` is `a.js`); the entry of a `package.json` in `x`;
    /// `x/index` with each extension; the same in the other folders of `rootDirs`. A `?query` or `#fragment` is removed if no
    /// file has it in its name.
    fn relative(&self, importer: &str, dialect: Dialect, specifier: &str) -> Destination {
        let Some(written) = follow(folder_of(importer), specifier) else {
            return unresolved(import::OUTSIDE);
        };
        let names_folder = matches!(specifier.rsplit('/').next(), Some("" | "." | ".."));
        let suffixes = self.configs.suffixes_of(importer);
        if !names_folder && let Some(found) = self.suffixed(&written, &suffixes, dialect, rule::RELATIVE) {
            return found;
        }
        if !names_folder && let Some(file) = find_file(self.files, &written, dialect) {
            return leads_to(file, rule::RELATIVE);
        }
        let inside = self.packages.at(&written);
        if let Some(entry) = inside.and_then(|it| self.entries.main(it, dialect)) {
            return leads_to_entry(entry, rule::PACKAGE_FOLDER);
        }
        if let Some(file) = find_index(self.files, &written, dialect) {
            return leads_to(file, rule::RELATIVE);
        }
        let others = self.configs.other_roots(importer, &written);
        let found = others.iter().find_map(|other| {
            self.suffixed(other, &suffixes, dialect, rule::TSCONFIG_ROOT_DIRS)
                .or_else(|| Some(leads_to(self.load(other, dialect)?, rule::TSCONFIG_ROOT_DIRS)))
        });
        if let Some(found) = found {
            return found;
        }
        if let Some(suffix) = specifier.find(['?', '#']).filter(|at| *at > 0) {
            return self.relative(importer, dialect, &specifier[..suffix]);
        }
        let searched: Vec<String> = std::iter::once(written.clone()).chain(others).collect();
        let left_out = self.left_out_at(&searched, dialect);
        if let Some(reason) = left_out.or_else(|| self.left_out.around(&searched)) {
            return leads_nowhere(reason);
        }
        if inside.is_some() {
            unresolved(import::PACKAGE_FOLDER)
        } else if self.files.is_folder(&written) {
            unresolved(import::NO_INDEX)
        } else {
            leads_nowhere(nothing_at(&[written]))
        }
    }

    fn bare(&self, folder: &str, config: Option<&Config>, dialect: Dialect, specifier: &str) -> Destination {
        if let Some(mapped) = config.and_then(|config| self.mapped(config, dialect, specifier)) {
            return mapped;
        }
        if is_node_builtin(specifier) {
            return external(import::NODE);
        }
        let own = self.packages.nearest(folder);
        if specifier.starts_with('#') {
            return self.package_import(own.as_deref(), folder, dialect, specifier);
        }
        if specifier.contains('!') {
            return unresolved(import::LOADER);
        }
        if specifier.starts_with('/') {
            return unresolved(import::ABSOLUTE);
        }
        if has_scheme(specifier) {
            return external(import::URL);
        }
        if specifier.starts_with('~') || !names_package(specifier) {
            return unresolved(import::PATH_MAP);
        }
        if let Some(linked) = self.package(own.as_deref(), folder, dialect, specifier) {
            return linked;
        }
        // `src/a` looks like a package, but a bundler can make it a path: neither is certain.
        if specifier.contains('/') && find_file(self.files, specifier, dialect).is_some() {
            return unresolved(import::PATH_MAP);
        }
        external(import::PACKAGE)
    }

    /// By `paths` and `baseUrl`; the pattern with the longest prefix counts.
    fn mapped(&self, config: &Config, dialect: Dialect, specifier: &str) -> Option<Destination> {
        let found_at = |path: &String, rule: &'static str| {
            self.suffixed(path, &config.suffixes, dialect, rule)
                .or_else(|| Some(leads_to(self.load(path, dialect)?, rule)))
        };
        let (targets, star) = config.paths.best(specifier).unwrap_or_default();
        let mut searched: Vec<String> = targets
            .iter()
            .filter_map(|target| follow("", &target.replacen('*', star, 1)))
            .collect();
        if let Some(found) = searched.iter().find_map(|path| found_at(path, rule::TSCONFIG_PATHS)) {
            return Some(found);
        }
        // Any name matches a pattern that is only a star, and the folder of installed packages has those outside the project.
        let is_named = |path: &&String| star != specifier && !is_installed(path);
        let named: Vec<String> = searched.iter().filter(is_named).cloned().collect();
        let base = config.base_url.as_ref().filter(|_| !specifier.starts_with('/'));
        if let Some(path) = base.and_then(|base| follow(base, specifier)) {
            let found = found_at(&path, rule::TSCONFIG_BASE_URL);
            if found.is_some() {
                return found;
            }
            searched.push(path);
        }
        let left_out = self.left_out_at(&searched, dialect);
        left_out.or_else(|| self.left_out.around(&named)).map(leads_nowhere)
    }

    /// The reason, if the scan leaves out the file that is found first at these paths.
    fn left_out_at(&self, paths: &[String], dialect: Dialect) -> Option<Reason> {
        self.left_out.file(|files| {
            let at = |path: &String| find_file(files, path, dialect).or_else(|| find_index(files, path, dialect));
            paths.iter().find_map(at)
        })
    }

    fn suffixed(&self, path: &str, suffixes: &[String], dialect: Dialect, rule: &'static str) -> Option<Destination> {
        let found = find_suffixed(self.files, path, suffixes, dialect);
        (!found.is_empty()).then(|| leads_to_any(found, rule, |file| (self.path_of)(file)))
    }

    /// A file, a folder with a `package.json`, or a folder with an index file.
    fn load(&self, path: &str, dialect: Dialect) -> Option<FileIndex> {
        let entry = || self.packages.at(path).and_then(|it| self.entries.main(it, dialect));
        find_file(self.files, path, dialect)
            .or_else(|| entry().map(|(file, _)| file))
            .or_else(|| find_index(self.files, path, dialect))
    }

    /// `#name` by the `imports` of the nearest `package.json`.
    fn package_import(&self, own: Option<&Package>, folder: &str, dialect: Dialect, specifier: &str) -> Destination {
        let imports = own.and_then(|own| own.imports.as_ref());
        let targets = imports.map(|it| it.targets(specifier)).unwrap_or_default();
        let (inside, others): (Vec<String>, Vec<String>) = targets.into_iter().partition(|it| it.starts_with("./"));
        if let Some(entry) = own.and_then(|own| self.entries.first(own, &inside, dialect)) {
            return leads_to_entry(entry, rule::PACKAGE_IMPORTS);
        }
        match others.iter().find(|it| names_package(it)) {
            Some(target) if is_node_builtin(target) => external(import::NODE),
            Some(target) => self
                .package(own, folder, dialect, target)
                .unwrap_or_else(|| external(import::PACKAGE)),
            None => unresolved(import::PACKAGE_IMPORTS),
        }
    }

    /// A package of the project; `None` for others.
    fn package(&self, own: Option<&Package>, folder: &str, dialect: Dialect, specifier: &str) -> Option<Destination> {
        let (name, rest) = split_package(specifier);
        if let Some(own) = own.filter(|own| own.name.as_deref() == Some(name)) {
            if own.is_hidden {
                return None;
            }
            if let Some(entry) = self.entries.entry(own, rest, dialect) {
                return Some(leads_to_entry(entry, rule::SELF_REFERENCE));
            }
        }
        let linked = self.packages.linked(folder, name);
        if !linked.is_empty() {
            return Some(self.in_any(linked, rest, dialect, rule::WORKSPACE));
        }
        let dependency = self.packages.dependency(folder, name)?;
        Some(self.in_any(std::slice::from_ref(dependency), rest, dialect, rule::FILE_DEPENDENCY))
    }

    fn in_any(&self, packages: &[Rc<Package>], rest: &str, dialect: Dialect, rules: PackageRules) -> Destination {
        let entries: Vec<Entry> = packages
            .iter()
            .filter_map(|it| self.entries.entry(it, rest, dialect))
            .collect();
        match entries.as_slice() {
            [] => unresolved(import::WORKSPACE_ENTRY),
            [only] => leads_to_entry(*only, rules),
            _ => {
                let mut files: Vec<FileIndex> = Vec::new();
                for (file, _) in entries {
                    if !files.contains(&file) {
                        files.push(file);
                    }
                }
                leads_to_any(files, rules[0], self.path_of)
            }
        }
    }
}

fn leads_to_entry((file, how): Entry, rules: PackageRules) -> Destination {
    let rule = match how {
        How::Direct => rules[0],
        How::Source => rules[1],
        How::Index => rules[2],
    };
    leads_to(file, rule)
}

fn is_installed(path: &str) -> bool {
    path.starts_with("node_modules/") || path.contains("/node_modules/")
}

fn is_relative(specifier: &str) -> bool {
    let Some(rest) = specifier.strip_prefix('.') else {
        return false;
    };
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    rest.is_empty() || rest.starts_with('/')
}

/// A letter, then one or more of `a-z0-9+.-`, then a colon.
pub fn has_scheme(specifier: &str) -> bool {
    let Some(colon) = specifier.find(':') else { return false };
    let scheme = &specifier.as_bytes()[..colon];
    scheme.len() > 1
        && scheme[0].is_ascii_alphabetic()
        && scheme
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
}

/// `name` or `@scope/name`, and perhaps more after a slash.
fn names_package(specifier: &str) -> bool {
    match specifier.strip_prefix('@') {
        None => is_package_part(specifier.split('/').next().unwrap_or("")),
        Some(scoped) => {
            let mut parts = scoped.split('/');
            is_package_part(parts.next().unwrap_or("")) && parts.next().is_some_and(is_package_part)
        }
    }
}

fn is_package_part(part: &str) -> bool {
    let begins = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'~' | b'-');
    part.as_bytes().first().is_some_and(begins) && part.bytes().all(|byte| begins(&byte) || matches!(byte, b'.' | b'_'))
}
