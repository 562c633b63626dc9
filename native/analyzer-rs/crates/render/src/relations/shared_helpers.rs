//! Listed code in three or more files that no other relation explains.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::input::{RelatedGroup, RelationInput};
use super::model::{CopyRelation, RelationKind};
use super::rules::RELATIONS;

/// Code in the same files is one relation.
pub fn shared_helpers(input: &RelationInput<'_>, explained: &FxHashSet<&str>) -> Vec<CopyRelation> {
    let mut helpers: Vec<CopyRelation> = Vec::new();
    let mut known: FxHashMap<BTreeSet<usize>, usize> = FxHashMap::default();
    for group in &input.listed {
        if explained.contains(group.id.as_str()) || group.outside > 0 {
            continue;
        }
        let files: BTreeSet<usize> = group.occurrences.iter().map(|it| it.file).collect();
        if files.len() < RELATIONS.shared_helper.least_files {
            continue;
        }
        let sides = files.iter().map(|file| input.files[*file].path.to_owned()).collect();
        let at = *known.entry(files).or_insert(helpers.len());
        if at == helpers.len() {
            helpers.push(CopyRelation {
                kind: RelationKind::SharedHelper,
                sides,
                pairs: Vec::new(),
                lines: 0,
                differs: None,
                groups: Vec::new(),
                elsewhere: 0,
            });
        }
        helpers[at].lines += saved_lines(group);
        helpers[at].groups.push(group.id.clone());
    }
    helpers
}

/// Lines of all occurrences but the largest one.
fn saved_lines(group: &RelatedGroup) -> u64 {
    let lines = || group.occurrences.iter().map(|it| it.end - it.start + 1);
    lines().sum::<u64>() - lines().max().unwrap_or(0)
}
