//! Folders of paths. The root is the empty path.

use rustc_hash::FxHashMap;

/// From the innermost one to the root.
pub fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.rmatch_indices('/').map(|(end, _)| end);
    ends.map(|end| &path[..end]).chain([""])
}

/// 0 for the root.
pub fn depth_of(folder: &str) -> usize {
    folders_of(folder).count() - usize::from(folder.is_empty())
}

/// Whether a path is in a folder, or in one in it.
pub fn is_in(path: &str, folder: &str) -> bool {
    if folder.is_empty() {
        return !path.is_empty();
    }
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a folder is another one, or is in it.
pub fn is_in_or_same(path: &str, folder: &str) -> bool {
    path == folder || is_in(path, folder)
}

/// The path of a file from a folder that has it.
pub fn relative_to<'a>(path: &'a str, folder: &str) -> &'a str {
    if folder.is_empty() {
        path
    } else {
        &path[folder.len() + 1..]
    }
}

pub fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The name of a file up to its first dot.
pub fn stem_of(path: &str) -> &str {
    let name = name_of(path);
    let dot = name.bytes().skip(1).position(|byte| byte == b'.');
    dot.map_or(name, |at| &name[..=at])
}

/// The lines of the files in each folder.
pub struct FolderLines<'a>(FxHashMap<&'a str, u64>);

impl<'a> FolderLines<'a> {
    pub fn new(files: impl Iterator<Item = (&'a str, u64)>) -> Self {
        let mut all = FxHashMap::default();
        for (path, lines) in files {
            for folder in folders_of(path) {
                *all.entry(folder).or_default() += lines;
            }
        }
        Self(all)
    }

    /// Of the files of a folder without those of another one, if that is in it.
    pub fn without(&self, folder: &str, other: &str) -> u64 {
        let lines_of = |it: &str| self.0.get(it).copied().unwrap_or(0);
        lines_of(folder) - if is_in(other, folder) { lines_of(other) } else { 0 }
    }
}
