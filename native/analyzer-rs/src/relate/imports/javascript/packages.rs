//! The packages of a project, and which of them a package manager links into which folder.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::relate::paths::{folder_of, follow, in_folder};
use crate::relate::settings::Settings;
use crate::relate::settings::json::Json;
use crate::relate::settings::path_glob::matches_glob;

/// A folder with a `package.json`.
pub struct Package {
    pub folder: String,
    pub name: Option<String>,
    pub manifest: Rc<Json>,
}

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
            let package = Rc::new(Package {
                folder: folder_of(path).to_owned(),
                name: manifest.text_at("name").map(str::to_owned),
                manifest,
            });
            packages.by_folder.insert(package.folder.clone(), package.clone());
            in_order.push(package);
        }
        let mut globs: FxHashMap<&str, Globs> = FxHashMap::default();
        for package in &in_order {
            let mut written = globs_of(package.manifest.at("workspaces"));
            if let Some(listed) = settings.value(&in_folder(&package.folder, "pnpm-workspace.yaml")) {
                written.extend(listed.texts().into_iter().map(str::to_owned));
            }
            if !written.is_empty() {
                globs.insert(&package.folder, Globs(written));
            }
        }
        for member in &in_order {
            packages.link(member, &globs);
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
        for list in [
            "dependencies",
            "devDependencies",
            "peerDependencies",
            "optionalDependencies",
        ] {
            let written = own.manifest.at(list).and_then(|it| it.text_at(name));
            let path = written.and_then(|it| {
                ["file:", "link:", "portal:"]
                    .iter()
                    .find_map(|scheme| it.strip_prefix(scheme))
            });
            // A line break ends what the other engine reads.
            let target = path
                .filter(|it| !it.contains(['\n', '\r', '\u{2028}', '\u{2029}']))
                .and_then(|it| follow(&own.folder, it));
            if let Some(target) = target {
                return self.by_folder.get(&target);
            }
        }
        None
    }

    fn link(&mut self, member: &Rc<Package>, globs: &FxHashMap<&str, Globs>) {
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
                names.entry(name.clone()).or_default().push(member.clone());
            }
            if root.is_empty() {
                return;
            }
            root = folder_of(root);
        }
    }
}

struct Globs(Vec<String>);

impl Globs {
    /// `folder`: below the one that declares the workspaces, which is itself a member.
    fn include(&self, folder: &str) -> bool {
        let excluded = |glob: &str| glob.strip_prefix('!').is_some_and(|it| matches_glob(it, folder));
        let included = |glob: &str| !glob.starts_with('!') && matches_glob(glob, folder);
        folder.is_empty() || self.0.iter().any(|it| included(it)) && !self.0.iter().any(|it| excluded(it))
    }
}

/// `workspaces` is a list, or a table with the list `packages`.
fn globs_of(workspaces: Option<&Json>) -> Vec<String> {
    let list = match workspaces {
        Some(table @ Json::Table(_)) => table.at("packages"),
        other => other,
    };
    list.map(Json::texts)
        .unwrap_or_default()
        .into_iter()
        .map(str::to_owned)
        .collect()
}
