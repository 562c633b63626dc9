//! Where the `composer.json` files of a project say that classes and functions are.

use rustc_hash::FxHashMap;

use crate::relate::model::{FileIndex, rule};
use crate::relate::paths::{folder_of, follow, in_folder};
use crate::relate::settings::Settings;
use crate::relate::settings::json::Json;

use super::php_path_patterns::PathPatterns;

#[derive(Default)]
pub struct Autoload {
    /// Folders by prefix in lower case, without a backslash at its end.
    psr_4: FxHashMap<String, Vec<String>>,
    psr_0: FxHashMap<String, Vec<String>>,
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
        let searched = self.paths_of(name);
        let filtered = |has: &dyn Fn(&str) -> bool| files.iter().filter(|file| has(path_of(**file))).copied().collect();
        let found: Vec<FileIndex> = filtered(&|path| searched.contains_key(path));
        let standard = found.first().and_then(|file| searched.get(path_of(*file)));
        [
            (standard.copied().unwrap_or(rule::PSR_4), found),
            (
                rule::CLASSMAP,
                filtered(&|path| self.classmap.has(path) && !self.excluded.has(path)),
            ),
            (rule::AUTOLOAD_FILES, filtered(&|path| self.included.has(path))),
        ]
    }

    /// The paths at which an autoloader searches a class, with the standard that says so.
    fn paths_of(&self, name: &str) -> FxHashMap<String, &'static str> {
        let mut paths = FxHashMap::default();
        let segments: Vec<&str> = name.split('\\').collect();
        let (last, namespace) = segments.split_last().unwrap_or((&"", &[]));
        for count in (0..segments.len()).rev() {
            let prefix = segments[..count].join("\\").to_ascii_lowercase();
            for folder in self.psr_4.get(&prefix).into_iter().flatten() {
                let path = in_folder(folder, &segments[count..].join("/"));
                paths.insert(format!("{path}.php"), rule::PSR_4);
            }
            for folder in self.psr_0.get(&prefix).into_iter().flatten() {
                let last = last.replace('_', "/");
                let below: Vec<&str> = namespace.iter().copied().chain([last.as_str()]).collect();
                let path = in_folder(folder, &below.join("/"));
                paths.entry(format!("{path}.php")).or_insert(rule::PSR_0);
            }
        }
        paths
    }
}

fn add(into: &mut FxHashMap<String, Vec<String>>, folder: &str, map: Option<&Json>) {
    for (prefix, written) in map.and_then(Json::table).unwrap_or_default() {
        let key = prefix.trim_end_matches('\\').to_ascii_lowercase();
        for target in written.texts().into_iter().filter_map(|path| follow(folder, path)) {
            into.entry(key.clone()).or_default().push(target);
        }
    }
}
