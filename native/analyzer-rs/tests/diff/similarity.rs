//! The search for similar files finds the result of brute force, and accounts for every pair.

use std::borrow::Cow;

use relate::similarity::bounds::{ONE, Resemblance};
use relate::similarity::similar_files::{GramFile, SimilarPair, find_similar_files};

/// Deterministic numbers (G. Marsaglia, Xorshift RNGs, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Sets that are often almost equal: runs of few values, some at both ends of the 64-bit range.
fn side(random: &mut Random) -> Vec<GramFile<'static>> {
    let count = random.below(13);
    (0..count)
        .map(|number| {
            let language = ["python", "php"][random.below(2) as usize];
            let mut grams: Vec<u64> = Vec::new();
            for _ in 0..random.below(5) {
                let (from, length, high) = (random.below(13), random.below(11), random.below(2) == 1);
                let base = from + if high { 0xffff_ffff_ffff_ff00 } else { 0 };
                grams.extend((base..base + length).map(|it| {
                    // As in a parser, n-grams of different languages are different.
                    if language == "php" { it ^ 0x8000 } else { it }
                }));
            }
            grams.sort_unstable();
            grams.dedup();
            GramFile {
                file: number as u32,
                path: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"][number as usize],
                language,
                grams: Cow::Owned(grams),
            }
        })
        .collect()
}

fn brute_force(removed: &[GramFile<'_>], added: &[GramFile<'_>], threshold: u64) -> Vec<SimilarPair> {
    let mut pairs = Vec::new();
    for before in removed {
        for after in added {
            let common = before.grams.iter().filter(|it| after.grams.contains(it)).count() as u64;
            let resemblance = Resemblance {
                intersection: common,
                union: (before.grams.len() + after.grams.len()) as u64 - common,
            };
            if common > 0 && resemblance.intersection * ONE >= threshold * resemblance.union {
                pairs.push(SimilarPair {
                    removed: before.file,
                    added: after.file,
                    resemblance,
                });
            }
        }
    }
    pairs
}

#[test]
fn the_search_equals_brute_force_and_accounts_for_every_pair() {
    let mut random = Random(7);
    let mut found = 0;
    for _ in 0..2000 {
        let (removed, added) = (side(&mut random), side(&mut random));
        let threshold = 1 + random.below(ONE);
        let (pairs, search) = find_similar_files(&removed, &added, threshold, 1000);
        assert_eq!(pairs, brute_force(&removed, &added, threshold));
        assert!(!search.truncated);
        assert_eq!(search.verified + search.pruned, search.pairs);
        assert!(search.considered >= search.verified);
        found += pairs.len();
    }
    assert!(found > 1000);
}

#[test]
fn an_exhausted_budget_truncates_the_result() {
    let mut random = Random(11);
    let mut truncated = 0;
    for _ in 0..500 {
        let (removed, added) = (side(&mut random), side(&mut random));
        let most = random.below(21);
        let (all, whole) = find_similar_files(&removed, &added, 500_000, 1000);
        let (pairs, search) = find_similar_files(&removed, &added, 500_000, most);
        assert_eq!(search.truncated, whole.considered > most);
        assert_eq!(search.considered, most.min(whole.considered));
        assert_eq!(all[..pairs.len()], pairs);
        assert!(search.verified + search.pruned <= search.pairs);
        truncated += u32::from(search.truncated);
    }
    assert!(truncated > 10);
}

fn one(file: u32, path: &'static str, grams: Vec<u64>) -> GramFile<'static> {
    GramFile {
        file,
        path,
        language: "php",
        grams: Cow::Owned(grams),
    }
}

#[test]
fn sets_of_several_slices_are_ranked_the_same() {
    // Spread over the 64-bit range, so that they are in several slices.
    let spread = |from: u64| {
        (from..from + 1_300_000)
            .map(|it| it * 0x7ff_ffff_ffff)
            .collect::<Vec<u64>>()
    };
    let (pairs, search) = find_similar_files(&[one(0, "a", spread(0))], &[one(1, "b", spread(100_000))], 800_000, 1);
    let resemblance = Resemblance {
        intersection: 1_200_000,
        union: 1_400_000,
    };
    assert_eq!(
        pairs,
        [SimilarPair {
            removed: 0,
            added: 1,
            resemblance
        }]
    );
    assert_eq!((search.considered, search.verified), (1, 1));
}
