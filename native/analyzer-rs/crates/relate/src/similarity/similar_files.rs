//! All pairs of a removed and an added file whose sets of n-grams reach the threshold, exactly: the result of brute
//! force, unless the budget is exhausted.
//!
//! Prefix filter and size filter from AllPairs (R. Bayardo, Y. Ma, R. Srikant, Scaling up all pairs similarity
//! search, WWW 2007), positional filter from PPJoin (C. Xiao, W. Wang, X. Lin, J. X. Yu, Efficient similarity joins
//! for near duplicate detection, WWW 2008). They exclude only pairs that cannot reach the threshold.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::model::FileIndex;

use super::bounds::{Resemblance, least_common, sizes_allow};
use super::prefix_index::{PrefixIndex, prefix_of};
use super::ranks::{RankedSet, rank};

/// A file as the set of its n-grams.
pub struct GramFile<'a> {
    pub file: FileIndex,
    pub path: &'a str,
    /// Files of different languages are never compared.
    pub language: &'a str,
    /// Ascending, without repetition.
    pub grams: Cow<'a, [u64]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimilarPair {
    pub removed: FileIndex,
    pub added: FileIndex,
    pub resemblance: Resemblance,
}

/// Counters of the search: `pairs` = `verified` + `pruned` + those that were not reached, which are 0 unless
/// `truncated`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimilaritySearch {
    /// Pairs of a removed and an added file of the same language, both with n-grams.
    pub pairs: u64,
    /// Pairs with a common n-gram in their prefixes and with sizes that allow the threshold: these count against the
    /// budget.
    pub considered: u64,
    /// Pairs whose common n-grams were counted.
    pub verified: u64,
    /// Pairs that were excluded without counting.
    pub pruned: u64,
    /// The budget was exhausted: pairs may be missing.
    pub truncated: bool,
}

/// `threshold` in millionths, above 0. Returns pairs ordered by the removed path, then the added one.
pub fn find_similar_files(
    removed: &[GramFile<'_>],
    added: &[GramFile<'_>],
    threshold: u64,
    max_pairs: u64,
) -> (Vec<SimilarPair>, SimilaritySearch) {
    let befores = comparable(removed);
    let afters = comparable(added);
    let sets: Vec<&[u64]> = befores.iter().chain(&afters).map(|file| &*file.grams).collect();
    let (mut ranked, ranks) = rank(&sets);
    let after_sets = ranked.split_off(befores.len());
    let mut partners = Partners {
        index: PrefixIndex::new(&after_sets, ranks, threshold),
        common: vec![0; after_sets.len()],
        sets: &after_sets,
        threshold,
    };
    let mut in_language: FxHashMap<&str, u64> = FxHashMap::default();
    for file in &afters {
        *in_language.entry(file.language).or_default() += 1;
    }
    let partners_of = |file: &GramFile<'_>| in_language.get(file.language).copied().unwrap_or(0);

    let mut found = Vec::new();
    let mut search = SimilaritySearch {
        pairs: befores.iter().map(|file| partners_of(file)).sum(),
        ..SimilaritySearch::default()
    };
    for (before, set) in befores.iter().zip(&ranked) {
        let candidates = partners.of(set);
        let left = (max_pairs - search.considered).min(candidates.len() as u64);
        search.truncated = left < candidates.len() as u64;
        search.considered += left;
        let mut verified = 0;
        for candidate in candidates.iter().take(left as usize).filter(|it| !it.hopeless) {
            verified += 1;
            let number = candidate.number as usize;
            let resemblance = resemblance_of(set, &after_sets[number]);
            if resemblance.reaches(threshold) {
                found.push(SimilarPair {
                    removed: before.file,
                    added: afters[number].file,
                    resemblance,
                });
            }
        }
        search.verified += verified;
        search.pruned += if search.truncated { left } else { partners_of(before) } - verified;
        if search.truncated {
            break;
        }
    }
    (found, search)
}

struct Candidate {
    number: u32,
    /// They share an n-gram of their prefixes, but too few can follow.
    hopeless: bool,
}

const HOPELESS: i32 = -1;

/// Finds the sets that may be similar to a given one.
struct Partners<'s> {
    index: PrefixIndex,
    sets: &'s [RankedSet],
    threshold: u64,
    /// By set: common n-grams so far, `HOPELESS` if the threshold can no longer be reached.
    common: Vec<i32>,
}

impl Partners<'_> {
    /// In order of their numbers.
    fn of(&mut self, set: &RankedSet) -> Vec<Candidate> {
        let mut touched = Vec::new();
        for (at, rank) in prefix_of(set, self.threshold).iter().enumerate() {
            for (number, there) in self.index.sets_with(*rank) {
                let other = &self.sets[*number as usize];
                let common = &mut self.common[*number as usize];
                if *common == HOPELESS || !sizes_allow(set.size, other.size, self.threshold) {
                    continue;
                }
                if *common == 0 {
                    touched.push(*number);
                }
                let behind_here = set.size - (set.alone + at as u64) - 1;
                let behind_there = other.size - u64::from(*there) - 1;
                let most = *common as u64 + 1 + behind_here.min(behind_there);
                let least = least_common(set.size, other.size, self.threshold);
                *common = if most < least { HOPELESS } else { *common + 1 };
            }
        }
        touched.sort_unstable();
        let mut take = |number: u32| std::mem::take(&mut self.common[number as usize]) == HOPELESS;
        touched
            .into_iter()
            .map(|number| Candidate {
                number,
                hopeless: take(number),
            })
            .collect()
    }
}

fn resemblance_of(a: &RankedSet, b: &RankedSet) -> Resemblance {
    let (mut i, mut j, mut intersection) = (0, 0, 0);
    while let (Some(left), Some(right)) = (a.ranks.get(i), b.ranks.get(j)) {
        intersection += u64::from(left == right);
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    Resemblance {
        intersection,
        union: a.size + b.size - intersection,
    }
}

fn comparable<'f, 'g>(files: &'f [GramFile<'g>]) -> Vec<&'f GramFile<'g>> {
    let mut files: Vec<&GramFile<'_>> = files.iter().filter(|file| !file.grams.is_empty()).collect();
    files.sort_by_key(|file| file.path);
    files
}
