//! Files and folders of `classmap` and similar lists in `composer.json`; `*` and `**` are wildcards.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::{folder_of, follow, in_folder};
use crate::settings::path_glob::{MAX_STARS, has_too_many_stars, matches_glob};

/// Maximum number of patterns with wildcards: each is compared with each path.
const MAX_WILDCARDS: usize = 256;

#[derive(Default)]
pub struct PathPatterns {
    literal: FxHashSet<String>,
    wildcards: Vec<String>,
    known: RefCell<FxHashMap<String, bool>>,
}

impl PathPatterns {
    /// The error is why a pattern has no effect; a path outside the project has none either.
    pub fn add(&mut self, folder: &str, written: &str) -> Result<(), String> {
        let Some(path) = follow(folder, written) else {
            return Ok(());
        };
        if !path.contains(['*', '?']) {
            self.literal.insert(path);
            return Ok(());
        }
        let pattern = in_folder(&path, "**");
        if has_too_many_stars(&pattern) {
            return Err(format!("has a pattern with more than {} \"*\"", MAX_STARS - 2));
        }
        if self.wildcards.len() >= MAX_WILDCARDS {
            let problem = format!("has patterns with wildcards after the first {MAX_WILDCARDS} of the project");
            return Err(problem);
        }
        self.wildcards.push(pattern);
        Ok(())
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
