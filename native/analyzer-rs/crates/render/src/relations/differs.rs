//! What differs between the sides of a relation.

use std::collections::BTreeSet;

use super::differences::Differences;
use super::folders::name_of;
use super::model::{MatchedFiles, MemberCounts};

/// One sentence: the functions and methods in both sides, those in one of them, and the words that one has instead of those of
/// the other, or more. `differences`: `None` if there are more than two sides.
pub fn differs_text(sides: &[String], pairs: &[MatchedFiles], differences: Option<&Differences>) -> Option<String> {
    let sides = short_names(sides);
    let sum = |count: fn(&MemberCounts) -> u64| pairs.iter().map(|pair| count(&pair.members)).sum::<u64>();
    let mut counts = Vec::new();
    for (count, what) in [(sum(|it| it.same), "the same"), (sum(|it| it.edited), "edited")] {
        if count > 0 {
            counts.push(format!("{count} {what}"));
        }
    }
    let mut parts = Vec::new();
    if differences.is_some() {
        let only = [sum(|it| it.only_left), sum(|it| it.only_right)];
        for (count, side) in only.into_iter().zip(&sides).filter(|(count, _)| *count > 0) {
            counts.push(format!("{count} only in {side}"));
        }
    }
    if !counts.is_empty() {
        parts.push(format!("functions: {}", counts.join(", ")));
    }
    if let Some(Differences {
        only: [left, right],
        replaced,
    }) = differences
    {
        parts.extend(words_text(&sides[1], right, replaced));
        parts.extend(words_text(&sides[0], left, &[]));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn words_text(side: &str, words: &[String], replaced: &[(String, String)]) -> Option<String> {
    let replaced = replaced.iter().map(|(left, right)| format!("`{right}` for `{left}`"));
    let mut texts: Vec<String> = words.iter().map(|it| format!("`{it}`")).chain(replaced).collect();
    let last = texts.pop()?;
    Some(if texts.is_empty() {
        format!("{side} has {last}")
    } else {
        format!("{side} has {} and {last}", texts.join(", "))
    })
}

/// Of two paths what is between their equal ends, such as `pg` and `neon` of `src/pg/index.ts` and `src/neon/index.ts`, else
/// the last names.
fn short_names(sides: &[String]) -> Vec<String> {
    let names: Vec<&str> = sides.iter().map(|side| name_of(side)).collect();
    if names.iter().collect::<BTreeSet<_>>().len() == sides.len() {
        return names.into_iter().map(str::to_owned).collect();
    }
    let mut split: Vec<Vec<&str>> = sides.iter().map(|side| side.split('/').collect()).collect();
    while split.iter().all(|its| its.len() > 1 && its.last() == split[0].last()) {
        split.iter_mut().for_each(|its| its.truncate(its.len() - 1));
    }
    while split.iter().all(|its| its.len() > 1 && its[0] == split[0][0]) {
        split.iter_mut().for_each(|its| _ = its.remove(0));
    }
    split.into_iter().map(|its| its.join("/")).collect()
}
