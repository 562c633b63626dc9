//! Pairs of folders that may be mirrors.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::folders::{FolderLines, depth_of, folders_of, is_in, is_in_or_same, relative_to};
use super::input::ProductFile;
use super::rules::RELATIONS;
use super::shared_lines::SharedLines;

/// Two files, one of each of two folders.
#[derive(Clone, Copy)]
pub struct FilePair {
    pub left: usize,
    pub right: usize,
    pub lines: u64,
}

/// Two folders, of which neither has the files of the other one.
pub struct FolderPair<'a> {
    pub left: &'a str,
    pub right: &'a str,
    pub files: Vec<FilePair>,
}

/// The best first, and the number of those left out.
pub fn folder_pairs<'a>(files: &'a [ProductFile<'a>], shared: &[SharedLines]) -> (Vec<FolderPair<'a>>, u64) {
    let rule = &RELATIONS.mirror;
    let sizes = FolderLines::new(files.iter().map(|it| (it.path, it.lines)));
    let ranked = connected_folders(files, shared).into_iter().filter_map(|pair| {
        let matched = match_one_to_one(pair.left, pair.right, &pair.files, files);
        let lines = lines_of(&matched);
        let one = sizes.without(pair.left, pair.right);
        let other = sizes.without(pair.right, pair.left);
        let is_possible = matched.len() >= rule.least_pairs && lines >= rule.least_shared_lines;
        let is_possible = is_possible && lines * 100 >= one.min(other) * rule.shared_percent;
        is_possible.then(|| (lines * lines / (one + other), pair))
    });
    let mut ranked: Vec<(u64, FolderPair<'_>)> = ranked.collect();
    // Of folders with the same files the innermost one is named.
    let depth = |pair: &FolderPair<'_>| depth_of(pair.left) + depth_of(pair.right);
    ranked.sort_by_key(|(rank, pair)| (Reverse(*rank), Reverse(depth(pair)), pair.left, pair.right));
    let most = RELATIONS.candidates.most_folder_pairs;
    let left_out = ranked.len().saturating_sub(most) as u64;
    let pairs = ranked.into_iter().take(most).map(|(_, pair)| pair).collect();
    (pairs, left_out)
}

/// All pairs of disjoint folders around pairs of files, of the innermost ones.
fn connected_folders<'a>(files: &'a [ProductFile<'a>], shared: &[SharedLines]) -> Vec<FolderPair<'a>> {
    let most = RELATIONS.candidates.most_folders;
    let mut pairs: FxHashMap<(&str, &str), FolderPair<'a>> = FxHashMap::default();
    for it in shared {
        let (path, other_path) = (files[it.left].path, files[it.right].path);
        for folder in folders_of(path).take(most) {
            for other in folders_of(other_path).take(most) {
                let is_around = is_in(other, folder) && is_in(path, other);
                let is_inside = is_in(folder, other) && is_in(other_path, folder);
                if folder == other || is_around || is_inside {
                    continue;
                }
                let file_pair = |left, right| FilePair {
                    left,
                    right,
                    lines: it.lines,
                };
                let (left, right, pair) = if folder < other {
                    (folder, other, file_pair(it.left, it.right))
                } else {
                    (other, folder, file_pair(it.right, it.left))
                };
                let its = pairs.entry((left, right)).or_insert_with(|| FolderPair {
                    left,
                    right,
                    files: Vec::new(),
                });
                its.files.push(pair);
            }
        }
    }
    pairs.into_values().collect()
}

/// Pairs files one to one: those with the most lines first, then those with the same path from their folders.
pub fn match_one_to_one(left: &str, right: &str, pairs: &[FilePair], files: &[ProductFile<'_>]) -> Vec<FilePair> {
    let is_same =
        |pair: &FilePair| relative_to(files[pair.left].path, left) == relative_to(files[pair.right].path, right);
    let mut ordered = pairs.to_vec();
    ordered.sort_by_cached_key(|it| (Reverse(it.lines), !is_same(it), it.left, it.right));
    let (mut lefts, mut rights) = (FxHashSet::default(), FxHashSet::default());
    ordered.retain(|it| {
        let is_free = it.lines > 0 && !lefts.contains(&it.left) && !rights.contains(&it.right);
        if is_free {
            lefts.insert(it.left);
            rights.insert(it.right);
        }
        is_free
    });
    ordered
}

pub fn lines_of(pairs: &[FilePair]) -> u64 {
    pairs.iter().map(|it| it.lines).sum()
}

/// Whether two pairs of folders are about the same code: one has the folders of the other one, or they are in it.
pub fn are_related(one: &FolderPair<'_>, other: &FolderPair<'_>) -> bool {
    let touch = |a: &str, b: &str| is_in_or_same(a, b) || is_in_or_same(b, a);
    touch(one.left, other.left) && touch(one.right, other.right)
        || touch(one.left, other.right) && touch(one.right, other.left)
}
