//! The relations that explain groups.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::input::RelatedGroup;

/// By file: the sides of a relation that have it.
pub type SidesOfFiles = FxHashMap<usize, BTreeSet<usize>>;

#[derive(Clone, Default)]
pub struct Explained {
    /// Ids of the groups that a relation explains.
    pub groups: Vec<String>,
    /// Number of groups that connect its sides and have occurrences elsewhere too.
    pub elsewhere: u64,
}

/// For each relation. A group is explained by the first relation that has all of its occurrences, on at least two sides.
pub fn explain_groups(groups: &[RelatedGroup], relations: &[&SidesOfFiles]) -> Vec<Explained> {
    let mut of_file: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, files) in relations.iter().enumerate() {
        for file in files.keys() {
            of_file.entry(*file).or_default().push(index);
        }
    }
    let mut explained = vec![Explained::default(); relations.len()];
    for group in groups {
        let files = || group.occurrences.iter().map(|it| it.file);
        let touched: BTreeSet<usize> = files()
            .filter_map(|file| of_file.get(&file))
            .flatten()
            .copied()
            .collect();
        let connects = |at: &usize| {
            let sides = files().filter_map(|file| relations[*at].get(&file));
            sides.flatten().collect::<BTreeSet<_>>().len() >= 2
        };
        let connected: Vec<usize> = touched.into_iter().filter(connects).collect();
        let has_all = |at: &&usize| group.outside == 0 && files().all(|file| relations[**at].contains_key(&file));
        match connected.iter().find(has_all) {
            Some(first) => explained[*first].groups.push(group.id.clone()),
            None => {
                for at in connected {
                    explained[at].elsewhere += 1;
                }
            }
        }
    }
    explained
}
