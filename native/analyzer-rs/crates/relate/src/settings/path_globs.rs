//! A list of patterns. Those without wildcards are looked up.

use rustc_hash::FxHashSet;

use super::path_glob::{MAX_STARS, has_too_many_stars, matches_glob};

/// Maximum number of patterns with wildcards: each is compared with each path.
const MAX_WILDCARDS: usize = 256;

#[derive(Default)]
pub struct PathGlobs {
    literal: FxHashSet<String>,
    wildcards: Vec<String>,
}

impl PathGlobs {
    /// The error is why the pattern has no effect.
    pub fn add(&mut self, pattern: &str) -> Result<(), String> {
        if !pattern.contains(['*', '?']) {
            let parts = pattern.split('/').filter(|part| !matches!(*part, "" | "."));
            self.literal.insert(parts.collect::<Vec<_>>().join("/"));
        } else if has_too_many_stars(pattern) {
            return Err(format!("has a pattern with more than {MAX_STARS} \"*\""));
        } else if self.wildcards.len() >= MAX_WILDCARDS {
            return Err(format!("has more than {MAX_WILDCARDS} patterns with wildcards"));
        } else {
            self.wildcards.push(pattern.to_owned());
        }
        Ok(())
    }

    pub fn matches(&self, path: &str) -> bool {
        self.literal.contains(path) || self.wildcards.iter().any(|pattern| matches_glob(pattern, path))
    }
}
