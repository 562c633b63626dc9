//! Chooses the pairs of files that were moved and edited.

use rustc_hash::FxHashSet;

use relate::model::FileIndex;
use relate::similarity::bounds::more_alike_first;
use relate::similarity::similar_files::SimilarPair;
use scan::model::Scan;

/// Pairs without a common file, chosen by highest similarity. Ties by the removed path, then the added one.
pub fn choose_pairs(pairs: &[SimilarPair], before: &Scan, after: &Scan) -> Vec<SimilarPair> {
    let mut removed: FxHashSet<FileIndex> = FxHashSet::default();
    let mut added: FxHashSet<FileIndex> = FxHashSet::default();
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| {
        more_alike_first(a.resemblance, b.resemblance)
            .then_with(|| before.path_of(a.removed).cmp(before.path_of(b.removed)))
            .then_with(|| after.path_of(a.added).cmp(after.path_of(b.added)))
    });
    sorted.retain(|pair| {
        let is_free = !removed.contains(&pair.removed) && !added.contains(&pair.added);
        if is_free {
            removed.insert(pair.removed);
            added.insert(pair.added);
        }
        is_free
    });
    sorted
}
