//! The result of searching a dotted module name below one folder.

use rustc_hash::FxHashSet;

use crate::model::FileIndex;
use crate::paths::in_folder;
use crate::project_files::ProjectFiles;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PythonLocation {
    Module {
        file: FileIndex,
        path: String,
    },
    Package {
        file: FileIndex,
        folder: String,
    },
    Namespace {
        folder: String,
    },
    /// `at`: its expected path; `begun`: its first segment exists.
    Missing {
        at: String,
        begun: bool,
    },
}

impl PythonLocation {
    pub fn file(&self) -> Option<FileIndex> {
        match self {
            Self::Module { file, .. } | Self::Package { file, .. } => Some(*file),
            _ => None,
        }
    }

    pub fn is_namespace(&self) -> bool {
        matches!(self, Self::Namespace { .. })
    }
}

/// Finds a module below a folder as CPython's path finder does, segment by segment: a package (`x/__init__.py`)
/// before a module (`x.py`) before a namespace package (a folder `x`, here only one with Python files). Stubs
/// (`.pyi`) are found only if there is no source. Without segments it finds the folder itself.
///
/// `around`: folders that are not packages, although they have the file of one.
///
/// PEP 420; https://docs.python.org/3/reference/import.html#the-path-based-finder
pub fn find_module(
    files: &ProjectFiles<'_>,
    base: &str,
    segments: &[&str],
    around: &FxHashSet<String>,
) -> PythonLocation {
    let mut location = find_segment(files, base, false, around);
    let mut at = base.to_owned();
    for (index, segment) in segments.iter().enumerate() {
        if let PythonLocation::Module { path, .. } = &location {
            return PythonLocation::Missing {
                at: in_folder(path, &segments[index..].join("/")),
                begun: true,
            };
        }
        at = in_folder(&at, segment);
        location = find_segment(files, &at, true, around);
        if let PythonLocation::Missing { .. } = location {
            return PythonLocation::Missing {
                at: in_folder(base, &segments.join("/")),
                begun: index > 0,
            };
        }
    }
    location
}

/// The file of a package or module at a path without its extension.
pub fn file_at(files: &ProjectFiles<'_>, at: &str) -> Option<FileIndex> {
    find_segment(files, at, true, &FxHashSet::default()).file()
}

fn find_segment(files: &ProjectFiles<'_>, at: &str, modules: bool, around: &FxHashSet<String>) -> PythonLocation {
    let (is_package, has_file) = (
        files.is_folder(at) && !around.contains(at),
        modules && files.has_any_ending(at),
    );
    for extension in [".py", ".pyi"] {
        if is_package && let Some(file) = files.get(&in_folder(at, &format!("__init__{extension}"))) {
            return PythonLocation::Package {
                file,
                folder: at.to_owned(),
            };
        }
        if has_file {
            let path = format!("{at}{extension}");
            if let Some(file) = files.get(&path) {
                return PythonLocation::Module { file, path };
            }
        }
    }
    if files.holds_python(at) {
        PythonLocation::Namespace { folder: at.to_owned() }
    } else {
        PythonLocation::Missing {
            at: at.to_owned(),
            begun: false,
        }
    }
}
