//! The configuration files of a project that define import targets. Their content is in the snapshot id, because they
//! are files of the tree.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use base::languages::documents;
use relate::settings::SettingText;
use tree::globs::last_name;
use tree::source::TreeSource;
use tree::walk::{Found, FoundKind};

#[derive(Deserialize)]
struct ProjectFilesData {
    largest_bytes: u64,
    names: HashSet<String>,
    prefixes: Vec<String>,
}

static DATA: LazyLock<ProjectFilesData> =
    LazyLock::new(|| serde_json::from_str(documents::PROJECT_FILES).expect("part of the program"));

pub fn read_settings(source: &dyn TreeSource, found: &[Found]) -> BTreeMap<String, SettingText> {
    let mut texts = BTreeMap::new();
    for file in found {
        let FoundKind::File { reason: None, .. } = &file.what else {
            continue;
        };
        if !is_setting(last_name(&file.path.path)) {
            continue;
        }
        let mut buffer = Vec::new();
        let text = match source.read(&file.path, DATA.largest_bytes, &mut buffer) {
            Err(reason) => Err(reason),
            Ok(content) if !content.held => Err(format!("larger than {} bytes", DATA.largest_bytes)),
            Ok(_) => {
                let bytes = buffer.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&buffer);
                Ok(String::from_utf8_lossy(bytes).into_owned())
            }
        };
        texts.insert(file.path.path.clone(), text);
    }
    texts
}

fn is_setting(name: &str) -> bool {
    DATA.names.contains(name) || name.ends_with(".json") && DATA.prefixes.iter().any(|it| name.starts_with(it.as_str()))
}
