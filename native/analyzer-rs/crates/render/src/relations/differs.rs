//! What differs between the sides of a relation.

use std::collections::BTreeSet;

use super::folders::name_of;
use super::members::OnlyNames;
use super::model::{MatchedFiles, MemberCounts};

/// Names of functions that only one side has.
const SHOWN_NAMES: usize = 3;

/// One sentence: the functions and methods in both of two sides, those in one of them, and the words that one has instead of
/// those of the other.
pub fn differs_text(
    sides: &[String],
    pairs: &[MatchedFiles],
    only: &OnlyNames,
    replaced: &[(String, String)],
) -> Option<String> {
    let sides = short_names(sides);
    let sum = |count: fn(&MemberCounts) -> u64| pairs.iter().map(|pair| count(&pair.members)).sum::<u64>();
    let mut counts = Vec::new();
    for (count, what) in [(sum(|it| it.same), "the same"), (sum(|it| it.edited), "edited")] {
        if count > 0 {
            counts.push(format!("{count} {what}"));
        }
    }
    let mut parts = Vec::new();
    if !counts.is_empty() {
        parts.push(format!("functions: {}", counts.join(", ")));
    }
    parts.extend(only_text(&sides[0], &only.left));
    parts.extend(only_text(&sides[1], &only.right));
    let words: Vec<String> = replaced
        .iter()
        .map(|(left, right)| format!("`{right}` for `{left}`"))
        .collect();
    if !words.is_empty() {
        parts.push(format!("{} has {}", sides[1], words.join(" and ")));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// `found`: names of functions; a function and one within it can have the same.
fn only_text(side: &str, found: &[String]) -> Option<String> {
    let mut seen = BTreeSet::new();
    let names: Vec<&str> = found.iter().map(String::as_str).filter(|it| seen.insert(*it)).collect();
    let shown = names.get(..SHOWN_NAMES.min(names.len()))?.join(", ");
    match names.len().saturating_sub(SHOWN_NAMES) {
        _ if names.is_empty() => None,
        0 => Some(format!("only in {side}: {shown}")),
        rest => Some(format!("only in {side}: {shown} and {rest} more")),
    }
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
