//! The folders with the packages of a Python project.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use crate::paths::follow;
use base::languages::documents;

use super::ascii_space::trimmed;
use super::json::Json;

#[derive(Deserialize)]
struct ProjectFilesData {
    python_folders: Vec<FolderSetting>,
}

#[derive(Deserialize)]
struct FolderSetting {
    setting: Vec<String>,
    holds: Holds,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Holds {
    Folders,
    Packages,
    FoldersByPackage,
    PackagesByFolder,
}

static DATA: LazyLock<ProjectFilesData> =
    LazyLock::new(|| serde_json::from_str(documents::PROJECT_FILES).expect("part of the program"));

/// Outer packages of a longer name are not searched: their paths would have a length that grows with its square.
const MAX_SEGMENTS: usize = 64;

/// A folder that holds packages of a project: all in it, or the one of a dotted name.
struct Holder {
    folder: String,
    package: String,
}

impl Holder {
    fn of_all(folder: String) -> Self {
        Self {
            folder,
            package: String::new(),
        }
    }
}

/// Relative to the project, from the settings of its build system in `pyproject.toml` and from a `setup.cfg`.
///
/// https://setuptools.pypa.io/en/latest/userguide/package_discovery.html
pub fn python_folders(pyproject: Option<&Json>, setup_cfg: Option<&Json>) -> Vec<String> {
    let all = holders(pyproject, setup_cfg);
    all.into_iter().map(|it| it.folder).collect()
}

/// The folders around a package that the settings name without them (`"a.b" = "x/a/b"`): the project installs `a.b`, and
/// no file of `x/a`, so that another project can have `a`.
pub fn folders_around_packages(pyproject: Option<&Json>, setup_cfg: Option<&Json>) -> Vec<String> {
    let all = holders(pyproject, setup_cfg);
    let mut packages: FxHashMap<&str, FxHashSet<&str>> = FxHashMap::default();
    for it in &all {
        packages.entry(&it.folder).or_default().insert(&it.package);
    }
    let mut folders = Vec::new();
    for Holder { folder, package } in &all {
        let its = &packages[folder.as_str()];
        for (end, _) in package.match_indices('.').take(MAX_SEGMENTS - 1) {
            let outer = &package[..end];
            if its.contains("") || its.contains(outer) {
                break;
            }
            if !outer.is_empty() {
                folders.extend(follow(folder, &outer.replace('.', "/")));
            }
        }
    }
    folders
}

fn holders(pyproject: Option<&Json>, setup_cfg: Option<&Json>) -> Vec<Holder> {
    let mut folders = Vec::new();
    for FolderSetting { setting, holds } in &DATA.python_folders {
        for value in values_at(pyproject, setting) {
            folders.extend(holders_of(value, *holds));
        }
    }
    folders.extend(holders_of_ini(setup_cfg));
    folders
}

/// The values of a setting; a list on the way has those of each item.
fn values_at<'a>(value: Option<&'a Json>, keys: &[String]) -> Vec<&'a Json> {
    let mut values: Vec<&Json> = value.into_iter().collect();
    for key in keys {
        let items = values.into_iter().flat_map(|it| match it {
            Json::List(items) => items.iter().collect(),
            other => vec![other],
        });
        values = items.filter_map(|it| it.at(key)).collect();
    }
    values
}

fn holders_of(value: &Json, holds: Holds) -> Vec<Holder> {
    let texts = || value.texts().into_iter();
    match holds {
        Holds::Folders => texts().map(|it| Holder::of_all(it.to_owned())).collect(),
        Holds::Packages => {
            let folders = texts().filter_map(|it| follow("", &format!("{it}/..")));
            folders.map(Holder::of_all).collect()
        }
        Holds::FoldersByPackage => pairs(value).filter_map(|(name, it)| holder_above(name, it)).collect(),
        Holds::PackagesByFolder => pairs(value).filter_map(|(it, name)| holder_above(name, it)).collect(),
    }
}

fn pairs(value: &Json) -> impl Iterator<Item = (&str, &str)> {
    let rows = value.table().unwrap_or_default();
    rows.iter().filter_map(|(key, it)| match it {
        Json::Text(text) => Some((key.as_str(), text.as_str())),
        _ => None,
    })
}

/// The folder in which a dotted package name leads to a folder; none if its name there is another one.
fn holder_above(name: &str, written: &str) -> Option<Holder> {
    let folder = format!("/{}", follow("", written).unwrap_or_default());
    let path = match name {
        "" => String::new(),
        _ => format!("/{}", name.replace('.', "/")),
    };
    let above = folder.strip_suffix(&path)?;
    Some(Holder {
        folder: above.strip_prefix('/').unwrap_or(above).to_owned(),
        package: name.to_owned(),
    })
}

fn holders_of_ini(setup_cfg: Option<&Json>) -> Vec<Holder> {
    let lines = |section: &str, option: &str| {
        let value = setup_cfg.and_then(|it| it.at(section)?.at(option));
        value.map(Json::texts).unwrap_or_default()
    };
    let mut folders: Vec<Holder> = lines("options.packages.find", "where")
        .into_iter()
        .map(|it| Holder::of_all(it.to_owned()))
        .collect();
    let named = lines("options", "package_dir").into_iter().filter_map(|line| {
        let (name, folder) = line.split_once('=')?;
        holder_above(trimmed(name), trimmed(folder))
    });
    folders.extend(named);
    folders
}
