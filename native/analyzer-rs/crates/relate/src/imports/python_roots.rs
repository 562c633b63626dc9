//! The folders in which the absolute imports of a Python file are searched.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::paths::{folder_of, follow, in_folder};
use crate::project_files::ProjectFiles;
use crate::settings::Settings;
use crate::settings::python_folders::python_folders;

const MARKERS: [&str; 3] = ["pyproject.toml", "setup.py", "setup.cfg"];

pub type Roots = Rc<Vec<String>>;

pub struct PythonRoots<'a> {
    /// Of every file: the scanned folder, its source folders and the given source roots.
    pub shared: Roots,
    files: &'a ProjectFiles<'a>,
    settings: &'a Settings<'a>,
    own: RefCell<FxHashMap<String, Roots>>,
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
            own: RefCell::default(),
        }
    }

    /// Of the nearest Python project below the scanned folder that contains a folder; they precede the shared ones.
    pub fn own(&self, folder: &str) -> Roots {
        if let Some(roots) = self.own.borrow().get(folder) {
            return roots.clone();
        }
        let roots = if folder.is_empty() {
            Roots::default()
        } else if MARKERS.iter().any(|it| self.files.has(&in_folder(folder, it))) {
            Rc::new(roots_of(self.settings, folder))
        } else {
            self.own(folder_of(folder))
        };
        self.own.borrow_mut().insert(folder.to_owned(), roots.clone());
        roots
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
