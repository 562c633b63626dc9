//! Files of which most is equal, and files of one folder of which half is.

use std::cmp::Reverse;

use super::compared_files::ComparedFiles;
use super::folder_pairs::FilePair;
use super::input::ProductFile;
use super::rules::RELATIONS;
use super::shared_lines::SharedLines;

/// Pairs with the most equal lines first.
pub struct SimilarFiles {
    pub forks: Vec<FilePair>,
    pub siblings: Vec<FilePair>,
}

/// `is_known`: whether a pair of files is a part of a mirror.
pub fn find_similar_files(
    files: &[ProductFile<'_>],
    shared: &[SharedLines],
    is_known: impl Fn(usize, usize) -> bool,
    compared: &mut ComparedFiles<'_>,
) -> SimilarFiles {
    let rule = &RELATIONS.fork;
    let (mut forks, mut siblings) = (Vec::new(), Vec::new());
    for it in shared {
        let (one, other) = (&files[it.left], &files[it.right]);
        let smaller = one.lines.min(other.lines);
        let is_small = smaller < rule.least_lines || it.lines * 100 < smaller * rule.shared_percent;
        if is_small || is_known(it.left, it.right) {
            continue;
        }
        let lines = compared.equal_lines(it.left, it.right);
        let pair = FilePair {
            left: it.left,
            right: it.right,
            lines,
        };
        if lines == 0 {
            continue;
        }
        let (equal, larger, smaller) = compared.equal_code(it.left, it.right);
        if equal < rule.least_code_lines {
            continue;
        }
        if equal * 100 >= larger * rule.larger_percent {
            forks.push(pair);
        }
        let are_half_equal = equal * 200 >= (larger + smaller) * RELATIONS.family.both_percent;
        if are_half_equal && folder_of(one.path) == folder_of(other.path) {
            siblings.push(pair);
        }
    }
    let most_lines = |it: &FilePair| (Reverse(it.lines), it.left, it.right);
    forks.sort_unstable_by_key(most_lines);
    siblings.sort_unstable_by_key(most_lines);
    SimilarFiles { forks, siblings }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
