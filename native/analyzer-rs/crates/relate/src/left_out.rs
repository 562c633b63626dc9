//! Where imports lead that have no file in the scan, because the scan leaves it out.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::model::{FileIndex, Reason};
use super::paths::folder_of;
use super::project_files::ProjectFiles;
use super::reasons::{leads_into, leads_to_left_out};

/// A path that exists, and that the scan leaves out: an exclusion of a scan, or a symbolic link, which is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOutPath<'a> {
    pub path: &'a str,
    /// A file or symbolic link.
    pub is_file: bool,
    pub reason: &'a str,
}

pub struct LeftOut<'a> {
    paths: &'a [LeftOutPath<'a>],
    reasons: OnceCell<FxHashMap<&'a str, &'a str>>,
    files: OnceCell<ProjectFiles<'a>>,
}

impl<'a> LeftOut<'a> {
    pub fn new(paths: &'a [LeftOutPath<'a>]) -> Self {
        Self {
            paths,
            reasons: OnceCell::new(),
            files: OnceCell::new(),
        }
    }

    /// The reason, if these rules find a file that is left out.
    pub fn file(&self, search: impl FnOnce(&ProjectFiles<'a>) -> Option<FileIndex>) -> Option<Reason> {
        let files = self.files.get_or_init(|| {
            ProjectFiles::new(
                (0..)
                    .zip(self.paths)
                    .filter(|(_, it)| it.is_file)
                    .map(|(at, it)| (at, it.path)),
            )
        });
        let found = self.paths[search(files)? as usize];
        Some(leads_to_left_out(found.path, found.reason))
    }

    /// The reason, if one of the paths is in a folder that is left out: what is in it is not known.
    pub fn around(&self, paths: &[String]) -> Option<Reason> {
        paths.iter().find_map(|path| {
            let mut folder = path.as_str();
            while !folder.is_empty() {
                if let Some(reason) = self.reason_of(folder) {
                    return Some(leads_into(folder, reason));
                }
                folder = folder_of(folder);
            }
            None
        })
    }

    /// Whether any of the files that are left out has a property.
    pub fn any(&self, has: impl Fn(&str) -> bool) -> bool {
        self.paths.iter().any(|it| it.is_file && has(it.path))
    }

    fn reason_of(&self, path: &str) -> Option<&'a str> {
        let reasons = self
            .reasons
            .get_or_init(|| self.paths.iter().map(|it| (it.path, it.reason)).collect());
        reasons.get(path).copied()
    }
}
