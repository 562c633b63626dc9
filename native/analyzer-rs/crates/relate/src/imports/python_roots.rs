//! The folders in which the absolute imports of a Python file are searched.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::paths::{folder_of, follow, in_folder};
use crate::project_files::ProjectFiles;
use crate::settings::Settings;
use crate::settings::python_folders::python_folders;

use super::python_modules::{PythonLocation, find_module};
use super::python_projects::PythonProjects;

const MARKERS: [&str; 3] = ["pyproject.toml", "setup.py", "setup.cfg"];

pub type Roots = Rc<Vec<String>>;
/// Folders of projects, each with a root of it.
type ProjectRoots = Rc<Vec<(String, String)>>;

pub struct PythonRoots<'a> {
    /// Of every file: the scanned folder, its source folders and the given source roots.
    pub shared: Roots,
    files: &'a ProjectFiles<'a>,
    settings: &'a Settings<'a>,
    projects: PythonProjects,
    own: RefCell<FxHashMap<String, Roots>>,
    /// Roots of all projects, with the folder of the project, by a name of a module or folder in them.
    having: RefCell<FxHashMap<String, ProjectRoots>>,
}

impl<'a> PythonRoots<'a> {
    pub fn new(files: &'a ProjectFiles<'a>, settings: &'a Settings<'a>, source_roots: &[String]) -> Self {
        let mut shared = roots_of(settings, "");
        for root in source_roots.iter().filter_map(|written| follow("", written)) {
            if !shared.contains(&root) {
                shared.push(root);
            }
        }
        Self {
            shared: Rc::new(shared),
            files,
            settings,
            projects: PythonProjects::new(settings),
            own: RefCell::default(),
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
            Rc::new(roots_of(self.settings, folder))
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
            .any(|it| it != project && find_module(self.files, it, &[name]).is_namespace())
    }

    fn roots_having(&self, name: &str, is_wanted: impl Fn(&str) -> bool) -> Roots {
        let known = self.having.borrow().get(name).cloned();
        let having = known.unwrap_or_else(|| {
            let mut having = Vec::new();
            for project in self.projects.folders() {
                let own = self.own(project);
                let roots = if own.is_empty() {
                    Rc::new(roots_of(self.settings, project))
                } else {
                    own
                };
                let found = roots.iter().filter(|root| {
                    let location = find_module(self.files, root, &[name]);
                    !matches!(location, PythonLocation::Missing { .. })
                });
                having.extend(found.map(|root| (project.to_owned(), root.clone())));
            }
            let having = Rc::new(having);
            self.having.borrow_mut().insert(name.to_owned(), having.clone());
            having
        });
        let wanted = having.iter().filter(|(project, _)| is_wanted(project));
        Rc::new(wanted.map(|(_, root)| root.clone()).collect())
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

fn roots_of(settings: &Settings<'_>, folder: &str) -> Vec<String> {
    let mut roots = vec![folder.to_owned(), in_folder(folder, "src")];
    let value = |name: &str| settings.value(&in_folder(folder, name));
    for written in python_folders(value("pyproject.toml").as_deref(), value("setup.cfg").as_deref()) {
        if let Some(root) = follow(folder, &written).filter(|root| !roots.contains(root)) {
            roots.push(root);
        }
    }
    roots
}
