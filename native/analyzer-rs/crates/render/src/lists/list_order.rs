//! The order of groups of copies in lists for people (`languages/lists.json`).

use std::borrow::Cow;

use base::languages::policy::LISTS;
use relate::model::Group;

/// Groups of equal weight stay in their order.
pub fn in_list_order(groups: Vec<Cow<'_, Group>>) -> Vec<Cow<'_, Group>> {
    let mut weighed: Vec<(f64, Cow<'_, Group>)> = groups.into_iter().map(|it| (weight_of(&it), it)).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, group)| group).collect()
}

/// What an occurrence has in common with the others, less a call that replaces it, counts more than the number of
/// occurrences. In floating point, as the portable engine.
pub fn weight_of(group: &Group) -> f64 {
    let common = common_nodes(group).saturating_sub(LISTS.order.call_nodes) as f64;
    let further = (group.occurrences.len() + group.blocks.len() - 1) as f64;
    common * common * further
}

/// An estimate of the nodes that an occurrence shares with the first one: the least similarity is one of 5-grams.
fn common_nodes(group: &Group) -> u64 {
    group.nodes * u64::from(least_similarity(group)) / 1000
}

/// In thousandths.
pub fn least_similarity(group: &Group) -> u32 {
    group.similarity.iter().copied().min().unwrap_or(1000)
}
