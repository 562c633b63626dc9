//! The compiler configurations of a project.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::{folder_of, follow, in_folder};
use crate::settings::Settings;
use crate::settings::json::Json;
use crate::settings::path_glob::{MAX_STARS, has_too_many_stars};

use super::config::{Config, includes};
use super::packages::Packages;
use super::path_patterns::PathPatterns;
use super::referenced_configs::ReferencedConfigs;

/// Maximum number of configurations that one inherits from, directly or not, each time it is named.
const MAX_CONFIGS: usize = 64;
/// Maximum number of patterns of `include`, and of `exclude`: each is compared with each file.
const MAX_PATTERNS: usize = 256;
/// Maximum number of targets of one pattern in `paths`: each is tried for each import.
const MAX_TARGETS: usize = 64;
/// Maximum number of `moduleSuffixes`: each is tried for each import.
const MAX_SUFFIXES: usize = 64;
/// Maximum number of `rootDirs`: each is tried for each relative import without a file.
const MAX_ROOTS: usize = 64;
/// Options of relative imports. A project without them needs no configuration for these.
const RELATIVE_OPTIONS: [&str; 2] = ["moduleSuffixes", "rootDirs"];
const NAMES: [&str; 2] = ["tsconfig.json", "jsconfig.json"];
const FACTORIES: [&str; 3] = ["jsxFactory", "jsxFragmentFactory", "reactNamespace"];
const OPTIONS: [&str; 10] = [
    "paths",
    "baseUrl",
    "rootDir",
    "rootDirs",
    "outDir",
    "declarationDir",
    "verbatimModuleSyntax",
    "importsNotUsedAsValues",
    "preserveValueImports",
    "moduleSuffixes",
];
const CONFIG_FOLDER: &str = "${configDir}";

type Found = Option<Rc<Config>>;

pub struct Configs<'a> {
    settings: &'a Settings<'a>,
    packages: Rc<Packages>,
    configs: RefCell<FxHashMap<String, Found>>,
    governing: RefCell<FxHashMap<String, Found>>,
    /// By the path of the configuration that has the references.
    referenced: RefCell<FxHashMap<String, Rc<ReferencedConfigs>>>,
    in_folder: FxHashMap<&'a str, Vec<&'a str>>,
    /// Paths of configurations that others name and that are not read, in the order in which one of them is searched.
    missing: RefCell<Vec<[String; 3]>>,
    /// Which of `RELATIVE_OPTIONS` a configuration has.
    relative: [bool; 2],
}

/// The value of a key with the folder of the configuration that has it.
type Values = FxHashMap<String, (Json, String)>;

/// State while a configuration and those that it inherits are read.
#[derive(Default)]
struct Reading {
    /// The configurations between the first one and the current one.
    open: FxHashSet<String>,
    /// Number of configurations that were named so far: two that each name the next one twice would double the work.
    named: usize,
}

impl<'a> Configs<'a> {
    pub fn new(settings: &'a Settings<'a>, packages: Rc<Packages>) -> Self {
        let mut in_folder: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for path in settings.paths().filter(|path| is_config_name(path)) {
            in_folder.entry(folder_of(path)).or_default().push(path);
        }
        let mut relative = [false; 2];
        for path in settings.paths().filter(|path| path.ends_with(".json")) {
            let value = settings.value(path);
            let options = value.as_ref().and_then(|it| it.at("compilerOptions"));
            for (has, key) in relative.iter_mut().zip(RELATIVE_OPTIONS) {
                *has |= options.is_some_and(|it| matches!(it.at(key), Some(Json::List(_))));
            }
        }
        Self {
            settings,
            packages,
            configs: RefCell::default(),
            governing: RefCell::default(),
            referenced: RefCell::default(),
            in_folder,
            missing: RefCell::default(),
            relative,
        }
    }

    /// Reads every configuration. Returns for each one that is named and missing the paths at which it can be.
    pub fn missing(&self) -> Vec<[String; 3]> {
        let settings = self.settings;
        let is_config = |path: &&str| path.ends_with(".json") && last_name(path) != "package.json";
        for path in settings.paths().filter(is_config) {
            self.read(path);
        }
        self.missing.take()
    }

    /// All configurations in a folder, under any name.
    pub fn in_folder(&self, folder: &str) -> Vec<Rc<Config>> {
        let paths = self.in_folder.get(folder).into_iter().flatten();
        paths.filter_map(|path| self.read(path)).collect()
    }

    /// The configuration of a file, as an editor chooses it: the nearest one that includes the file, itself or through
    /// `references`; the nearest of all if none includes it.
    pub fn governing(&self, file: &str) -> Found {
        if let Some(known) = self.governing.borrow().get(file) {
            return known.clone();
        }
        let found = self.find(file);
        self.governing.borrow_mut().insert(file.to_owned(), found.clone());
        found
    }

    /// `moduleSuffixes` of the configuration of a file.
    pub fn suffixes_of(&self, file: &str) -> Vec<String> {
        let [has_suffixes, _] = self.relative;
        let config = has_suffixes.then(|| self.governing(file)).flatten();
        config.map(|it| it.suffixes.clone()).unwrap_or_default()
    }

