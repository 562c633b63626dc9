//! Cycles that close only through imports that do not run at load.

use rustc_hash::FxHashMap;

use crate::model::{Cycle, FileIndex};

/// The cycles of all imports that are not cycles of load-time imports alone. Every load-time cycle is part of one cycle of
/// all imports; the two are the same cycle if they have the same number of files.
pub fn cycles_beyond(load: &[Cycle], mut all: Vec<Cycle>) -> Vec<Cycle> {
    let sizes: FxHashMap<FileIndex, usize> = load
        .iter()
        .flat_map(|cycle| cycle.files.iter().map(|file| (*file, cycle.files.len())))
        .collect();
    all.retain(|cycle| {
        cycle
            .files
            .iter()
            .all(|file| sizes.get(file) != Some(&cycle.files.len()))
    });
    all
}
