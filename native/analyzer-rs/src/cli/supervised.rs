//! Commands that parse complete projects under supervision.

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::entries::{EntriesRequest, write_entries};
use crate::index::{IndexRequest, index_project, restarted};
use base::errors::AnalyzerError;
use diff::options::complete_diff_options;
use scan::context::ScanContext;
use scan::model::ScanOptions;
use scan::options::complete_options;
use scan::scan::list;
use scan::supervise::Work;
use scan::supervise::probe::Project;
use tree::folder::Folder;
use tree::open_source::open_source;
use tree::source::TreeSource;

use super::diff_command::diff_command;
use super::diff_flags::DiffFlags;
use super::run::{FINDINGS, OK, exit_code};
use super::scan_command::scan_command;
use super::scan_flags::ScanFlags;

impl Work for ScanFlags {
    fn run(&self) -> u8 {
        exit_code(|| scan_command(self).map(|()| OK))
    }

    fn projects(&self) -> Result<Vec<Project>, AnalyzerError> {
        let options = complete_options(self.common.options())?;
        let source = Box::new(Folder::open(&self.path)?);
        Ok(vec![project(source, options, self.common.cache_dir.as_deref(), &[])?])
    }

    fn jobs(&self) -> usize {
        self.common.jobs()
    }

    fn restarts(&self) {}
}

impl Work for DiffFlags {
    fn run(&self) -> u8 {
        exit_code(|| diff_command(self).map(|differs| if differs { FINDINGS } else { OK }))
    }

    fn projects(&self) -> Result<Vec<Project>, AnalyzerError> {
        let common = &self.common;
        let options = complete_diff_options(common.options(), self.threshold, self.max_pairs, 0)?;
        let side = |written: &OsStr| {
            let source = open_source(written, &Arc::new(AtomicBool::new(false)))?;
            project(source, options.scan.clone(), common.cache_dir.as_deref(), &[])
        };
        Ok(vec![side(&self.before)?, side(&self.after)?])
    }

    fn jobs(&self) -> usize {
        self.common.jobs()
    }

    fn restarts(&self) {}
}

impl Work for IndexRequest {
    fn run(&self) -> u8 {
        exit_code(|| index_project(self).map(|()| OK))
    }

    fn projects(&self) -> Result<Vec<Project>, AnalyzerError> {
        let source = Box::new(Folder::open(OsStr::new(&self.root))?);
        let cache_dir = self.cache_dir.as_deref().map(OsStr::new);
        Ok(vec![project(source, self.options.clone(), cache_dir, &self.own)?])
    }

    fn jobs(&self) -> usize {
        self.jobs
    }

    fn restarts(&self) {
        // The work itself detects a closed reader.
        let _ = restarted();
    }
}

impl Work for EntriesRequest {
    fn run(&self) -> u8 {
        exit_code(|| write_entries(self).map(|()| OK))
    }

    fn projects(&self) -> Result<Vec<Project>, AnalyzerError> {
        let cache_dir = self.cache_dir.as_deref().map(OsStr::new);
        let sources = self.open(&Arc::default())?.into_iter();
        sources
            .map(|source| project(source, self.options.clone(), cache_dir, &[]))
            .collect()
    }

    fn jobs(&self) -> usize {
        self.jobs
    }

    fn restarts(&self) {
        // The work itself detects a closed reader.
        let _ = restarted();
    }
}

/// `own`: as in `ScanContext`.
fn project(
    source: Box<dyn TreeSource>,
    options: ScanOptions,
    cache_dir: Option<&OsStr>,
    own: &[String],
) -> Result<Project, AnalyzerError> {
    let context = ScanContext {
        jobs: 1,
        cache_dir,
        own,
        wants_grams: &|_| false,
        without_calls: true,
        without_uses: false,
        cancelled: &Arc::new(AtomicBool::new(false)),
        on_event: &|_| {},
    };
    let listing = list(&*source, &options, &context)?;
    Ok(Project {
        source,
        options,
        listing,
    })
}
