//! Whether an excluded directory contains a file of a parsed language, by names that no other format has.

use std::collections::VecDeque;

use super::kind::kind_of_name;
use super::location::{TreePath, child_path};
use super::names::show_names;
use super::path_kind::PathKind;
use super::source::TreeSource;

/// Maximum number of names that are read of one excluded directory.
const MAX_NAMES: usize = 1000;

/// Searches breadth-first in byte order and ends after 1,000 names; it follows no link.
pub fn contains_sources(source: &dyn TreeSource, directory: &TreePath) -> bool {
    let mut waiting = VecDeque::from([directory.clone()]);
    let mut seen = 0;
    while let Some(at) = waiting.pop_front() {
        let mut listed = source.list(&at).unwrap_or_default();
        listed.sort_by(|a, b| a.0.cmp(&b.0));
        let (names, kinds): (Vec<Vec<u8>>, Vec<PathKind>) = listed.into_iter().unzip();
        for ((name, shown), kind) in names.iter().zip(show_names(&names)).zip(kinds) {
            seen += 1;
            if seen > MAX_NAMES {
                return false;
            }
            match kind {
                PathKind::File
                    if kind_of_name(&shown.name).is_some_and(|kind| kind.parsed && kind.needs_text.is_none()) =>
                {
                    return true;
                }
                PathKind::Directory => waiting.push_back(child_path(&at, name, &shown)),
                _ => {}
            }
        }
    }
    false
}
