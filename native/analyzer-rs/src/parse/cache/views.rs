//! Views that are kept whole: where nothing has changed the next one need not be made anew. One file for each project
//! and set of options, beside the packs; it appears whole, and a newer one takes its place.
//!
//! Nothing here fails for what is in the folder or for what the system refuses: it is counted in the report.

use std::fs::{File, create_dir_all};
use std::io;
use std::path::{Path, PathBuf};

use crate::hex::hex;
use crate::parse::facts::Hash;

use super::cache_file::{PartialFile, list, mark_use, may_be_read_only, open, read, remove_abandoned};
use super::pack_format::is_partial_name;
use super::report::CacheReport;
use super::space::{MOST_BYTES, space_folder};
use super::view_file::{KeptView, MOST_HEADER_BYTES, ViewHeader, ViewKey, ViewWriter};

const FOLDER: &str = "views";

/// The place of one view.
pub struct ViewPlace {
    folder: PathBuf,
    path: PathBuf,
    pub report: CacheReport,
}

/// A view of a project that was listed as this one is; whether it holds the same is not known yet.
pub struct LikelyView {
    file: File,
    header: ViewHeader,
    /// Of the header in bytes.
    start: usize,
}

impl ViewPlace {
    /// `cache`: the folder of all spaces. `versions`: all that a view depends on besides its key. `name`: SHA-256 of the
    /// project's place and the options.
    pub fn new(cache: &Path, versions: &str, name: &Hash) -> Self {
        let folder = space_folder(cache, versions).0.join(FOLDER);
        let path = folder.join(format!("{}.view", hex(name)));
        Self {
            folder,
            path,
            report: CacheReport::default(),
        }
    }

    /// What is kept here, where it is of this tree.
    pub fn find(&mut self, tree: &Hash) -> Option<LikelyView> {
        let found = self.open();
        let likely = self.unless_refused(found)?;
        likely.header.is_of_tree(tree).then_some(likely)
    }

    /// The view, where these are its contents.
    pub fn view(&mut self, likely: &LikelyView, contents: &Hash) -> Option<KeptView> {
        if !likely.header.is_of_contents(contents) {
            return None;
        }
        let bytes = read(&likely.file, likely.start as u64, likely.header.length + 1);
        let bytes = self.unless_refused(bytes.map(Some))?;
        let view = likely.header.view(&bytes);
        match &view {
            Some(_) => match mark_use(&likely.file) {
                Err(error) if !may_be_read_only(&error) => self.report.fail("read", &error),
                _ => {}
            },
            None => self.report.invalid("a kept view is damaged"),
        }
        view
    }

    /// Keeps a view that was told to `writer`.
    pub fn keep(&mut self, key: &ViewKey, writer: ViewWriter) {
        if writer.is_too_large() {
            self.report.skipped_large += 1;
            self.report.add_issue("a view above 64 MiB is not kept");
            return;
        }
        match self.write(&writer.finish(key)) {
            Ok(()) => self.report.writes += 1,
            Err(error) => self.report.fail("write", &error),
        }
    }

    /// `incomplete`: as in a kept view.
    pub fn writer(incomplete: Option<&str>) -> ViewWriter {
        ViewWriter::new(incomplete, MOST_BYTES)
    }

    fn open(&mut self) -> io::Result<Option<LikelyView>> {
        let file = open(&self.path)?;
        let head = read(&file, 0, MOST_HEADER_BYTES)?;
        let size = file.metadata()?.len();
        let header = ViewHeader::read(&head)
            .filter(|(it, start)| it.length <= MOST_BYTES && size == (start + it.length + 1) as u64);
        if header.is_none() {
            self.report.invalid("a kept view is damaged");
        }
        Ok(header.map(|(header, start)| LikelyView { file, header, start }))
    }

    fn unless_refused<T>(&mut self, result: io::Result<Option<T>>) -> Option<T> {
        match result {
            Ok(found) => found,
            // There is none yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.report.fail("read", &error);
                None
            }
        }
    }

    fn write(&self, parts: &[Vec<u8>]) -> io::Result<()> {
        create_dir_all(&self.folder)?;
        let mut file = PartialFile::new(&self.folder)?;
        parts.iter().try_for_each(|part| file.write(part))?;
        file.give_name(&self.path)?;
        for name in list(&self.folder)?.iter().filter(|name| is_partial_name(name)) {
            remove_abandoned(&self.folder.join(name));
        }
        Ok(())
    }
}
