//! The project's regular files and the folders they stand in, for looking paths up.

use rustc_hash::{FxHashMap, FxHashSet};

use super::model::FileIndex;
use super::paths::folder_of;

pub struct ProjectFiles<'a> {
    files: FxHashMap<&'a str, FileIndex>,
    folders: FxHashSet<&'a str>,
    python: FxHashSet<&'a str>,
}

impl<'a> ProjectFiles<'a> {
    pub fn new(paths: impl Iterator<Item = (FileIndex, &'a str)>) -> Self {
        let mut files = Self {
            files: FxHashMap::default(),
            folders: FxHashSet::from_iter([""]),
            python: FxHashSet::default(),
        };
        for (index, path) in paths {
            files.files.insert(path, index);
            add_folders(&mut files.folders, path);
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

    /// Whether a folder holds a file, at any depth.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    /// Whether a folder holds Python source, at any depth.
    pub fn holds_python(&self, folder: &str) -> bool {
        self.python.contains(folder)
    }
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
