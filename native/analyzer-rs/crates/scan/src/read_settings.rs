//! The configuration files of a project that define import targets. Their content is in the snapshot id, because they
//! are files of the tree.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use base::languages::documents;
use relate::imports::missing_configs;
use relate::settings::SettingText;
use tree::globs::last_name;
use tree::location::TreePath;
use tree::path_kind::PathKind;
use tree::policy::CutReason;
use tree::source::{FileStat, TreeSource};
use tree::walk::{ExcludedPath, Found, FoundKind, Listing};

#[derive(Deserialize)]
struct ProjectFilesData {
    largest_bytes: u64,
    names: HashSet<String>,
    prefixes: Vec<String>,
}

static DATA: LazyLock<ProjectFilesData> =
    LazyLock::new(|| serde_json::from_str(documents::PROJECT_FILES).expect("part of the program"));

/// Those with a known name, and those that a compiler configuration names.
pub fn read_settings(source: &dyn TreeSource, found: &[Found]) -> BTreeMap<String, SettingText> {
    read_named(source, &readable(found))
}

/// A configuration counts because another one names it, and `composer.lock` because it names packages: those that only the
/// profile excludes are added to the found files.
pub fn include_named_configs(source: &dyn TreeSource, listing: &mut Listing) {
    let by_profile = |it: &&ExcludedPath| {
        let is_named = it.path.ends_with(".json") || last_name(&it.path) == "composer.lock";
        it.kind == PathKind::File && it.cut.reason == CutReason::Profile && is_named
    };
    let tree_path = |path: &str| TreePath {
        path: path.to_owned(),
        ..TreePath::default()
    };
    let excluded: Vec<TreePath> = listing
        .excluded
        .iter()
        .filter(by_profile)
        .map(|it| tree_path(&it.path))
        .collect();
    if excluded.is_empty() {
        return;
    }
    let mut files: BTreeMap<&str, &TreePath> = excluded.iter().map(|it| (it.path.as_str(), it)).collect();
    files.extend(readable(&listing.found));
    let read = read_named(source, &files);
    let named: Vec<TreePath> = excluded
        .iter()
        .filter(|it| read.contains_key(&it.path))
        .cloned()
        .collect();
    for path in named {
        let FileStat { size, reason, .. } = source.stat(&path);
        listing.excluded.retain(|it| it.path != path.path);
        let after = listing.found.iter().position(|it| it.path.path > path.path);
        let what = FoundKind::File { size, reason };
        let at = after.unwrap_or(listing.found.len());
        listing.found.insert(at, Found { path, what });
    }
}

fn readable(found: &[Found]) -> BTreeMap<&str, &TreePath> {
    let is_readable = |it: &&Found| matches!(it.what, FoundKind::File { reason: None, .. });
    let files = found.iter().filter(is_readable);
    files.map(|it| (it.path.path.as_str(), &it.path)).collect()
}

fn read_named(source: &dyn TreeSource, files: &BTreeMap<&str, &TreePath>) -> BTreeMap<String, SettingText> {
    let mut texts = BTreeMap::new();
    let mut wanted: Vec<String> = files
        .keys()
        .filter(|path| is_setting(last_name(path)))
        .map(|path| (*path).to_owned())
        .collect();
    while !wanted.is_empty() {
        for path in wanted {
            let text = read_text(source, files[path.as_str()]);
            texts.insert(path, text);
        }
        let missing = missing_configs(&texts);
        let existing = missing
            .into_iter()
            .filter_map(|paths| paths.into_iter().find(|it| files.contains_key(it.as_str())));
        wanted = existing.filter(|path| !texts.contains_key(path)).collect();
    }
    texts
}

fn read_text(source: &dyn TreeSource, file: &TreePath) -> SettingText {
    let mut buffer = Vec::new();
    let content = source.read(file, DATA.largest_bytes, &mut buffer)?;
    if !content.held {
        return Err(format!("larger than {} bytes", DATA.largest_bytes));
    }
    let bytes = buffer.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&buffer);
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

fn is_setting(name: &str) -> bool {
    DATA.names.contains(name) || name.ends_with(".json") && DATA.prefixes.iter().any(|it| name.starts_with(it.as_str()))
}
