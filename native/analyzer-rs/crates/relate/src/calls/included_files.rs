//! The files that a file includes, transitively.

use rustc_hash::{FxHashMap, FxHashSet};

use super::call_file::CallFiles;
use crate::model::{FileIndex, ResolvedImport, rule};

/// Maximum number of includes between a call and a visible declaration.
const FARTHEST: usize = 8;
/// Maximum number of files that are searched, nearest first.
const MAX_FILES: usize = 1000;

/// Which includes are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Includes {
    Certain,
    /// Also those that are possible.
    Possible,
    /// The same of the files that include a file.
    Around,
}

/// In languages without an autoloader: the files that a file includes, certainly and then possibly, and the reverse.
#[derive(Default)]
pub struct IncludeGraph {
    included: FxHashMap<FileIndex, Vec<FileIndex>>,
    includers: FxHashMap<FileIndex, Vec<FileIndex>>,
}

impl IncludeGraph {
    /// Called in the order of paths; `is_analyzed`: whether a file has facts.
    pub fn add(&mut self, file: FileIndex, links: &[ResolvedImport], is_analyzed: impl Fn(FileIndex) -> bool) {
        let certain = links.iter().filter_map(|it| it.link.destination.file());
        let possible = links
            .iter()
            .filter(|it| it.link.destination.rule == Some(rule::SUFFIX))
            .flat_map(|it| it.link.destination.files.iter().copied());
        let included: Vec<FileIndex> = certain.chain(possible).filter(|it| is_analyzed(*it)).collect();
        for next in &included {
            self.includers.entry(*next).or_default().push(file);
        }
        if !included.is_empty() {
            self.included.insert(file, included);
        }
    }

    /// Whether a file includes another one.
    pub fn is_linked(&self) -> bool {
        !self.includers.is_empty()
    }

    /// The file itself, and those that it includes.
    pub fn files(&self, files: &CallFiles<'_>, start: FileIndex, includes: Includes) -> FxHashSet<FileIndex> {
        let reached = match includes {
            Includes::Certain => reached(vec![start], |file| {
                let certain = files.get(file).map_or(&[][..], |it| &it.imported.includes);
                certain.iter().copied().filter(|it| files.get(*it).is_some()).collect()
            }),
            Includes::Possible => reached(vec![start], |file| next(&self.included, file)),
            Includes::Around => reached(reached(vec![start], |file| next(&self.includers, file)), |file| {
                next(&self.included, file)
            }),
        };
        reached.into_iter().collect()
    }
}

fn next(links: &FxHashMap<FileIndex, Vec<FileIndex>>, file: FileIndex) -> Vec<FileIndex> {
    links.get(&file).cloned().unwrap_or_default()
}

/// The nearest first.
fn reached(from: Vec<FileIndex>, next_of: impl Fn(FileIndex) -> Vec<FileIndex>) -> Vec<FileIndex> {
    let mut seen: FxHashSet<FileIndex> = from.iter().copied().collect();
    let mut hops = vec![0; from.len()];
    let mut reached = from;
    let mut at = 0;
    while at < reached.len() && hops[at] < FARTHEST {
        for next in next_of(reached[at]) {
            if seen.contains(&next) {
                continue;
            }
            if seen.len() > MAX_FILES {
                break;
            }
            seen.insert(next);
            reached.push(next);
            hops.push(hops[at] + 1);
        }
        at += 1;
    }
    reached
}
