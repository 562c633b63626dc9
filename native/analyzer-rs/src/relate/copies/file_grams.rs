//! The different 5-grams of a file's bodies, numbered in the file.

use rustc_hash::FxHashMap;

use super::gram_windows::{ElementRange, GramWindows};
use crate::parse::elements::element_block::{Body, ElementBlock};

#[derive(Default)]
pub struct FileGrams {
    /// By number.
    pub hashes: Vec<u64>,
    /// By body: its different 5-grams.
    pub sets: Vec<Vec<u32>>,
    /// By 5-gram: false where it certainly occurs once in the file.
    pub is_repeated: Vec<bool>,
}

impl FileGrams {
    /// `is_compared`: the set of another body is empty.
    pub fn new(block: &ElementBlock, is_compared: impl Fn(&Body) -> bool) -> Self {
        let mut grams = Self::default();
        if !block.bodies.iter().any(&is_compared) {
            grams.sets = vec![Vec::new(); block.bodies.len()];
            return grams;
        }
        let windows = GramWindows::new(block);
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut seen: Vec<u32> = Vec::new();
        let mut lasts = Vec::new();
        for (number, body) in (1..).zip(&block.bodies) {
            let mut set = Vec::new();
            if is_compared(body) {
                let mut last = None;
                for hash in windows.of(range_of(body)) {
                    let gram = *numbers.entry(hash).or_insert_with(|| {
                        grams.hashes.push(hash);
                        seen.push(0);
                        grams.hashes.len() as u32 - 1
                    });
                    last = Some(gram);
                    if std::mem::replace(&mut seen[gram as usize], number) != number {
                        set.push(gram);
                    }
                }
                // The closings after it differ from those of its window.
                lasts.extend(last);
            }
            grams.sets.push(set);
        }
        grams.is_repeated = vec![false; grams.hashes.len()];
        let mut has_occurred = vec![false; grams.hashes.len()];
        for gram in windows.hashes.iter().filter_map(|hash| numbers.get(hash)) {
            let gram = *gram as usize;
            grams.is_repeated[gram] |= std::mem::replace(&mut has_occurred[gram], true);
        }
        for gram in lasts {
            grams.is_repeated[gram as usize] = true;
        }
        grams
    }
}

pub fn range_of(body: &Body) -> ElementRange {
    ElementRange {
        first: body.first,
        count: body.count,
        last_closings: body.last_closings,
    }
}
