//! The Python projects of the scanned folder, and which of them another one requires.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::{folder_of, follow, in_folder};
use crate::settings::Settings;
use crate::settings::path_glob::matches_glob;
use crate::settings::python_dependencies::{PythonRequirements, python_requirements};

pub struct PythonProjects {
    /// By folder.
    projects: BTreeMap<String, PythonRequirements>,
    by_name: FxHashMap<String, Vec<String>>,
    required: RefCell<FxHashMap<String, Rc<FxHashSet<String>>>>,
    workspaces: RefCell<FxHashMap<String, Rc<FxHashSet<String>>>>,
}

impl PythonProjects {
    pub fn new(settings: &Settings<'_>) -> Self {
        let is_manifest = |path: &&str| {
            let name = path.rsplit('/').next();
            matches!(name, Some("pyproject.toml" | "setup.cfg"))
        };
        let folders: BTreeSet<&str> = settings.paths().filter(is_manifest).map(folder_of).collect();
        let mut projects = BTreeMap::new();
        let mut by_name: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for folder in folders {
            let value = |name: &str| settings.value(&in_folder(folder, name));
            let requirements = python_requirements(value("pyproject.toml").as_deref(), value("setup.cfg").as_deref());
            if let Some(name) = &requirements.name {
                by_name.entry(name.clone()).or_default().push(folder.to_owned());
            }
            projects.insert(folder.to_owned(), requirements);
        }
        Self {
            projects,
            by_name,
            required: RefCell::default(),
            workspaces: RefCell::default(),
        }
    }

    /// In order.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.projects.keys().map(String::as_str)
    }

    /// The folders of the projects that a project requires, also by another one.
    pub fn required(&self, folder: &str) -> Rc<FxHashSet<String>> {
        if let Some(required) = self.required.borrow().get(folder) {
            return required.clone();
        }
        let mut seen: FxHashSet<String> = FxHashSet::from_iter([folder.to_owned()]);
        let mut open = vec![folder.to_owned()];
        while let Some(at) = open.pop() {
            for next in self.direct(&at) {
                if seen.insert(next.to_owned()) {
                    open.push(next.to_owned());
                }
            }
        }
        seen.remove(folder);
        let required = Rc::new(seen);
        self.required.borrow_mut().insert(folder.to_owned(), required.clone());
        required
    }

    /// The folders of the members of the uv workspace that a project is a member of: they are installed together.
    pub fn workspace(&self, folder: &str) -> Rc<FxHashSet<String>> {
        if let Some(members) = self.workspaces.borrow().get(folder) {
            return members.clone();
        }
        let mut workspaces = self.projects.iter().map(|(root, it)| self.members(root, it));
        let members = workspaces.find(|it| it.contains(&folder)).unwrap_or_default();
        let members: Rc<FxHashSet<String>> = Rc::new(members.into_iter().map(str::to_owned).collect());
        self.workspaces.borrow_mut().insert(folder.to_owned(), members.clone());
        members
    }

    fn direct(&self, folder: &str) -> BTreeSet<&str> {
        let Some(requirements) = self.projects.get(folder) else {
            return BTreeSet::new();
        };
        let named = requirements
            .names
            .iter()
            .filter_map(|it| self.by_name.get(it))
            .flatten();
        let mut direct: BTreeSet<&str> = named.map(String::as_str).collect();
        for path in requirements.folders.iter().filter_map(|it| follow(folder, it)) {
            direct.extend(self.projects.get_key_value(&path).map(|(folder, _)| folder.as_str()));
        }
        direct.extend(self.members(folder, requirements));
        direct
    }

    /// The root of a uv workspace has the environment of all its members.
    fn members<'p>(&'p self, root: &str, requirements: &'p PythonRequirements) -> Vec<&'p str> {
        let PythonRequirements { members, excluded, .. } = requirements;
        if members.is_empty() {
            return Vec::new();
        }
        let is_member = |folder: &&str| {
            let below = match root {
                "" => Some(*folder),
                _ => folder.strip_prefix(root).and_then(|it| it.strip_prefix('/')),
            };
            let is_in = |patterns: &[String], path: &str| patterns.iter().any(|it| matches_glob(it, path));
            *folder != root && below.is_some_and(|path| is_in(members, path) && !is_in(excluded, path))
        };
        self.folders().filter(is_member).collect()
    }
}
