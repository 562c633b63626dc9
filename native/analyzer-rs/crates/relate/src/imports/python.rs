//! Resolves Python imports below the roots `.`, `src` and the given source roots, each separately: a module in two
//! roots is ambiguous. Of a namespace package all projects are searched. The `sys.path` of a run is unknown, and other
//! folders are not searched.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::left_out::LeftOut;
use crate::model::{Destination, FileIndex, ImportLink, LinkNames, LinkState, Reason, rule};
use crate::paths::{folder_of, follow, in_folder};
use crate::project_files::ProjectFiles;
use crate::reasons::{import, nothing_at};
use parse::facts::{FileFacts, ImportFacts, ImportedName, Lookup};

use super::builtin_modules::{is_python_first, is_python_standard};
use super::link::{external, leads_nowhere, leads_to, leads_to_any, unresolved};
use super::python_modules::{PythonLocation, file_at, find_module};
use super::python_roots::{PythonRoots, Roots};

/// What more folders have of a module is searched again: kept, it would take the product of folders and imports.
const MAX_KEPT: usize = 16;

/// A project file as the resolvers know it.
#[derive(Clone, Copy)]
pub struct PythonFile<'a> {
    pub path: &'a str,
    pub facts: Option<&'a FileFacts>,
}

pub struct PythonImports<'a> {
    files: &'a ProjectFiles<'a>,
    left_out: &'a LeftOut<'a>,
    file_at: &'a dyn Fn(FileIndex) -> PythonFile<'a>,
    roots: PythonRoots<'a>,
    /// By the searched folders and the segments.
    locations: FxHashMap<(Roots, String), Locations>,
    bound: FxHashMap<FileIndex, Rc<FxHashSet<&'a str>>>,
    scripts: FxHashMap<FileIndex, bool>,
}

type Locations = Rc<Vec<PythonLocation>>;

enum Search {
    Locations(Locations),
    Ends(Destination),
}

impl<'a> PythonImports<'a> {
    /// `file_at`: a project file, to distinguish a package's own names from its modules.
    pub fn new(
        files: &'a ProjectFiles<'a>,
        left_out: &'a LeftOut<'a>,
        roots: PythonRoots<'a>,
        file_at: &'a dyn Fn(FileIndex) -> PythonFile<'a>,
    ) -> Self {
        Self {
            files,
            left_out,
            file_at,
            roots,
            locations: FxHashMap::default(),
            bound: FxHashMap::default(),
            scripts: FxHashMap::default(),
        }
    }

    /// One link per file that the import's names lead to, in order of the first such name, then the packages around them.
    pub fn resolve(&mut self, importer: &str, imported: &ImportFacts) -> Vec<ImportLink> {
        let mut links = self.resolve_targets(importer, imported);
        let parents = self.parents(importer, &imported.target, &links);
        links.extend(parents.into_iter().map(|file| ImportLink {
            names: LinkNames::Some(Vec::new()),
            destination: leads_to(file, rule::PARENT_PACKAGE),
            modules: false,
        }));
        links
    }

    /// An import of `a.b.c` runs the files of the packages `a` and `a.b` first. Those that contain the importing file are
    /// running already.
    fn parents(&self, importer: &str, module: &str, links: &[ImportLink]) -> Vec<FileIndex> {
        let segments = module.split('.').filter(|it| !it.is_empty()).count();
        let mut parents: Vec<FileIndex> = Vec::new();
        for link in links {
            let Some(file) = link.destination.file() else { continue };
            let mut folder = module_path((self.file_at)(file).path);
            for _ in 1..segments + usize::from(link.modules) {
                folder = folder_of(folder);
                let contains = folder.is_empty() || importer.strip_prefix(folder).is_some_and(|it| it.starts_with('/'));
                if contains {
                    break;
                }
                if self.roots.around.contains(folder) {
                    continue;
                }
                let init = |extension| self.files.get(&in_folder(folder, &format!("__init__{extension}")));
                let found = init(".py").or_else(|| init(".pyi"));
                parents.extend(found.filter(|it| !parents.contains(it)));
            }
        }
        let is_target = |parent: &FileIndex| links.iter().any(|it| it.destination.file() == Some(*parent));
        parents.retain(|it| !is_target(it));
        parents
    }

