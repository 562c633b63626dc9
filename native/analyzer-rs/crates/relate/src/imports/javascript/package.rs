//! A folder with a `package.json`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::paths::follow;
use crate::settings::json::Json;

use super::package_exports::Subpaths;

pub struct Package {
    pub folder: String,
    pub name: Option<String>,
    pub manifest: Rc<Json>,
    pub exports: Option<Subpaths>,
    pub imports: Option<Subpaths>,
    /// Targets of a package without `exports`.
    pub main: Vec<String>,
    /// Folders of the dependencies that are written as a path, by name.
    pub dependencies: FxHashMap<String, String>,
    /// It has no `exports`, and installs another package with its own name: that is what an import of the name leads to.
    pub is_hidden: bool,
}

const FIELDS: [&str; 5] = ["types", "typings", "source", "module", "main"];
const LISTS: [&str; 4] = [
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
];

impl Package {
    /// `report` is called with the reason if a part of the file has no effect.
    pub fn new(folder: &str, manifest: Rc<Json>, report: &dyn Fn(&str)) -> Self {
        let subpaths = |key: &str| {
            let value = manifest.value_at(key)?;
            Some(Subpaths::new(value, &|problem| report(&format!("\"{key}\" {problem}"))))
        };
        let name = manifest.text_at("name");
        let exports = subpaths("exports");
        let is_hidden = exports.is_none() && name.is_some_and(|name| installs(&manifest, name));
        let fields = FIELDS.iter().filter_map(|field| manifest.text_at(field));
        Self {
            folder: folder.to_owned(),
            name: name.map(str::to_owned),
            exports,
            imports: subpaths("imports"),
            main: fields.map(str::to_owned).collect(),
            dependencies: dependencies_of(folder, &manifest),
            is_hidden,
            manifest,
        }
    }
}

/// The package manager installs what these lists name.
const INSTALLED: [&str; 3] = ["dependencies", "devDependencies", "optionalDependencies"];

/// Whether a package of that name comes from a registry.
fn installs(manifest: &Json, name: &str) -> bool {
    let local = ["file:", "link:", "portal:", "workspace:"];
    INSTALLED.iter().any(|list| {
        let written = manifest.at(list).and_then(|table| table.text_at(name));
        written.is_some_and(|text| !local.iter().any(|scheme| text.starts_with(scheme)))
    })
}

/// Of `"name": "file:../other"`. The first list that has a name with a path counts.
fn dependencies_of(folder: &str, manifest: &Json) -> FxHashMap<String, String> {
    let mut folders = FxHashMap::default();
    for list in LISTS {
        for (name, written) in manifest.at(list).and_then(Json::table).unwrap_or_default() {
            let Json::Text(written) = written else { continue };
            let path = ["file:", "link:", "portal:"]
                .iter()
                .find_map(|scheme| written.strip_prefix(scheme));
            // A line break ends what the other engine reads.
            let target = path
                .filter(|it| !it.contains(['\n', '\r', '\u{2028}', '\u{2029}']))
                .and_then(|it| follow(folder, it));
            if let Some(target) = target {
                folders.entry(name.clone()).or_insert(target);
            }
        }
    }
    folders
}