    /// The other places of a path by `rootDirs`, whose folders are merged into one when the project is built.
    ///
    /// https://www.typescriptlang.org/tsconfig/#rootDirs
    pub fn other_roots(&self, file: &str, path: &str) -> Vec<String> {
        let [_, has_roots] = self.relative;
        let Some(config) = has_roots.then(|| self.governing(file)).flatten() else {
            return Vec::new();
        };
        let below = |root: &str| match root {
            "" => Some(path),
            _ => path.strip_prefix(root)?.strip_prefix('/'),
        };
        let around = config.roots.iter().filter_map(|root| Some((root, below(root)?)));
        let Some((own, below)) = around.min_by_key(|(_, below)| below.len()) else {
            return Vec::new();
        };
        let others = config.roots.iter().filter(|root| *root != own);
        others.map(|root| in_folder(root, below)).collect()
    }

    fn find(&self, file: &str) -> Found {
        let mut nearest = None;
        let mut folder = folder_of(file);
        loop {
            for name in NAMES {
                let Some(config) = self.read(&in_folder(folder, name)) else {
                    continue;
                };
                let found = self.including(&config, file);
                if found.is_some() {
                    return found;
                }
                nearest = nearest.or(Some(config));
            }
            if folder.is_empty() {
                return nearest;
            }
            folder = folder_of(folder);
        }
    }

    fn including(&self, start: &Rc<Config>, file: &str) -> Found {
        if includes(start, file) {
            return Some(start.clone());
        }
        if start.references.is_empty() {
            return None;
        }
        let known = self.referenced.borrow().get(&start.path).cloned();
        let referenced = known.unwrap_or_else(|| {
            let found = Rc::new(ReferencedConfigs::new(start, &|path| self.read(path)));
            if let Some(problem) = &found.problem {
                self.settings.report(&start.path, problem);
            }
            self.referenced.borrow_mut().insert(start.path.clone(), found.clone());
            found
        });
        referenced.including(file)
    }

    fn read(&self, path: &str) -> Found {
        if !self.settings.has(path) {
            return None;
        }
        if let Some(known) = self.configs.borrow().get(path) {
            return known.clone();
        }
        let mut values = Values::default();
        self.inherit(path, path, &mut values, &mut Reading::default());
        let config = self.config_of(path, &values).map(Rc::new);
        self.configs.borrow_mut().insert(path.to_owned(), config.clone());
        config
    }

    /// Collects the values of a configuration, those that it inherits first.
    fn inherit(&self, path: &str, from: &str, into: &mut Values, reading: &mut Reading) {
        reading.named += 1;
        if reading.named > MAX_CONFIGS {
            let problem = format!("\"extends\" reaches more than {MAX_CONFIGS} files");
            self.settings.report(from, &problem);
            return;
        }
        if reading.open.contains(path) {
            self.settings.report(from, &format!("\"extends\" is cyclic at {path}"));
            return;
        }
        let Some(value) = self.settings.value(path) else { return };
        reading.open.insert(path.to_owned());
        for written in value.at("extends").map(Json::texts).unwrap_or_default() {
            if reading.named > MAX_CONFIGS {
                break;
            }
            if let Some(base) = self.extended(path, written) {
                self.inherit(&base, path, into, reading);
            }
        }
        reading.open.remove(path);
        let folder = folder_of(path);
        for key in ["files", "include", "exclude"] {
            if let Some(value) = value.value_at(key) {
                into.insert(key.to_owned(), (value.clone(), folder.to_owned()));
            }
        }
        let options = value.at("compilerOptions").and_then(Json::table).unwrap_or_default();
        for (key, option) in options.iter().filter(|(key, _)| is_option(key)) {
            into.insert(key.clone(), (option.clone(), folder.to_owned()));
        }
    }

    /// The configuration that `extends` names; a package outside the project has no effect.
    fn extended(&self, path: &str, written: &str) -> Option<String> {
        let first = written.split('/').next();
        if matches!(first, Some("." | "..")) {
            let found = follow(folder_of(path), written).and_then(|target| self.named(&target));
            if found.is_none() {
                self.report_missing(path, written);
            }
            return found;
        }
        let (name, rest) = split_package(written);
        let [only] = self.packages.linked(folder_of(path), name) else {
            return None;
        };
        let target = if rest.is_empty() {
            only.manifest.text_at("tsconfig").unwrap_or("tsconfig.json")
        } else {
            rest
        };
        let found = follow(&only.folder, target).and_then(|it| self.named(&it));
        if found.is_none() {
            self.report_missing(path, written);
        }
        found
    }

    fn report_missing(&self, path: &str, written: &str) {
        let problem = format!("\"extends\" names {written}, which is not in the project");
        self.settings.report(path, &problem);
    }

    fn named(&self, path: &str) -> Option<String> {
        let candidates = [
            path.to_owned(),
            format!("{path}.json"),
            in_folder(path, "tsconfig.json"),
        ];
        let found = candidates.iter().find(|it| self.settings.has(it)).cloned();
        if found.is_none() {
            self.missing.borrow_mut().push(candidates);
        }
        found
    }