    fn resolve_targets(&mut self, importer: &str, imported: &ImportFacts) -> Vec<ImportLink> {
        let search = self.search(importer, &imported.target);
        if let Search::Locations(locations) = &search
            && imported.names.iter().any(|it| it.name != "*")
        {
            let found: Vec<&PythonLocation> = locations.iter().filter(|it| it.file().is_some()).collect();
            let shadowed = found.is_empty() && is_python_standard(top_of(&imported.target));
            let holders = if found.is_empty() {
                locations.iter().filter(|it| it.is_namespace()).collect()
            } else {
                found
            };
            if !holders.is_empty() && !shadowed {
                return self.resolve_names(importer, imported, &holders);
            }
        }
        let destination = self.destination(importer, &imported.target, search);
        vec![ImportLink {
            names: LinkNames::All,
            destination,
            modules: false,
        }]
    }

    /// The target of the module itself, without its names.
    pub fn resolve_module(&mut self, importer: &str, module: &str) -> Destination {
        let search = self.search(importer, module);
        self.destination(importer, module, search)
    }

    fn search(&mut self, importer: &str, module: &str) -> Search {
        let names = module.trim_start_matches('.');
        let dots = module.len() - names.len();
        let segments: Vec<&str> = names.split('.').filter(|it| !it.is_empty()).collect();
        if dots == 0 {
            if is_python_first(segments.first().unwrap_or(&"")) {
                return Search::Ends(external(import::STANDARD_LIBRARY));
            }
            let locations = self.below_roots(importer, &segments);
            let is_found = locations.iter().any(|it| it.file().is_some());
            let is_script = self.is_script(importer);
            let beside = (is_found || is_script)
                .then(|| self.beside(importer, &segments))
                .flatten();
            if let Some(beside) = beside.clone().filter(|_| is_script) {
                return Search::Locations(Rc::new(vec![beside]));
            }
            let is_other = |beside: &PythonLocation| locations.iter().all(|it| it.file() != beside.file());
            return Search::Locations(match beside.filter(is_other) {
                Some(beside) => Rc::new(std::iter::once(beside).chain(locations.iter().cloned()).collect()),
                None => locations,
            });
        }
        match follow(folder_of(importer), &"../".repeat(dots - 1)) {
            None => Search::Ends(unresolved(import::OUTSIDE)),
            Some(base) => Search::Locations(self.locations_of(Rc::new(vec![base]), &segments)),
        }
    }

    fn below_roots(&mut self, importer: &str, segments: &[&str]) -> Locations {
        let folder = folder_of(importer);
        let name = segments.first().copied().unwrap_or_default();
        let mut locations = Locations::default();
        for step in 0..4 {
            let bases = match step {
                0 => self.roots.own(folder),
                1 => self.roots.required(folder, name),
                2 => self.roots.shared.clone(),
                _ if self.roots.is_shared(folder, name) => self.roots.others(folder, name),
                _ => break,
            };
            let found = self.locations_of(bases, segments);
            let is_found = found.iter().any(|it| it.file().is_some());
            locations = if locations.is_empty() {
                found
            } else {
                Rc::new(locations.iter().chain(found.iter()).cloned().collect())
            };
            if is_found {
                break;
            }
        }
        locations
    }

    /// Below each of several folders.
    fn locations_of(&mut self, bases: Roots, segments: &[&str]) -> Locations {
        let find = |base: &String| find_module(self.files, base, segments, &self.roots.around);
        if bases.len() > MAX_KEPT {
            return Rc::new(bases.iter().map(find).collect());
        }
        let key = (bases, segments.join("."));
        if let Some(locations) = self.locations.get(&key) {
            return locations.clone();
        }
        let locations: Locations = Rc::new(key.0.iter().map(find).collect());
        self.locations.insert(key, locations.clone());
        locations
    }

