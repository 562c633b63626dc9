//! The folders in which the absolute imports of a Python file are searched.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::{folder_of, follow, in_folder};
use crate::project_files::ProjectFiles;
use crate::settings::Settings;
use crate::settings::json::Json;
use crate::settings::python_folders::{folders_around_packages, python_folders};

use super::python_modules::find_module;
use super::python_projects::PythonProjects;

const MARKERS: [&str; 3] = ["pyproject.toml", "setup.py", "setup.cfg"];
/// Maximum number of folders of one project: each is searched for each of its imports.
const MAX_ROOTS: usize = 256;

pub type Roots = Rc<Vec<String>>;

/// A project that has a root, and the position of the pair in the order of projects and their roots.
struct Owner {
    project: Rc<str>,
    position: usize,
}

pub struct PythonRoots<'a> {
    /// Of every file: the scanned folder, its source folders and the given source roots.
    pub shared: Roots,
    /// Folders around a package that a project installs without them.
    pub around: FxHashSet<String>,
    files: &'a ProjectFiles<'a>,
    settings: &'a Settings<'a>,
    projects: PythonProjects<'a>,
    own: RefCell<FxHashMap<String, Roots>>,
    /// Of each root of a project.
    owners: OnceCell<FxHashMap<String, Vec<Owner>>>,
    /// Roots of all projects by a name of a module or folder in them.
    having: RefCell<FxHashMap<String, Roots>>,
}

impl<'a> PythonRoots<'a> {
    pub fn new(files: &'a ProjectFiles<'a>, settings: &'a Settings<'a>, source_roots: &[String]) -> Self {
        let projects = PythonProjects::new(settings);
        let mut shared = roots_of(settings, &projects, "");
        for root in source_roots.iter().filter_map(|written| follow("", written)) {
            if !shared.contains(&root) {
                shared.push(root);
            }
        }
        let around = projects
            .folders()
            .flat_map(|it| written(settings, it, folders_around_packages));
        Self {
            shared: Rc::new(shared),
            around: around.collect(),
            files,
            settings,
            projects,
            own: RefCell::default(),
            owners: OnceCell::new(),
            having: RefCell::default(),
        }
    }

    /// Of the nearest Python project below the scanned folder that contains a folder; they precede the shared ones.
    pub fn own(&self, folder: &str) -> Roots {
        if let Some(roots) = self.own.borrow().get(folder) {
            return roots.clone();
        }
        let roots = if folder.is_empty() {
            Roots::default()
        } else if self.is_project(folder) {
            Rc::new(roots_of(self.settings, &self.projects, folder))
        } else {
            self.own(folder_of(folder))
        };
        self.own.borrow_mut().insert(folder.to_owned(), roots.clone());
        roots
    }

    /// Of the other projects that the nearest project requires, those with a module or folder of a name.
    pub fn required(&self, folder: &str, name: &str) -> Roots {
        let required = self.projects.required(self.project_of(folder));
        self.roots_having(name, |it| required.contains(it))
    }

    /// The same of projects that it does not require.
    pub fn others(&self, folder: &str, name: &str) -> Roots {
        let project = self.project_of(folder);
        let required = self.projects.required(project);
        self.roots_having(name, |it| it != project && !it.is_empty() && !required.contains(it))
    }

    /// Those of them that are members of the uv workspace of the nearest project.
    pub fn neighbors(&self, folder: &str, name: &str) -> Roots {
        let project = self.project_of(folder);
        let required = self.projects.required(project);
        let members = self.projects.workspace(project);
        self.roots_having(name, |it| {
            it != project && members.contains(it) && !required.contains(it)
        })
    }

    /// Whether a name is a namespace package below a source folder of the nearest project, so that others can continue it.
    pub fn is_shared(&self, folder: &str, name: &str) -> bool {
        let project = self.project_of(folder);
        let own = self.own(folder);
        own.iter()
            .any(|it| it != project && find_module(self.files, it, &[name], &self.around).is_namespace())
    }

    /// In the order of the projects, each once.
    fn roots_having(&self, name: &str, is_wanted: impl Fn(&str) -> bool) -> Roots {
        let owners = self.owners.get_or_init(|| self.owners_of_roots());
        let known = self.having.borrow().get(name).cloned();
        let having = known.unwrap_or_else(|| {
            let folders = self.files.python_folders_with(name).iter();
            let roots = folders.filter(|it| owners.contains_key(**it));
            let having: Roots = Rc::new(roots.map(|it| (*it).to_owned()).collect());
            self.having.borrow_mut().insert(name.to_owned(), having.clone());
            having
        });
        let first = |root: &String| {
            let owner = owners[root].iter().find(|it| is_wanted(&it.project));
            owner.map(|it| (it.position, root.clone()))
        };
        let mut found: Vec<(usize, String)> = having.iter().filter_map(first).collect();
        found.sort_unstable();
        Rc::new(found.into_iter().map(|(_, root)| root).collect())
    }

    fn owners_of_roots(&self) -> FxHashMap<String, Vec<Owner>> {
        let mut owners: FxHashMap<String, Vec<Owner>> = FxHashMap::default();
        let mut position = 0;
        for project in self.projects.folders() {
            let mut roots = self.own(project);
            if roots.is_empty() {
                roots = Rc::new(roots_of(self.settings, &self.projects, project));
            }
            for root in roots.iter() {
                let project = project.clone();
                owners
                    .entry(root.clone())
                    .or_default()
                    .push(Owner { project, position });
                position += 1;
            }
        }
        owners
    }

    /// The folder of the nearest project, the root without one.
    fn project_of<'p>(&self, folder: &'p str) -> &'p str {
        let mut project = folder;
        while !project.is_empty() && !self.is_project(project) {
            project = folder_of(project);
        }
        project
    }

    fn is_project(&self, folder: &str) -> bool {
        MARKERS.iter().any(|it| self.files.has(&in_folder(folder, it)))
    }
}

fn roots_of(settings: &Settings<'_>, projects: &PythonProjects<'_>, folder: &str) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let all = [folder.to_owned(), in_folder(folder, "src")].into_iter();
    let mut roots: Vec<String> = all
        .chain(written(settings, folder, python_folders))
        .filter(|it| seen.insert(it.clone()))
        .collect();
    if roots.len() > MAX_ROOTS {
        projects.report(folder, &format!("has more than {MAX_ROOTS} folders of packages"));
        roots.truncate(MAX_ROOTS);
    }
    roots
}

/// Folders that the settings of a project name.
fn written(
    settings: &Settings<'_>,
    project: &str,
    folders_of: impl Fn(Option<&Json>, Option<&Json>) -> Vec<String>,
) -> Vec<String> {
    let value = |name: &str| settings.value(&in_folder(project, name));
    let folders = folders_of(value("pyproject.toml").as_deref(), value("setup.cfg").as_deref());
    folders.iter().filter_map(|it| follow(project, it)).collect()
}
