//! Groups inside other groups.

use rustc_hash::{FxHashMap, FxHashSet};

use super::occurrences::{Copies, FunctionRef, GroupedFile};

/// Maximum number of enclosing declarations of a function that are compared, nearest first.
const FARTHEST: usize = 64;

/// For each group the least id of another group that contains it: each of its functions is inside a function of that
/// group, among the 64 nearest enclosing declarations. Linear in the number of functions times their nesting. Aligned
/// with the groups.
pub fn containing_groups(groups: &[Copies<'_>], ids: &[String], files: &[GroupedFile<'_>]) -> Vec<Option<String>> {
    let mut groups_of: FxHashMap<FunctionRef, Vec<u32>> = FxHashMap::default();
    for (group, copies) in groups.iter().enumerate() {
        for it in &copies.occurrences {
            groups_of.entry(it.function).or_default().push(group as u32);
        }
    }
    let parent_of = |FunctionRef { file, declaration }: FunctionRef| {
        let within = files[file as usize].declarations[declaration as usize].within;
        let declaration = u32::try_from(within).ok()?;
        Some(FunctionRef { file, declaration })
    };
    let around = |function: FunctionRef| {
        let mut found: FxHashSet<u32> = FxHashSet::default();
        let parents = std::iter::successors(parent_of(function), |parent| parent_of(*parent));
        for parent in parents.take(FARTHEST) {
            found.extend(groups_of.get(&parent).into_iter().flatten());
        }
        found
    };
    let holders = |copies: &Copies<'_>| {
        let mut common: Option<FxHashSet<u32>> = None;
        for it in &copies.occurrences {
            let found = around(it.function);
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