    fn destination(&mut self, importer: &str, module: &str, search: Search) -> Destination {
        let locations = match search {
            Search::Ends(destination) => return destination,
            Search::Locations(locations) => locations,
        };
        let found: Vec<FileIndex> = locations.iter().filter_map(PythonLocation::file).collect();
        if !found.is_empty() {
            return self.leads_to(found, module);
        }
        if is_python_standard(top_of(module)) {
            return external(import::STANDARD_LIBRARY);
        }
        if locations.iter().any(PythonLocation::is_namespace) {
            return unresolved(import::NAMESPACE);
        }
        let (mut missing, mut named) = (Vec::new(), Vec::new());
        for location in locations.iter() {
            let PythonLocation::Missing { at, begun } = location else {
                continue;
            };
            missing.push(at.clone());
            if *begun || module.starts_with('.') {
                named.push(at.clone());
            }
        }
        if let Some(reason) = self.left_out_at(&missing) {
            return leads_nowhere(reason);
        }
        if !named.is_empty() {
            let around = self.left_out.around(&named);
            return leads_nowhere(around.unwrap_or_else(|| nothing_at(&named)));
        }
        let segments: Vec<&str> = module.split('.').collect();
        if self.beside(importer, &segments).is_some() {
            return unresolved(import::BESIDE);
        }
        let neighbors = self.roots.neighbors(folder_of(importer), segments[0]);
        let possibly = self.locations_of(neighbors, &segments);
        let possibly: Vec<FileIndex> = possibly.iter().filter_map(PythonLocation::file).collect();
        if !possibly.is_empty() {
            return self.possible(possibly, module);
        }
        let others = self.roots.others(folder_of(importer), segments[0]);
        let elsewhere = self.locations_of(others, &segments);
        if elsewhere.iter().any(|it| it.file().is_some()) {
            unresolved(import::OTHER_PROJECT)
        } else {
            external(import::NOT_HERE)
        }
    }

    /// Files of members of a uv workspace, which are installed together only on request.
    fn possible(&self, found: Vec<FileIndex>, module: &str) -> Destination {
        Destination {
            state: LinkState::Ambiguous,
            reason: Some(Reason::Known(import::NEIGHBOR)),
            ..self.leads_to(found, module)
        }
    }

    fn leads_to(&self, found: Vec<FileIndex>, module: &str) -> Destination {
        leads_to_any(found, rule_of(module), |file| (self.file_at)(file).path)
    }

    fn is_script(&mut self, importer: &str) -> bool {
        let Some(file) = self.files.get(importer) else {
            return false;
        };
        *self.scripts.entry(file).or_insert_with(|| {
            let facts = (self.file_at)(file).facts;
            facts.is_some_and(|it| it.imports.iter().any(|it| it.lookup == Lookup::Script))
        })
    }

    /// A script finds modules in its own folder first; a module of a package does not.
    fn beside(&mut self, importer: &str, segments: &[&str]) -> Option<PythonLocation> {
        let folder = folder_of(importer);
        if let PythonLocation::Package { .. } = find_module(self.files, folder, &[], &self.roots.around) {
            return None;
        }
        let locations = self.locations_of(Rc::new(vec![folder.to_owned()]), segments);
        let found = locations.first()?;
        let is_other = (self.file_at)(found.file()?).path != importer;
        is_other.then(|| found.clone())
    }

    fn resolve_names(
        &mut self,
        importer: &str,
        imported: &ImportFacts,
        holders: &[&PythonLocation],
    ) -> Vec<ImportLink> {
        let names = &imported.names;
        let mut links: Vec<(Vec<u32>, Destination, bool)> = Vec::new();
        let mut by_key: FxHashMap<(bool, Option<String>, Vec<FileIndex>), usize> = FxHashMap::default();
        for (index, name) in names.iter().enumerate() {
            let locations: Vec<Option<PythonLocation>> = holders
                .iter()
                .map(|holder| self.locate_name(importer, holder, &name.name))
                .collect();
            let at = |(holder, location): (&&'_ PythonLocation, &Option<PythonLocation>)| {
                location.as_ref().map_or_else(|| holder.file(), PythonLocation::file)
            };
            let files: Vec<FileIndex> = holders.iter().zip(&locations).filter_map(at).collect();
            let modules = locations.iter().flatten().any(|location| location.file().is_some());
            let destination = if files.is_empty() {
                let namespace = holders
                    .iter()
                    .zip(&locations)
                    .any(|(holder, location)| location.as_ref().unwrap_or(holder).is_namespace());
                let missing: Vec<String> = locations
                    .iter()
                    .flatten()
                    .filter_map(|it| match it {
                        PythonLocation::Missing { at, .. } => Some(at.clone()),
                        _ => None,
                    })
                    .collect();
                if namespace {
                    unresolved(import::NAMESPACE)
                } else {
                    leads_nowhere(self.nothing(&missing))
                }
            } else {
                self.leads_to(files.clone(), &imported.target)
            };
            let reason = destination.reason.as_ref().map(|it| it.text().to_owned());
            let key = (modules, reason, files);
            let at = *by_key.entry(key).or_insert(links.len());
            match links.get_mut(at) {
                Some(link) => link.0.push(index as u32),
                None => links.push((vec![index as u32], destination, modules)),
            }
        }
        let alone = links.len() == 1;
        links
            .into_iter()
            .map(|(names, destination, modules)| {
                let names = if alone { LinkNames::All } else { LinkNames::Some(names) };
                ImportLink {
                    names,
                    destination,
                    modules,
                }
            })
            .collect()
    }

