//! The n-grams of files. The scan returns them for files that are known to need them; other files, and files from a
//! parse cache, are read and parsed again. A file that has changed since the scan is skipped.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use base::watch;
use parse::Parser;
use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use relate::model::FileIndex;
use relate::similarity::similar_files::GramFile;
use scan::model::{FileEntry, Scan};
use scan::workers::work_in_threads;
use tree::location::TreePath;
use tree::source::TreeSource;

/// Analyzed files of one side, and the source of their bytes.
pub struct GramReading<'a> {
    pub scan: &'a Scan,
    pub source: &'a dyn TreeSource,
    pub jobs: usize,
    pub cancelled: &'a Arc<AtomicBool>,
}

impl<'a> GramReading<'a> {
    /// Without files that could not be read or parsed again.
    pub fn read(&self, files: &[FileIndex]) -> Vec<GramFile<'a>> {
        let grams: Vec<Option<&[u64]>> = files.iter().map(|it| self.known(*it)).collect();
        let missing: Vec<FileIndex> = files
            .iter()
            .zip(&grams)
            .filter(|(_, known)| known.is_none())
            .map(|(file, _)| *file)
            .collect();
        let mut again = self.read_again(&missing).into_iter();
        let all = files.iter().zip(grams).filter_map(|(file, known)| {
            let grams = match known {
                Some(known) => Cow::Borrowed(known),
                None => Cow::Owned(again.next()??),
            };
            Some(GramFile {
                file: *file,
                path: self.scan.path_of(*file),
                language: self.entry(*file)?.language?,
                grams,
            })
        });
        all.collect()
    }

    fn entry(&self, file: FileIndex) -> Option<&'a FileEntry> {
        self.scan.entries[file as usize].file()
    }

    fn known(&self, file: FileIndex) -> Option<&'a [u64]> {
        self.entry(file)?.facts.as_ref()?.grams.as_deref()
    }

    /// Aligned with the files.
    fn read_again(&self, files: &[FileIndex]) -> Vec<Option<Vec<u64>>> {
        if files.is_empty() {
            return Vec::new();
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut worker = Worker::new(self);
            let mut read = Vec::new();
            while !self.cancelled.load(Ordering::Relaxed) {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(at) else { break };
                read.push((at, worker.read(*file)));
            }
            read
        };
        let mut grams: Vec<Option<Vec<u64>>> = files.iter().map(|_| None).collect();
        for (at, its) in work_in_threads(self.jobs.min(files.len()), work).into_iter().flatten() {
            grams[at] = its;
        }
        grams
    }
}

struct Worker<'w, 'a> {
    reading: &'w GramReading<'a>,
    parser: Parser,
    buffer: Vec<u8>,
}

impl<'w, 'a> Worker<'w, 'a> {
    fn new(reading: &'w GramReading<'a>) -> Self {
        let options = ParserOptions {
            tokens: false,
            grams: true,
            elements: false,
            tree: false,
            without_uses: true,
            cancelled: reading.cancelled.clone(),
        };
        Self {
            reading,
            parser: Parser::new(options),
            buffer: Vec::new(),
        }
    }

    fn read(&mut self, index: FileIndex) -> Option<Vec<u64>> {
        let entry = &self.reading.scan.entries[index as usize];
        let file = entry.file()?;
        // A scan's result does not contain the bytes of a name that is not UTF-8.
        if entry.name_lossy {
            return None;
        }
        let path = TreePath {
            path: entry.path.clone(),
            raw: None,
        };
        let content = self.reading.source.read(&path, file.size, &mut self.buffer).ok()?;
        if !content.held || content.sha256 != file.content?.sha256 {
            return None;
        }
        let mode = ParseMode {
            language: file.language?,
            dialect: file.dialect,
        };
        if watch::verdict_of(&content.sha256, mode, None).is_some() {
            return None;
        }
        match self.parser.parse(&entry.path, &self.buffer, mode) {
            ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. } => Arc::into_inner(facts)?.grams,
            _ => None,
        }
    }
}
