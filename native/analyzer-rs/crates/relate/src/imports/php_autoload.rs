//! Where the `composer.json` files of a project say that classes and functions are.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{FileIndex, rule};
use crate::paths::{folder_of, follow, in_folder};
use crate::settings::Settings;
use crate::settings::json::Json;

use super::php_path_patterns::PathPatterns;

type Folders = FxHashMap<String, FxHashSet<String>>;

/// Maximum number of folders of one prefix of which each is tried for a class without a file.
const MAX_FOLDERS: usize = 64;

#[derive(Default)]
pub struct Autoload {
    /// Folders by prefix in lower case, without a backslash at its end.
    psr_4: Folders,
    psr_0: Folders,
    classmap: PathPatterns,
    excluded: PathPatterns,
    /// Files that are always included.
    included: PathPatterns,
}

impl Autoload {
    pub fn new(settings: &Settings<'_>) -> Self {
        let mut autoload = Self::default();
        for path in settings.paths() {
            if path != "composer.json" && !path.ends_with("/composer.json") {
                continue;
            }
            let Some(composer) = settings.value(path) else { continue };
            let folder = folder_of(path);
            for section in ["autoload", "autoload-dev"] {
                let Some(section) = composer.at(section) else { continue };
                add(&mut autoload.psr_4, folder, section.at("psr-4"));
                add(&mut autoload.psr_0, folder, section.at("psr-0"));
                for (key, patterns) in [
                    ("classmap", &mut autoload.classmap),
                    ("exclude-from-classmap", &mut autoload.excluded),
                    ("files", &mut autoload.included),
                ] {
                    for written in section.at(key).map(Json::texts).unwrap_or_default() {
                        if let Err(problem) = patterns.add(folder, written) {
                            settings.report(path, &format!("\"{key}\" {problem}"));
                        }
                    }
                }
            }
        }
        autoload
    }

    /// Which of the files that declare a name an autoloader can load, by rule. The rules are in order of precedence.
    pub fn choices<'a>(
        &self,
        name: &str,
        files: &[FileIndex],
        path_of: &dyn Fn(FileIndex) -> &'a str,
    ) -> [(&'static str, Vec<FileIndex>); 3] {
        let searches = self.searches(name);
        let standard_of = |path: &str| searches.iter().find(|it| it.finds(path)).map(|it| it.standard);
        let filtered = |has: &dyn Fn(&str) -> bool| files.iter().filter(|file| has(path_of(**file))).copied().collect();
        let found: Vec<FileIndex> = filtered(&|path| standard_of(path).is_some());
        let standard = found.first().and_then(|file| standard_of(path_of(*file)));
        [
            (standard.unwrap_or(rule::PSR_4), found),
            (
                rule::CLASSMAP,
                filtered(&|path| self.classmap.has(path) && !self.excluded.has(path)),
            ),
            (rule::AUTOLOAD_FILES, filtered(&|path| self.included.has(path))),
        ]
    }

    /// The paths at which an autoloader searches a class below a prefix of its namespace; none of a prefix with very many folders.
    pub fn paths(&self, name: &str) -> Vec<String> {
        let mut paths = Vec::new();
        for Search { folders, below, .. } in self.searches(name) {
            if folders.len() > MAX_FOLDERS {
                continue;
            }
            let mut folders: Vec<&String> = folders.iter().collect();
            folders.sort_unstable();
            paths.extend(folders.into_iter().map(|folder| in_folder(folder, &below)));
        }
        paths
    }

    /// The number of segments of the longest prefix of PSR-4 or PSR-0 that a name starts with; 0 without one.
    pub fn depth(&self, name: &str) -> usize {
        let name = name.to_ascii_lowercase();
        let segments: Vec<&str> = name.split('\\').collect();
        let is_own = |count: &usize| {
            let prefix = segments[..*count].join("\\");
            self.psr_4.contains_key(&prefix) || self.psr_0.contains_key(&prefix)
        };
        (1..segments.len()).rev().find(is_own).unwrap_or(0)
    }

    /// Where an autoloader searches a class, PSR-4 first.
    fn searches(&self, name: &str) -> Vec<Search<'_>> {
        let segments: Vec<&str> = name.split('\\').collect();
        let (last, namespace) = segments.split_last().unwrap_or((&"", &[]));
        let (mut searches, mut of_psr_0) = (Vec::new(), Vec::new());
        for count in (0..segments.len()).rev() {
            let prefix = segments[..count].join("\\").to_ascii_lowercase();
            if let Some(folders) = self.psr_4.get(&prefix) {
                let below = format!("{}.php", segments[count..].join("/"));
                let standard = rule::PSR_4;
                searches.push(Search {
                    standard,
                    folders,
                    below,
                });
            }
            if let Some(folders) = self.psr_0.get(&prefix) {
                let last = last.replace('_', "/");
                let path: Vec<&str> = namespace.iter().copied().chain([last.as_str()]).collect();
                let (standard, below) = (rule::PSR_0, format!("{}.php", path.join("/")));
                of_psr_0.push(Search {
                    standard,
                    folders,
                    below,
                });
            }
        }
        searches.append(&mut of_psr_0);
        searches
    }
}

/// A path below some folders: many folders can have one prefix.
struct Search<'a> {
    standard: &'static str,
    folders: &'a FxHashSet<String>,
    below: String,
}

impl Search<'_> {
    fn finds(&self, path: &str) -> bool {
        let folder = match path.strip_suffix(&self.below) {
            Some("") => "",
            Some(folder) => match folder.strip_suffix('/') {
                Some(folder) => folder,
                None => return false,
            },
            None => return false,
        };
        self.folders.contains(folder)
    }
}

fn add(into: &mut Folders, folder: &str, map: Option<&Json>) {
    for (prefix, written) in map.and_then(Json::table).unwrap_or_default() {
        let key = prefix.trim_end_matches('\\').to_ascii_lowercase();
        for target in written.texts().into_iter().filter_map(|path| follow(folder, path)) {
            into.entry(key.clone()).or_default().insert(target);
        }
    }
}
