//! Globs in order, of which the first match counts.

use rustc_hash::FxHashMap;

use super::glob::{Glob, last_name};
use super::pattern::{Piece, Segment};
use super::spellings::spellings;

/// Plain names and `*.extension`, which most globs are or contain in braces, are looked up, so that hundreds of globs
/// cost little more than one.
pub struct GlobSet<Value> {
    rules: Vec<(Glob, Value)>,
    by_name: FxHashMap<String, Vec<usize>>,
    by_ending: FxHashMap<String, Vec<usize>>,
    /// Globs without a finite list of names, by the last part of their endings: `.js` for `*_test.js`.
    by_last_part: FxHashMap<String, Vec<usize>>,
    others: Vec<usize>,
}

impl<Value> Default for GlobSet<Value> {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            by_name: FxHashMap::default(),
            by_ending: FxHashMap::default(),
            by_last_part: FxHashMap::default(),
            others: Vec::new(),
        }
    }
}

impl<Value> GlobSet<Value> {
    pub fn add(&mut self, glob: Glob, value: Value) {
        let index = self.rules.len();
        let (names, endings) = lookups(&glob);
        if names.is_empty() && endings.is_empty() {
            if glob.endings.iter().all(|ending| ending.contains('.')) {
                let mut parts: Vec<&str> = glob.endings.iter().map(|it| last_part(it)).collect();
                parts.sort_unstable();
                parts.dedup();
                for part in parts {
                    self.by_last_part.entry(part.to_owned()).or_default().push(index);
                }
            } else {
                self.others.push(index);
            }
        }
        for name in names {
            self.by_name.entry(name).or_default().push(index);
        }
        for ending in endings {
            self.by_ending.entry(ending).or_default().push(index);
        }
        self.rules.push((glob, value));
    }

    /// `path` below the root, `/` as separator.
    pub fn first(&self, path: &str, is_directory: bool) -> Option<&(Glob, Value)> {
        let name = last_name(path);
        let mut best = self.rules.len();
        let mut consider = |indexes: Option<&Vec<usize>>| {
            for &index in indexes.into_iter().flatten() {
                if index >= best {
                    return;
                }
                if self.rules[index].0.matches(path, is_directory) {
                    best = index;
                }
            }
        };
        consider(self.by_name.get(name));
        for (dot, _) in name.match_indices('.') {
            consider(self.by_ending.get(&name[dot..]));
        }
        consider(self.by_last_part.get(last_part(name)));
        consider(Some(&self.others));
        self.rules.get(best)
    }
}

fn last_part(name: &str) -> &str {
    &name[name.rfind('.').unwrap_or(0)..]
}

/// All names or all endings (with their dot) that the glob can match; neither if the list is not finite.
fn lookups(glob: &Glob) -> (Vec<String>, Vec<String>) {
    let none = (Vec::new(), Vec::new());
    let (false, Some(Segment::Name(name))) = (glob.pattern.anchored, glob.pattern.segments.first()) else {
        return none;
    };
    if !matches!(name.first(), Some(Piece::Many)) {
        return (spellings(name), Vec::new());
    }
    let endings = spellings(&name[1..]);
    if endings.iter().all(|ending| ending.starts_with('.')) {
        (Vec::new(), endings)
    } else {
        none
    }
}
