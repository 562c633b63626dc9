//! Groups that lie inside other groups.

use rustc_hash::{FxHashMap, FxHashSet};

use super::occurrences::Copies;

/// How many enclosing declarations of a function are looked at, nearest first.
const FARTHEST: usize = 64;

/// For each group the least id of another group that holds it: each of its functions lies inside a function of that
/// one group, among the 64 nearest declarations around it. Linear in the number of functions times their nesting.
///
/// `parents`: by the number of a declaration, the one around it. Aligned with the groups.
pub fn containing_groups(groups: &[Copies], ids: &[String], parents: &[Option<u32>]) -> Vec<Option<String>> {
    let mut groups_of: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (group, copies) in groups.iter().enumerate() {
        for it in &copies.occurrences {
            groups_of.entry(it.declaration).or_default().push(group as u32);
        }
    }
    let around = |declaration: u32| {
        let mut found: FxHashSet<u32> = FxHashSet::default();
        let mut at = parents[declaration as usize];
        for _ in 0..FARTHEST {
            let Some(parent) = at else { break };
            found.extend(groups_of.get(&parent).into_iter().flatten());
            at = parents[parent as usize];
        }
        found
    };
    let holders = |copies: &Copies| {
        let mut common: Option<FxHashSet<u32>> = None;
        for it in &copies.occurrences {
            let found = around(it.declaration);
            let rest = match common {
                None => found,
                Some(common) => common.intersection(&found).copied().collect(),
            };
            if rest.is_empty() {
                return rest;
            }
            common = Some(rest);
        }
        common.unwrap_or_default()
    };
    groups
        .iter()
        .map(|copies| holders(copies).iter().map(|group| &ids[*group as usize]).min().cloned())
        .collect()
}
