//! The configurations that one leads to through `references`.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::folder_of;

use super::config::{Config, included_paths, includes};

/// Maximum number of configurations that one leads to.
const MAX_CONFIGS: usize = 256;
/// Maximum number of their patterns of `include` and `exclude`: a file can be compared with all of them.
const MAX_PATTERNS: usize = 4096;
/// A configuration with more included paths is compared with every file.
const MAX_PATHS: usize = 16;

/// Nearest first, indexed by the paths that they include: most are those of other folders.
#[derive(Default)]
pub struct ReferencedConfigs {
    /// Why configurations were left out.
    pub problem: Option<String>,
    configs: Vec<Rc<Config>>,
    /// Indices of configurations by folder or file.
    by_path: FxHashMap<String, Vec<usize>>,
}

impl ReferencedConfigs {
    pub fn new(start: &Rc<Config>, read: &dyn Fn(&str) -> Option<Rc<Config>>) -> Self {
        let mut found = Self::default();
        let mut seen = FxHashSet::from_iter([start.path.clone()]);
        let mut patterns = 0;
        let mut next = Some(start.clone());
        let mut index = 0;
        while let Some(config) = next {
            for path in &config.references {
                if !seen.insert(path.clone()) {
                    continue;
                }
                let Some(config) = read(path) else { continue };
                patterns += config.include.as_ref().map_or(1, Vec::len) + config.exclude.as_ref().map_or(0, Vec::len);
                if found.configs.len() >= MAX_CONFIGS {
                    let problem = format!("\"references\" lead to more than {MAX_CONFIGS} configurations");
                    found.problem = Some(problem);
                    return found;
                }
                if patterns > MAX_PATTERNS {
                    let problem = format!("\"references\" lead to more than {MAX_PATTERNS} patterns");
                    found.problem = Some(problem);
                    return found;
                }
                found.add(config);
            }
            next = found.configs.get(index).cloned();
            index += 1;
        }
        found
    }

    fn add(&mut self, config: Rc<Config>) {
        let mut paths = included_paths(&config);
        if paths.len() > MAX_PATHS {
            paths = FxHashSet::from_iter([""]);
        }
        for path in paths {
            let indices = self.by_path.entry(path.to_owned()).or_default();
            indices.push(self.configs.len());
        }
        self.configs.push(config);
    }

    /// The nearest configuration that includes a file.
    pub fn including(&self, file: &str) -> Option<Rc<Config>> {
        let mut candidates: Vec<usize> = Vec::new();
        let mut path = file;
        loop {
            candidates.extend(self.by_path.get(path).into_iter().flatten());
            if path.is_empty() {
                break;
            }
            path = folder_of(path);
        }
        candidates.sort_unstable();
        candidates.dedup();
        let mut configs = candidates.into_iter().map(|index| &self.configs[index]);
        configs.find(|config| includes(config, file)).cloned()
    }
}
