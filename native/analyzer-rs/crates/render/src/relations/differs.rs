//! What differs between the sides of a relation.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::compared_files::ComparedFiles;
use super::folder_pairs::FilePair;
use super::folders::name_of;
use super::model::{MatchedFiles, MemberCounts};
use super::rules::RELATIONS;

/// The words that are typical of the left and of the right files, each with the numbers of its occurrences there and on the
/// other side: those that one side has much more often, with the largest difference first.
pub fn different_words(pairs: &[FilePair], compared: &mut ComparedFiles<'_>) -> [Vec<String>; 2] {
    let mut counts: FxHashMap<Box<[u8]>, [u64; 2]> = FxHashMap::default();
    for pair in pairs {
        for (side, file) in [pair.left, pair.right].into_iter().enumerate() {
            for word in compared.words_of(file) {
                match counts.get_mut(word) {
                    Some(its) => its[side] += 1,
                    None => counts.entry(word.into()).or_default()[side] += 1,
                }
            }
        }
    }
    [0, 1].map(|side| typical(&counts, side))
}

fn typical(counts: &FxHashMap<Box<[u8]>, [u64; 2]>, side: usize) -> Vec<String> {
    let rule = &RELATIONS.differs;
    let mut more: Vec<(Reverse<u64>, &[u8], u64, u64)> = counts
        .iter()
        .map(|(word, its)| (word, its[side], its[1 - side]))
        .filter(|(_, own, other)| own.saturating_sub(*other) >= rule.least && *own >= other * rule.times)
        .map(|(word, own, other)| (Reverse(own - other), word.as_ref(), own, other))
        .collect();
    more.sort_unstable();
    more.truncate(rule.most_words);
    more.into_iter()
        .map(|(_, word, own, other)| format!("{} ({own} to {other})", String::from_utf8_lossy(word)))
        .collect()
}

/// One sentence: the functions and methods in both sides, those in one of them, and typical words. `words`: `None` if there
/// are more than two sides.
pub fn differs_text(sides: &[String], pairs: &[MatchedFiles], words: Option<[Vec<String>; 2]>) -> Option<String> {
    let sides = short_names(sides);
    let sum = |count: fn(&MemberCounts) -> u64| pairs.iter().map(|pair| count(&pair.members)).sum::<u64>();
    let mut counts = Vec::new();
    for (count, what) in [(sum(|it| it.same), "the same"), (sum(|it| it.edited), "edited")] {
        if count > 0 {
            counts.push(format!("{count} {what}"));
        }
    }
    let mut parts = Vec::new();
    if words.is_some() {
        let only = [sum(|it| it.only_left), sum(|it| it.only_right)];
        for (count, side) in only.into_iter().zip(&sides).filter(|(count, _)| *count > 0) {
            counts.push(format!("{count} only in {side}"));
        }
    }
    if !counts.is_empty() {
        parts.push(format!("functions: {}", counts.join(", ")));
    }
    for (words, side) in words.into_iter().flatten().zip(&sides) {
        if !words.is_empty() {
            parts.push(format!("more often in {side}: {}", words.join(", ")));
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The last names of the paths, if they differ.
fn short_names(sides: &[String]) -> Vec<&str> {
    let names: Vec<&str> = sides.iter().map(|side| name_of(side)).collect();
    if names.iter().collect::<BTreeSet<_>>().len() == sides.len() {
        return names;
    }
    sides.iter().map(String::as_str).collect()
}
