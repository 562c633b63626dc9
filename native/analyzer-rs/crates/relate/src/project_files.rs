//! The project's regular files and their folders, for path lookups.

use rustc_hash::{FxHashMap, FxHashSet};

use super::model::FileIndex;
use super::paths::folder_of;

pub struct ProjectFiles<'a> {
    files: FxHashMap<&'a str, FileIndex>,
    folders: FxHashSet<&'a str>,
    python: FxHashSet<&'a str>,
    stems: FxHashSet<&'a str>,
}

impl<'a> ProjectFiles<'a> {
    pub fn new(paths: impl Iterator<Item = (FileIndex, &'a str)>) -> Self {
        let mut files = Self {
            files: FxHashMap::default(),
            folders: FxHashSet::from_iter([""]),
            python: FxHashSet::default(),
            stems: FxHashSet::default(),
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

    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether a file has that path, or that path with another extension: if not, extensions need not be tried.
    pub fn has_any_ending(&self, path: &str) -> bool {
        self.stems.contains(stem_of(path))
    }

    /// Whether a folder contains a file, at any depth.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    /// Whether a folder contains Python source, at any depth.
    pub fn holds_python(&self, folder: &str) -> bool {
        self.python.contains(folder)
    }
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
