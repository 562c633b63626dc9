//! The project's regular files and their folders, for path lookups.

use std::cell::{OnceCell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

use super::model::FileIndex;
use super::paths::folder_of;

pub struct ProjectFiles<'a> {
    files: FxHashMap<&'a str, FileIndex>,
    folders: FxHashSet<&'a str>,
    python: FxHashSet<&'a str>,
    stems: FxHashSet<&'a str>,
    /// Paths by file name; computed on first use.
    names: OnceCell<FxHashMap<&'a str, Vec<&'a str>>>,
    endings: RefCell<FxHashMap<String, Vec<FileIndex>>>,
    /// Folders by the name of a Python module in them, or of a folder with Python source; computed on first use.
    python_names: OnceCell<FxHashMap<&'a str, Vec<&'a str>>>,
}

impl<'a> ProjectFiles<'a> {
    pub fn new(paths: impl Iterator<Item = (FileIndex, &'a str)>) -> Self {
        let mut files = Self {
            files: FxHashMap::default(),
            folders: FxHashSet::from_iter([""]),
            python: FxHashSet::default(),
            stems: FxHashSet::default(),
            names: OnceCell::new(),
            endings: RefCell::default(),
            python_names: OnceCell::new(),
        };
        files.files.reserve(paths.size_hint().0);
        files.stems.reserve(paths.size_hint().0);
        let mut folder = "";
        for (index, path) in paths {
            files.files.insert(path, index);
            files.stems.insert(stem_of(path));
            // Most files are in the folder of the previous one.
            if folder_of(path) != folder {
                folder = folder_of(path);
                add_folders(&mut files.folders, path);
            }
            if path.ends_with(".py") || path.ends_with(".pyi") {
                add_folders(&mut files.python, path);
            }
        }
        files
    }

    pub fn get(&self, path: &str) -> Option<FileIndex> {
        self.files.get(path).copied()
    }

    pub fn in_order(&self) -> Vec<(&'a str, FileIndex)> {
        let mut files: Vec<_> = self.files.iter().map(|(path, file)| (*path, *file)).collect();
        files.sort_unstable();
        files
    }

    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether a file has that path, or that path with another extension: if not, extensions need not be tried.
    pub fn has_any_ending(&self, path: &str) -> bool {
        self.stems.contains(stem_of(path))
    }

    /// At most three files whose path is `suffix` or ends with it after a slash.
    pub fn ending_with(&self, suffix: &str) -> Vec<FileIndex> {
        if let Some(found) = self.endings.borrow().get(suffix) {
            return found.clone();
        }
        let names = self.names.get_or_init(|| by_name(self.files.keys().copied()));
        let is_below = |path: &&&str| {
            let folder = path.strip_suffix(suffix);
            folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        };
        let same = names.get(last_segment(suffix)).map_or(&[][..], Vec::as_slice);
        let found: Vec<FileIndex> = same
            .iter()
            .filter(is_below)
            .take(3)
            .filter_map(|path| self.get(path))
            .collect();
        self.endings.borrow_mut().insert(suffix.to_owned(), found.clone());
        found
    }

    /// Whether a folder contains a file, at any depth.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    /// Whether a folder contains Python source, at any depth.
    pub fn holds_python(&self, folder: &str) -> bool {
        self.python.contains(folder)
    }

    /// The folders that directly contain a Python module, or a folder with Python source, of this name, each once.
    pub fn python_folders_with(&self, name: &str) -> &[&'a str] {
        let names = self.python_names.get_or_init(|| {
            let modules = self.files.keys().filter_map(|path| python_stem(path));
            let paths: FxHashSet<&str> = self.python.iter().copied().chain(modules).collect();
            let mut names: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
            for path in paths {
                names.entry(last_segment(path)).or_default().push(folder_of(path));
            }
            names
        });
        names.get(name).map_or(&[], Vec::as_slice)
    }
}

fn by_name<'a>(paths: impl Iterator<Item = &'a str>) -> FxHashMap<&'a str, Vec<&'a str>> {
    let mut names: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for path in paths {
        names.entry(last_segment(path)).or_default().push(path);
    }
    names
}

fn python_stem(path: &str) -> Option<&str> {
    path.strip_suffix(".py").or_else(|| path.strip_suffix(".pyi"))
}

fn last_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path without the part after the first dot of its name.
fn stem_of(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    &path[..path[name..].find('.').map_or(path.len(), |dot| name + dot)]
}

fn add_folders<'a>(folders: &mut FxHashSet<&'a str>, path: &'a str) {
    let mut folder = path;
    while !folder.is_empty() {
        folder = folder_of(folder);
        if !folders.insert(folder) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_file_of_any_extension_is_rejected() {
        let paths = ["a/b.c.js", "a/b", "a.d/e", ".f", "a/.g.ts", "h.i/j.k"];
        let files = ProjectFiles::new((0..).zip(paths));
        for path in paths {
            for (dot, _) in path.match_indices('.').chain([(path.len(), "")]) {
                let is_in_name = !path[dot..].contains('/');
                assert_eq!(files.has_any_ending(&path[..dot]), is_in_name, "{path} up to {dot}");
            }
            assert!(files.has_any_ending(&format!("{path}.ts")), "{path}");
        }
        for path in ["a/c.js", "b", "a/b/c", "h.js"] {
            assert!(!files.has_any_ending(path), "{path}");
        }
    }
}
