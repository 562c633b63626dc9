//! The namespaces of the packages that `composer.lock` files name, by their `psr-4` and `psr-0`.

use rustc_hash::FxHashSet;

use crate::settings::Settings;
use crate::settings::json::Json;

pub struct LockedPackages {
    /// In lower case, without a backslash at the end.
    namespaces: FxHashSet<String>,
}

impl LockedPackages {
    pub fn new(settings: &Settings<'_>) -> Self {
        let mut namespaces = FxHashSet::default();
        for path in settings.paths() {
            if path != "composer.lock" && !path.ends_with("/composer.lock") {
                continue;
            }
            let Some(lock) = settings.value(path) else { continue };
            for section in ["packages", "packages-dev"] {
                let Some(Json::List(packages)) = lock.at(section) else {
                    continue;
                };
                for autoload in packages.iter().filter_map(|it| it.at("autoload")) {
                    add(&mut namespaces, autoload);
                }
            }
        }
        Self { namespaces }
    }

    /// The number of segments of the longest namespace of a package that a name is in; 0 without one. A prefix of PSR-0
    /// can end at an underscore: `Twig_` of `Twig_Environment`.
    pub fn depth(&self, name: &str) -> usize {
        let name = name.to_ascii_lowercase();
        let segments: Vec<&str> = name.split('\\').collect();
        for count in (1..=segments.len()).rev() {
            if self.namespaces.contains(&segments[..count].join("\\")) {
                return count;
            }
        }
        let first = segments.first().copied().unwrap_or_default();
        let prefix = first.find('_').filter(|at| *at > 0).map(|at| &first[..=at]);
        usize::from(prefix.is_some_and(|it| self.namespaces.contains(it)))
    }
}

fn add(namespaces: &mut FxHashSet<String>, autoload: &Json) {
    for standard in ["psr-4", "psr-0"] {
        for (prefix, _) in autoload.at(standard).and_then(Json::table).unwrap_or_default() {
            let namespace = prefix.trim_end_matches('\\').to_ascii_lowercase();
            if !namespace.is_empty() {
                namespaces.insert(namespace);
            }
        }
    }
}
