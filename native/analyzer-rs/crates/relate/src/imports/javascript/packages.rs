//! The packages of a project, and which of them a package manager links into which folder.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::imports::link::MAX_FILES;
use crate::paths::{folder_of, in_folder};
use crate::settings::Settings;
use crate::settings::json::Json;
use crate::settings::path_globs::PathGlobs;

use super::package::Package;

#[derive(Default)]
pub struct Packages {
    by_folder: FxHashMap<String, Rc<Package>>,
    /// Members by name, of each folder that declares workspaces.
    workspaces: FxHashMap<String, FxHashMap<String, Vec<Rc<Package>>>>,
    nearest: RefCell<FxHashMap<String, Option<Rc<Package>>>>,
}

impl Packages {
    pub fn new(settings: &Settings<'_>) -> Self {
        let mut packages = Self::default();
        let mut in_order: Vec<Rc<Package>> = Vec::new();
        for path in settings.paths() {
            if path != "package.json" && !path.ends_with("/package.json") {
                continue;
            }
            let Some(manifest) = settings.value(path).filter(|it| it.table().is_some()) else {
                continue;
            };
            let report = |problem: &str| settings.report(path, problem);
            let package = Rc::new(Package::new(folder_of(path), manifest, &report));
            packages.by_folder.insert(package.folder.clone(), package.clone());
            in_order.push(package);
        }
        let mut globs: FxHashMap<&str, WorkspaceGlobs> = FxHashMap::default();
        for package in &in_order {
            let npm = globs_of(package.manifest.at("workspaces"));
            let path = in_folder(&package.folder, "pnpm-workspace.yaml");
            let listed = settings.value(&path);
            let pnpm = listed.as_ref().map(|it| it.texts()).unwrap_or_default();
            if npm.is_empty() && pnpm.is_empty() {
                continue;
            }
            let mut added = WorkspaceGlobs::default();
            added.add(&npm, &|problem| {
                let path = in_folder(&package.folder, "package.json");
                settings.report(&path, &format!("\"workspaces\" {problem}"));
            });
            added.add(&pnpm, &|problem| {
                settings.report(&path, &format!("\"packages\" {problem}"))
            });
            globs.insert(&package.folder, added);
        }
        for member in &in_order {
            packages.link(member, &globs, settings);
        }
        packages
    }

    pub fn at(&self, folder: &str) -> Option<&Rc<Package>> {
        self.by_folder.get(folder)
    }

    /// The package that a folder belongs to.
    pub fn nearest(&self, folder: &str) -> Option<Rc<Package>> {
        if let Some(known) = self.nearest.borrow().get(folder) {
            return known.clone();
        }
        let found = match self.by_folder.get(folder) {
            Some(own) => Some(own.clone()),
            None if folder.is_empty() => None,
            None => self.nearest(folder_of(folder)),
        };
        self.nearest.borrow_mut().insert(folder.to_owned(), found.clone());
        found
    }

    /// The workspace packages of a name that are linked for a folder, by folder; several are ambiguous.
    pub fn linked(&self, folder: &str, name: &str) -> &[Rc<Package>] {
        let mut root = folder;
        loop {
            let found = self.workspaces.get(root).and_then(|names| names.get(name));
            if let Some(found) = found {
                return found;
            }
            if root.is_empty() {
                return &[];
            }
            root = folder_of(root);
        }
    }

    /// The package of `"name": "file:../other"` in the dependencies of the nearest `package.json`.
    pub fn dependency(&self, folder: &str, name: &str) -> Option<&Rc<Package>> {
        let own = self.nearest(folder)?;
        self.by_folder.get(own.dependencies.get(name)?)
    }

    fn link(&mut self, member: &Rc<Package>, globs: &FxHashMap<&str, WorkspaceGlobs>, settings: &Settings<'_>) {
        let Package {
            folder,
            name: Some(name),
            ..
        } = &**member
        else {
            return;
        };
        let mut root = folder.as_str();
        loop {
            let below = if root.is_empty() {
                folder
            } else {
                folder[root.len()..].trim_start_matches('/')
            };
            if globs.get(root).is_some_and(|it| it.include(below)) {
                let names = self.workspaces.entry(root.to_owned()).or_default();
                let same = names.entry(name.clone()).or_default();
                if same.len() <= MAX_FILES {
                    same.push(member.clone());
                } else {
                    let problem = format!("has the name of more than {MAX_FILES} other packages of its workspace");
                    settings.report(&in_folder(folder, "package.json"), &problem);
                }
            }
            if root.is_empty() {
                return;
            }
            root = folder_of(root);
        }
    }
}

#[derive(Default)]
struct WorkspaceGlobs {
    included: PathGlobs,
    excluded: PathGlobs,
}

impl WorkspaceGlobs {
    fn add(&mut self, written: &[&str], report: &dyn Fn(&str)) {
        for it in written {
            let added = match it.strip_prefix('!') {
                Some(excluded) => self.excluded.add(excluded),
                None => self.included.add(it),
            };
            if let Err(problem) = added {
                report(&problem);
            }
        }
    }

    /// `folder`: below the one that declares the workspaces, which is itself a member.
    fn include(&self, folder: &str) -> bool {
        folder.is_empty() || self.included.matches(folder) && !self.excluded.matches(folder)
    }
}

/// `workspaces` is a list, or a table with the list `packages`.
fn globs_of(workspaces: Option<&Json>) -> Vec<&str> {
    let list = match workspaces {
        Some(table @ Json::Table(_)) => table.at("packages"),
        other => other,
    };
    list.map(Json::texts).unwrap_or_default()
}
