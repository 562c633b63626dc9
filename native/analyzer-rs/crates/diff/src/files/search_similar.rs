//! Pairs of similar removed and added files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use crate::model::DiffOptions;
use base::errors::AnalyzerError;
use relate::model::FileIndex;
use relate::similarity::similar_files::{SimilarPair, SimilaritySearch, find_similar_files};
use scan::model::{FileEntry, Scan};
use tree::source::TreeSource;

use super::read_grams::GramReading;

/// Files without a partner, and the source of their bytes.
#[derive(Clone, Copy)]
pub struct Unmatched<'a> {
    pub files: &'a [FileIndex],
    pub scan: &'a Scan,
    pub source: &'a dyn TreeSource,
}

pub struct SimilarFiles {
    pub pairs: Vec<SimilarPair>,
    pub search: SimilaritySearch,
    /// Analyzed files that could not be read or parsed again.
    pub skipped: u64,
}

/// `on_files` gets the number of compared files. Fails with `cancelled`.
pub fn search_similar(
    removed: Unmatched<'_>,
    added: Unmatched<'_>,
    options: &DiffOptions,
    jobs: usize,
    cancelled: &Arc<AtomicBool>,
    on_files: impl FnOnce(u64),
) -> Result<SimilarFiles, AnalyzerError> {
    // Files of a language on only one side have no partner.
    let before = languages_of(removed);
    let languages: FxHashSet<&str> = languages_of(added).intersection(&before).copied().collect();
    let olds = files_in(removed, &languages);
    let news = files_in(added, &languages);
    if !olds.is_empty() {
        on_files((olds.len() + news.len()) as u64);
    }
    let old_grams = reading(removed, jobs, cancelled).read(&olds);
    let new_grams = reading(added, jobs, cancelled).read(&news);
    if cancelled.load(Ordering::Relaxed) {
        return Err(AnalyzerError::cancelled());
    }
    let (pairs, search) = find_similar_files(&old_grams, &new_grams, options.threshold, options.max_pairs);
    let asked = olds.len() + news.len();
    Ok(SimilarFiles {
        pairs,
        search,
        skipped: (asked - old_grams.len() - new_grams.len()) as u64,
    })
}

fn reading<'a>(side: Unmatched<'a>, jobs: usize, cancelled: &'a Arc<AtomicBool>) -> GramReading<'a> {
    let Unmatched { scan, source, .. } = side;
    GramReading {
        scan,
        source,
        jobs,
        cancelled,
    }
}

fn analysed(side: Unmatched<'_>) -> impl Iterator<Item = (FileIndex, &FileEntry)> {
    side.files.iter().filter_map(move |index| {
        let file = side.scan.entries[*index as usize].file()?;
        file.facts.as_ref().map(|_| (*index, file))
    })
}

fn languages_of(side: Unmatched<'_>) -> FxHashSet<&'static str> {
    analysed(side).filter_map(|(_, file)| file.language).collect()
}

fn files_in(side: Unmatched<'_>, languages: &FxHashSet<&str>) -> Vec<FileIndex> {
    analysed(side)
        .filter(|(_, file)| file.language.is_some_and(|it| languages.contains(it)))
        .map(|(index, _)| index)
        .collect()
}
