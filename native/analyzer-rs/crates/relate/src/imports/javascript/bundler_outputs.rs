//! The outputs that the configurations of bundlers name, by their folder.

use rustc_hash::FxHashMap;

use crate::paths::folder_of;
use crate::settings::Settings;
use crate::settings::json::Json;

use super::output::BundlerEntry;

const NAMES: [&str; 2] = ["tsdown", "tsup"];
const ENDINGS: [&str; 6] = ["ts", "mts", "cts", "js", "mjs", "cjs"];

pub struct BundlerOutputs {
    by_folder: FxHashMap<String, Vec<BundlerEntry>>,
}

impl BundlerOutputs {
    pub fn new(settings: &Settings<'_>) -> Self {
        let mut by_folder: FxHashMap<String, Vec<BundlerEntry>> = FxHashMap::default();
        for path in settings.paths().filter(|path| is_config(path)) {
            let read = settings.value(path);
            let Some(Json::List(entries)) = read.as_deref() else {
                continue;
            };
            let own = by_folder.entry(folder_of(path).to_owned()).or_default();
            own.extend(entries.iter().filter_map(entry_of));
        }
        Self { by_folder }
    }

    pub fn entries_in(&self, folder: &str) -> Vec<BundlerEntry> {
        self.by_folder.get(folder).cloned().unwrap_or_default()
    }
}

fn is_config(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let parts: Vec<&str> = name.split('.').collect();
    matches!(parts.as_slice(), [tool, "config", ending] if NAMES.contains(tool) && ENDINGS.contains(ending))
}

fn entry_of(item: &Json) -> Option<BundlerEntry> {
    let Json::List(pair) = item else { return None };
    let [Json::Text(name), Json::Text(source)] = pair.as_slice() else {
        return None;
    };
    Some(BundlerEntry {
        name: name.clone(),
        source: source.clone(),
    })
}
