//! Files and folders of `classmap` and similar lists in `composer.json`; `*` and `**` are wildcards.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::relate::paths::{folder_of, follow, in_folder};
use crate::relate::settings::path_glob::matches_glob;

/// Maximum number of patterns with wildcards; further ones match nothing.
const MOST_WILDCARDS: usize = 256;

#[derive(Default)]
pub struct PathPatterns {
    literal: FxHashSet<String>,
    wildcards: Vec<String>,
    known: RefCell<FxHashMap<String, bool>>,
}

impl PathPatterns {
    pub fn add(&mut self, folder: &str, written: &str) {
        let Some(path) = follow(folder, written) else { return };
        if !path.contains(['*', '?']) {
            self.literal.insert(path);
        } else if self.wildcards.len() < MOST_WILDCARDS {
            self.wildcards.push(in_folder(&path, "**"));
        }
    }

    /// Whether a file or one of its folders is listed.
    pub fn has(&self, path: &str) -> bool {
        if let Some(known) = self.known.borrow().get(path) {
            return *known;
        }
        let found = self.is_literal(path) || self.wildcards.iter().any(|pattern| matches_glob(pattern, path));
        self.known.borrow_mut().insert(path.to_owned(), found);
        found
    }

    fn is_literal(&self, path: &str) -> bool {
        let mut at = path;
        loop {
            if self.literal.contains(at) {
                return true;
            }
            if at.is_empty() {
                return false;
            }
            at = folder_of(at);
        }
    }
}
