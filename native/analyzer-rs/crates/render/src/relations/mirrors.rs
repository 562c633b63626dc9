//! Folders that are copies of each other as a whole, with their files matched one to one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::compared_files::ComparedFiles;
use super::folder_pairs::{FilePair, FolderPair, are_related, folder_pairs, lines_of, match_one_to_one};
use super::folders::{FolderLines, is_in, relative_to, stem_of};
use super::input::ProductFile;
use super::rules::RELATIONS;
use super::shared_lines::SharedLines;

/// The mirrors, and the number of pairs of folders left out.
pub fn find_mirrors<'a>(
    files: &'a [ProductFile<'a>],
    shared: &[SharedLines],
    compared: &mut ComparedFiles<'_>,
) -> (Vec<FolderPair<'a>>, u64) {
    let (pairs, left_out) = folder_pairs(files, shared);
    let sizes = FolderLines::new(files.iter().map(|it| (it.path, it.lines)));
    let paths: FxHashMap<&str, usize> = files.iter().enumerate().map(|(at, it)| (it.path, at)).collect();
    let by_folders: FxHashMap<(&str, &str), usize> = pairs
        .iter()
        .enumerate()
        .map(|(at, it)| (in_order(it.left, it.right), at))
        .collect();
    let mut mirror_of = |pair: &FolderPair<'a>| {
        let (left, right) = (pair.left, pair.right);
        let aligned = align_files(pair, files, &paths, compared);
        let matched = match_one_to_one(left, right, &aligned, files);
        let lines = [sizes.without(left, right), sizes.without(right, left)];
        is_mirror(&matched, files, lines).then_some(FolderPair {
            left,
            right,
            files: matched,
        })
    };
    let mut mirrors: Vec<FolderPair<'a>> = Vec::new();
    for (first, pair) in pairs.iter().enumerate() {
        if mirrors.iter().any(|it| are_related(it, pair)) {
            continue;
        }
        let mut widest = None;
        // Of folders with the same path in two mirrored folders only these are named.
        let mut next = Some(first);
        while let Some(mirror) = next.and_then(|at| mirror_of(&pairs[at])) {
            next = around(mirror.left, mirror.right).and_then(|it| by_folders.get(&it).copied());
            widest = Some(mirror);
        }
        mirrors.extend(widest);
    }
    (mirrors, left_out)
}

/// The folders around two folders of the same name, in order.
fn around<'a>(left: &'a str, right: &'a str) -> Option<(&'a str, &'a str)> {
    let (one, other) = (left.rfind('/')?, right.rfind('/')?);
    (left[one..] == right[other..]).then(|| in_order(&left[..one], &right[..other]))
}

fn in_order<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    if one <= other { (one, other) } else { (other, one) }
}

/// The equal lines of the pairs, and of other files with the same path from both folders of which at least half is equal.
fn align_files(
    FolderPair {
        left,
        right,
        files: pairs,
    }: &FolderPair<'_>,
    files: &[ProductFile<'_>],
    paths: &FxHashMap<&str, usize>,
    compared: &mut ComparedFiles<'_>,
) -> Vec<FilePair> {
    let mut aligned = Vec::new();
    let mut known: FxHashSet<(usize, usize)> = FxHashSet::default();
    for pair in pairs {
        known.insert((pair.left, pair.right));
        aligned.push(FilePair {
            lines: compared.equal_lines(pair.left, pair.right),
            ..*pair
        });
    }
    for (index, file) in files.iter().enumerate() {
        let path = file.path;
        if !is_in(path, left) || is_in(right, left) && is_in(path, right) {
            continue;
        }
        let relative = relative_to(path, left);
        let twin = if right.is_empty() {
            relative.to_owned()
        } else {
            format!("{right}/{relative}")
        };
        let Some(other) = paths.get(twin.as_str()).copied() else {
            continue;
        };
        if known.contains(&(index, other)) || is_in(left, right) && is_in(&twin, left) {
            continue;
        }
        let lines = compared.equal_lines(index, other);
        if lines * 2 >= file.lines.max(files[other].lines) {
            aligned.push(FilePair {
                left: index,
                right: other,
                lines,
            });
        }
    }
    aligned
}

fn is_mirror(matched: &[FilePair], files: &[ProductFile<'_>], [one, other]: [u64; 2]) -> bool {
    let rule = &RELATIONS.mirror;
    let lines = lines_of(matched);
    let has_same_name = |it: &&FilePair| stem_of(files[it.left].path) == stem_of(files[it.right].path);
    let same_name: Vec<FilePair> = matched.iter().filter(has_same_name).copied().collect();
    matched.len() >= rule.least_pairs
        && lines >= rule.least_lines
        && lines * 100 >= one.min(other) * rule.smaller_percent
        && lines * 100 >= one.max(other) * rule.larger_percent
        && lines_of(&same_name) * 100 >= lines * rule.same_name_percent
}
