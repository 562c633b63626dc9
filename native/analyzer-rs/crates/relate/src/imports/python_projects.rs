//! The Python projects of the scanned folder, and which of them another one requires.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::{folder_of, follow, in_folder};
use crate::settings::Settings;
use crate::settings::path_globs::PathGlobs;
use crate::settings::python_dependencies::{PythonRequirements, python_requirements};

use super::link::MAX_FILES;

/// Maximum number of requirements that are followed for one project.
const MAX_REQUIREMENTS: usize = 10_000;

type Folder = Rc<str>;
type Folders = Rc<FxHashSet<Folder>>;

pub struct PythonProjects<'a> {
    settings: &'a Settings<'a>,
    /// By folder.
    projects: BTreeMap<Folder, PythonRequirements>,
    by_name: FxHashMap<String, Vec<Folder>>,
    direct: RefCell<FxHashMap<Folder, Rc<BTreeSet<Folder>>>>,
    workspaces: OnceCell<FxHashMap<Folder, Folders>>,
    /// Imports are resolved file by file, so that the last project is mostly the next one.
    last: RefCell<Option<(String, Folders)>>,
}

impl<'a> PythonProjects<'a> {
    pub fn new(settings: &'a Settings<'a>) -> Self {
        let is_manifest = |path: &&str| {
            let name = path.rsplit('/').next();
            matches!(name, Some("pyproject.toml" | "setup.cfg"))
        };
        let folders: BTreeSet<&str> = settings.paths().filter(is_manifest).map(folder_of).collect();
        let mut projects = Self {
            settings,
            projects: BTreeMap::new(),
            by_name: FxHashMap::default(),
            direct: RefCell::default(),
            workspaces: OnceCell::new(),
            last: RefCell::default(),
        };
        for folder in folders {
            let value = |name: &str| settings.value(&in_folder(folder, name));
            let requirements = python_requirements(value("pyproject.toml").as_deref(), value("setup.cfg").as_deref());
            let folder: Folder = folder.into();
            if let Some(name) = &requirements.name {
                let same = projects.by_name.entry(name.clone()).or_default();
                if same.len() <= MAX_FILES {
                    same.push(folder.clone());
                } else {
                    let problem = format!("has the name of more than {MAX_FILES} other Python projects");
                    projects.report(&folder, &problem);
                }
            }
            projects.projects.insert(folder, requirements);
        }
        projects
    }

    /// Reports a problem of the configuration of a project.
    pub fn report(&self, folder: &str, problem: &str) {
        let [pyproject, setup_cfg] = ["pyproject.toml", "setup.cfg"].map(|it| in_folder(folder, it));
        let has_pyproject = self.settings.value(&pyproject).is_some();
        self.settings
            .report(if has_pyproject { &pyproject } else { &setup_cfg }, problem);
    }

    /// In order.
    pub fn folders(&self) -> impl Iterator<Item = &Folder> {
        self.projects.keys()
    }

    /// The folders of the projects that a project requires, also by another one.
    pub fn required(&self, folder: &str) -> Folders {
        if let Some((last, required)) = &*self.last.borrow()
            && last == folder
        {
            return required.clone();
        }
        let required = Rc::new(self.follow(folder));
        *self.last.borrow_mut() = Some((folder.to_owned(), required.clone()));
        required
    }

    /// The folders of the members of the uv workspace that a project is a member of: they are installed together.
    pub fn workspace(&self, folder: &str) -> Folders {
        let workspaces = self.workspaces.get_or_init(|| self.members_by_member());
        workspaces.get(folder).cloned().unwrap_or_default()
    }

    /// Nearest first.
    fn follow(&self, folder: &str) -> FxHashSet<Folder> {
        let mut seen: FxHashSet<Folder> = FxHashSet::from_iter([folder.into()]);
        let mut open: VecDeque<Folder> = VecDeque::from_iter([folder.into()]);
        let mut followed = 0;
        'following: while let Some(at) = open.pop_front() {
            for next in self.direct(&at).iter() {
                if followed == MAX_REQUIREMENTS {
                    let problem = format!("leads to more than {MAX_REQUIREMENTS} requirements of other projects");
                    self.report(folder, &problem);
                    break 'following;
                }
                followed += 1;
                if seen.insert(next.clone()) {
                    open.push_back(next.clone());
                }
            }
        }
        seen.remove(folder);
        seen
    }

    fn direct(&self, folder: &Folder) -> Rc<BTreeSet<Folder>> {
        let known = self.direct.borrow().get(folder).cloned();
        known.unwrap_or_else(|| {
            let direct = Rc::new(self.read(folder));
            self.direct.borrow_mut().insert(folder.clone(), direct.clone());
            direct
        })
    }

    fn read(&self, folder: &str) -> BTreeSet<Folder> {
        let Some(requirements) = self.projects.get(folder) else {
            return BTreeSet::new();
        };
        let named = requirements.names.iter().filter_map(|it| self.by_name.get(it));
        let mut direct: BTreeSet<Folder> = named.flatten().cloned().collect();
        for path in requirements.folders.iter().filter_map(|it| follow(folder, it)) {
            let known = self.projects.get_key_value(path.as_str());
            direct.extend(known.map(|(folder, _)| folder.clone()));
        }
        direct.extend(self.members(folder, requirements));
        direct
    }

    fn members_by_member(&self) -> FxHashMap<Folder, Folders> {
        let mut workspaces: FxHashMap<Folder, Folders> = FxHashMap::default();
        for (root, requirements) in &self.projects {
            let members = self.members(root, requirements);
            let all: Folders = Rc::new(members.iter().cloned().collect());
            for member in members {
                workspaces.entry(member).or_insert_with(|| all.clone());
            }
        }
        workspaces
    }

    /// The root of a uv workspace has the environment of all its members.
    fn members(&self, root: &str, requirements: &PythonRequirements) -> Vec<Folder> {
        let PythonRequirements { members, excluded, .. } = requirements;
        if members.is_empty() {
            return Vec::new();
        }
        let (included, excluded) = (self.globs(root, members), self.globs(root, excluded));
        let prefix = if root.is_empty() {
            String::new()
        } else {
            format!("{root}/")
        };
        let from = self.projects.range(Folder::from(prefix.as_str())..);
        let below = from.map(|(folder, _)| folder).take_while(|it| it.starts_with(&prefix));
        let is_member = |folder: &&Folder| {
            let path = &folder[prefix.len()..];
            folder.as_ref() != root && included.matches(path) && !excluded.matches(path)
        };
        below.filter(is_member).cloned().collect()
    }

    fn globs(&self, root: &str, patterns: &[String]) -> PathGlobs {
        let mut globs = PathGlobs::default();
        for pattern in patterns {
            if let Err(problem) = globs.add(pattern) {
                self.report(root, &format!("\"tool.uv.workspace\" {problem}"));
            }
        }
        globs
    }
}
