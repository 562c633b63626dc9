//! Folders to compare, and their comparison.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use diff::diff::{DiffContext, diff};
use diff::model::Diff;
use diff::options::complete_diff_options;
use scan::options::ChosenOptions;
use serde_json::Value;
use tree::folder::Folder;
use tree::source::TreeSource;

/// Texts by path.
pub type Files = BTreeMap<String, String>;

pub fn fixture(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures")
        .join(path)
}

pub fn read(path: &str) -> String {
    fs::read_to_string(fixture(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A folder that is removed at the end of the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(files: &Files) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("analyzer-rs-diff-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder to write in");
        let scratch = Self(path);
        scratch.write(files);
        scratch
    }

    pub fn write(&self, files: &Files) {
        for (path, text) in files {
            let file = self.0.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder to write in");
            fs::write(file, text).expect("a file");
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is still there");
    }
}

pub fn files<const N: usize>(files: [(&str, &str); N]) -> Files {
    files
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into_iter()
        .collect()
}

pub fn source(folder: &Path) -> Box<dyn TreeSource> {
    Box::new(Folder::open(folder.as_os_str()).expect("a folder"))
}

pub fn diff_of(before: &dyn TreeSource, after: &dyn TreeSource, cache: Option<&Path>) -> Diff {
    let options = complete_diff_options(ChosenOptions::default(), None, None, 0).expect("options");
    let context = DiffContext {
        jobs: 2,
        cache_dir: cache.map(Path::as_os_str),
        cancelled: &Arc::new(AtomicBool::new(false)),
        on_event: &|_| {},
    };
    diff(before, after, options, &context).expect("a diff")
}

pub fn diff_of_files(before: &Files, after: &Files) -> Diff {
    let (old, now) = (Scratch::new(before), Scratch::new(after));
    diff_of(&*source(&old.0), &*source(&now.0), None)
}

/// An edit of known kind: the state before, the state after, and the expected changes.
pub struct Edit {
    pub name: String,
    pub before: Files,
    pub after: Files,
    pub expected: Value,
}

pub fn history() -> Vec<Edit> {
    let mut edits: Vec<Edit> = fs::read_dir(fixture("diff/history"))
        .expect("the edits")
        .map(|entry| {
            let name = entry.expect("a name").file_name().into_string().expect("text");
            let mut edit: Value = serde_json::from_str(&read(&format!("diff/history/{name}"))).expect("JSON");
            let mut side = |name: &str| serde_json::from_value(edit[name].take()).expect("files");
            Edit {
                name: name.trim_end_matches(".json").to_owned(),
                before: side("before"),
                after: side("after"),
                expected: edit["expected"].take(),
            }
        })
        .collect();
    edits.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(edits.len() > 30);
    edits
}