    fn config_of(&self, path: &str, values: &Values) -> Option<Config> {
        let own = self.settings.value(path).filter(|it| it.table().is_some())?;
        let folder = folder_of(path);
        let at_most = |most: usize, mut all: Vec<String>, problem: &str| {
            if all.len() > most {
                self.settings.report(path, problem);
                all.truncate(most);
            }
            all
        };
        let list_of = |key: &str| {
            let (value, origin) = values.get(key)?;
            let paths = value.texts().into_iter();
            Some(
                paths
                    .filter_map(|it| follow_from(origin, folder, it))
                    .collect::<Vec<_>>(),
            )
        };
        let path_of = |key: &str| list_of(key)?.into_iter().next();
        let patterns_of = |key: &str| {
            let patterns = list_of(key)?;
            if patterns.iter().any(|it| has_too_many_stars(it)) {
                let problem = format!("\"{key}\" has a pattern with more than {MAX_STARS} \"*\"");
                self.settings.report(path, &problem);
            }
            let problem = format!("\"{key}\" has more than {MAX_PATTERNS} patterns");
            Some(at_most(MAX_PATTERNS, patterns, &problem))
        };
        let base_url = path_of("baseUrl");
        let paths = values.get("paths").map(|(value, origin)| {
            let base = base_url.as_ref().unwrap_or(origin);
            let rows = value.table().unwrap_or_default().iter();
            PathPatterns::new(rows.map(|(pattern, written)| {
                let written = written.texts().into_iter();
                let targets = written.filter_map(|it| follow_from(base, folder, it)).collect();
                let problem = format!("\"paths\" has a pattern with more than {MAX_TARGETS} targets");
                (pattern.clone(), at_most(MAX_TARGETS, targets, &problem))
            }))
        });
        let suffixes = values
            .get("moduleSuffixes")
            .map(|(value, _)| value.texts())
            .unwrap_or_default();
        let references = match own.at("references") {
            Some(Json::List(items)) => items.as_slice(),
            _ => &[],
        };
        Some(Config {
            path: path.to_owned(),
            paths: paths.unwrap_or_default(),
            base_url,
            root_dir: path_of("rootDir"),
            roots: at_most(
                MAX_ROOTS,
                list_of("rootDirs").unwrap_or_default(),
                &format!("\"rootDirs\" has more than {MAX_ROOTS} folders"),
            ),
            out_dir: path_of("outDir"),
            declaration_dir: path_of("declarationDir"),
            suffixes: at_most(
                MAX_SUFFIXES,
                suffixes.into_iter().map(str::to_owned).collect(),
                &format!("\"moduleSuffixes\" has more than {MAX_SUFFIXES} suffixes"),
            ),
            keeps_type_imports: keeps_type_imports(values),
            keeps_value_imports: values
                .get("preserveValueImports")
                .is_some_and(|(value, _)| *value == Json::True),
            factories: FACTORIES
                .into_iter()
                .filter_map(|key| first_name(values, key))
                .collect(),
            files: list_of("files").map(FxHashSet::from_iter),
            include: patterns_of("include"),
            exclude: patterns_of("exclude"),
            references: references
                .iter()
                .filter_map(|it| self.named(&follow(folder, it.text_at("path").unwrap_or(""))?))
                .collect(),
        })
    }
}

/// Whether `import { type B } from './b'` is emitted as an import without names.
fn keeps_type_imports(values: &Values) -> bool {
    let value = |key| values.get(key).map(|(value, _)| value);
    let unused = value("importsNotUsedAsValues");
    let is_kept = matches!(unused, Some(Json::Text(text)) if text == "preserve" || text == "error");
    is_kept || value("verbatimModuleSyntax") == Some(&Json::True)
}

fn is_option(key: &str) -> bool {
    OPTIONS.contains(&key) || FACTORIES.contains(&key)
}

/// `h` of `h.element`
fn first_name(values: &Values, key: &str) -> Option<String> {
    let (Json::Text(text), _) = values.get(key)? else {
        return None;
    };
    Some(text.split('.').next()?.to_owned())
}

fn last_name(path: &str) -> &str {
    &path[path.rfind('/').map_or(0, |slash| slash + 1)..]
}

fn is_config_name(path: &str) -> bool {
    let name = last_name(path);
    (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json")
}

/// `origin`: folder of the configuration that has the path; `folder`: of the one that inherits it.
fn follow_from(origin: &str, folder: &str, path: &str) -> Option<String> {
    match path.strip_prefix(CONFIG_FOLDER) {
        Some(below) => follow(folder, below),
        None => follow(origin, path),
    }
}

/// `@scope/name/rest`
pub fn split_package(specifier: &str) -> (&str, &str) {
    let mut slashes = specifier.match_indices('/').map(|(at, _)| at);
    let end = if specifier.starts_with('@') {
        slashes.nth(1)
    } else {
        slashes.next()
    };
    end.map_or((specifier, ""), |at| (&specifier[..at], &specifier[at + 1..]))
}
