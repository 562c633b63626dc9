//! The folders with the packages of a Python project.

use std::sync::LazyLock;

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

/// Relative to the project, from the settings of its build system in `pyproject.toml` and from a `setup.cfg`.
///
/// https://setuptools.pypa.io/en/latest/userguide/package_discovery.html
pub fn python_folders(pyproject: Option<&Json>, setup_cfg: Option<&Json>) -> Vec<String> {
    let mut folders = Vec::new();
    for FolderSetting { setting, holds } in &DATA.python_folders {
        for value in values_at(pyproject, setting) {
            folders.extend(folders_of(value, *holds));
        }
    }
    folders.extend(folders_of_ini(setup_cfg));
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

fn folders_of(value: &Json, holds: Holds) -> Vec<String> {
    let texts = || value.texts().into_iter();
    match holds {
        Holds::Folders => texts().map(str::to_owned).collect(),
        Holds::Packages => texts().filter_map(|it| follow("", &format!("{it}/.."))).collect(),
        Holds::FoldersByPackage => pairs(value).filter_map(|(name, it)| folder_above(name, it)).collect(),
        Holds::PackagesByFolder => pairs(value).filter_map(|(it, name)| folder_above(name, it)).collect(),
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
fn folder_above(name: &str, written: &str) -> Option<String> {
    let folder = format!("/{}", follow("", written).unwrap_or_default());
    let path = match name {
        "" => String::new(),
        _ => format!("/{}", name.replace('.', "/")),
    };
    let above = folder.strip_suffix(&path)?;
    Some(above.strip_prefix('/').unwrap_or(above).to_owned())
}

fn folders_of_ini(setup_cfg: Option<&Json>) -> Vec<String> {
    let lines = |section: &str, option: &str| {
        let value = setup_cfg.and_then(|it| it.at(section)?.at(option));
        value.map(Json::texts).unwrap_or_default()
    };
    let mut folders: Vec<String> = lines("options.packages.find", "where")
        .into_iter()
        .map(str::to_owned)
        .collect();
    let named = lines("options", "package_dir").into_iter().filter_map(|line| {
        let (name, folder) = line.split_once('=')?;
        folder_above(trimmed(name), trimmed(folder))
    });
    folders.extend(named);
    folders
}