    /// `from package import name`: a name that the package's own file binds, else a module in its folder, else
    /// another name of its file (variables are not recorded), unless the scan leaves out such a module. While that file itself
    /// runs, it has only its own declarations. `None` means the package itself.
    fn locate_name(&mut self, importer: &str, holder: &PythonLocation, name: &str) -> Option<PythonLocation> {
        if name == "*" {
            return None;
        }
        let (file, folder) = match holder {
            PythonLocation::Module { .. } | PythonLocation::Missing { .. } => return None,
            PythonLocation::Package { file, folder } => (Some(*file), folder),
            PythonLocation::Namespace { folder } => (None, folder),
        };
        let own = file.is_some_and(|file| (self.file_at)(file).path != importer);
        if let Some(file) = file.filter(|_| own)
            && self.binds(file, name)
        {
            return None;
        }
        let inside = find_module(self.files, folder, &[name], &self.roots.around);
        let (PythonLocation::Missing { at, .. }, Some(file)) = (&inside, file) else {
            return Some(inside);
        };
        let is_left_out = self.left_out_at(std::slice::from_ref(at)).is_some();
        if !is_left_out && (own || self.binds(file, name)) {
            None
        } else {
            Some(inside)
        }
    }

    fn nothing(&self, missing: &[String]) -> Reason {
        self.left_out_at(missing)
            .or_else(|| self.left_out.around(missing))
            .unwrap_or_else(|| nothing_at(missing))
    }

    /// The reason, if the scan leaves out a module at one of these paths.
    fn left_out_at(&self, missing: &[String]) -> Option<Reason> {
        self.left_out
            .file(|files| missing.iter().find_map(|at| file_at(files, at)))
    }

    /// Whether a package's own file declares or imports a name, except by importing the module of that name itself.
    fn binds(&mut self, file: FileIndex, name: &str) -> bool {
        if let Some(bound) = self.bound.get(&file) {
            return bound.contains(name);
        }
        let bound = Rc::new(self.names_bound(file));
        self.bound.insert(file, bound.clone());
        bound.contains(name)
    }

    fn names_bound(&mut self, file: FileIndex) -> FxHashSet<&'a str> {
        let mut bound = FxHashSet::default();
        let PythonFile {
            path,
            facts: Some(facts),
        } = (self.file_at)(file)
        else {
            return bound;
        };
        bound.extend(
            facts
                .declarations
                .iter()
                .filter(|it| it.within < 0)
                .map(|it| it.name.as_str()),
        );
        for imported in &facts.imports {
            let of_itself = !imported.names.is_empty() && self.search_leads_to(path, &imported.target, file);
            for ImportedName { name, alias } in &imported.names {
                match alias {
                    Some(alias) => bound.insert(alias),
                    None => name != "*" && !of_itself && bound.insert(name),
                };
            }
        }
        bound
    }

    fn search_leads_to(&mut self, importer: &str, module: &str, file: FileIndex) -> bool {
        match self.search(importer, module) {
            Search::Locations(locations) => locations.iter().any(|it| it.file() == Some(file)),
            Search::Ends(_) => false,
        }
    }
}

fn rule_of(module: &str) -> &'static str {
    if module.starts_with('.') {
        rule::RELATIVE
    } else {
        rule::SOURCE_ROOT
    }
}

/// The path of a module without its ending: the folder of a package.
fn module_path(path: &str) -> &str {
    let stem = path
        .strip_suffix(".pyi")
        .or_else(|| path.strip_suffix(".py"))
        .unwrap_or(path);
    stem.strip_suffix("/__init__").unwrap_or(stem)
}

fn top_of(module: &str) -> &str {
    &module[..module.find('.').unwrap_or(module.len())]
}
