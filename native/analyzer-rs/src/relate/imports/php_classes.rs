//! The files of a project that declare each PHP class or function.

use rustc_hash::FxHashMap;

use crate::parse::facts::{DeclarationKind, FileFacts};
use crate::relate::model::{Destination, FileIndex, rule};
use crate::relate::paths::{folder_of, follow, in_folder};
use crate::relate::reasons::import;
use crate::relate::settings::Settings;
use crate::relate::settings::json::Json;

use super::link::{leads_to, leads_to_any, unresolved};

pub struct PhpClasses<'a> {
    autoload: Autoload,
    /// By full name in lower case, in order of their paths.
    files: FxHashMap<String, Vec<FileIndex>>,
    path_of: &'a dyn Fn(FileIndex) -> &'a str,
}

impl<'a> PhpClasses<'a> {
    /// `files`: those of PHP, in order of their paths.
    pub fn new<'f>(
        files: impl Iterator<Item = (FileIndex, &'f FileFacts)>,
        settings: &Settings<'_>,
        path_of: &'a dyn Fn(FileIndex) -> &'a str,
    ) -> Self {
        let mut by_name: FxHashMap<String, Vec<FileIndex>> = FxHashMap::default();
        for (file, facts) in files {
            for declaration in facts.declarations.iter().filter(|it| it.within < 0) {
                if matches!(declaration.kind, DeclarationKind::Method | DeclarationKind::Type) {
                    continue;
                }
                let declaring = by_name
                    .entry(declaration.qualified_name.as_str().to_ascii_lowercase())
                    .or_default();
                if declaring.last() != Some(&file) {
                    declaring.push(file);
                }
            }
        }
        Self {
            autoload: Autoload::new(settings),
            files: by_name,
            path_of,
        }
    }

    /// The file that declares a class or function. Of several, the one at the path where an autoloader searches it; without
    /// one they are ambiguous.
    pub fn resolve(&self, target: &str) -> Destination {
        let Some(declaring) = self.files.get(&target.to_ascii_lowercase()) else {
            return unresolved(import::AUTOLOAD);
        };
        let searched = self.autoload.paths_of(target);
        let mut at_path = declaring
            .iter()
            .filter_map(|file| Some((*file, *searched.get((self.path_of)(*file))?)));
        match (at_path.next(), at_path.next()) {
            (Some((file, standard)), None) => leads_to(file, standard),
            _ => leads_to_any(declaring.clone(), rule::CLASS_INDEX, self.path_of),
        }
    }
}

/// The folders that the `composer.json` files of a project map namespaces to.
#[derive(Default)]
struct Autoload {
    /// By prefix in lower case, without a backslash at its end.
    psr_4: FxHashMap<String, Vec<String>>,
    psr_0: FxHashMap<String, Vec<String>>,
}

impl Autoload {
    fn new(settings: &Settings<'_>) -> Self {
        let mut autoload = Self::default();
        for path in settings.paths() {
            if path != "composer.json" && !path.ends_with("/composer.json") {
                continue;
            }
            let Some(composer) = settings.json(path) else { continue };
            for section in ["autoload", "autoload-dev"] {
                let Some(section) = composer.at(section) else { continue };
                add(&mut autoload.psr_4, folder_of(path), section.at("psr-4"));
                add(&mut autoload.psr_0, folder_of(path), section.at("psr-0"));
            }
        }
        autoload
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
