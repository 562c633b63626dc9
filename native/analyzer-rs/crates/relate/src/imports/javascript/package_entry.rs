//! The files that the specifiers of a package lead to.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::FileIndex;
use crate::paths::{follow, in_folder};
use crate::project_files::ProjectFiles;

use super::bundler_outputs::BundlerOutputs;
use super::config::Config;
use super::files::{Dialect, find_file, find_index};
use super::output::{OutputFolder, Outputs, source_of_output};
use super::package::Package;
use super::tsconfig::Configs;

/// How a file of a package was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As its `package.json` names it.
    Direct,
    /// As the source of a build output that it names.
    Source,
    /// As the index file of its sources, because nothing that it names is in the tree.
    Index,
}

pub type Entry = (FileIndex, How);

pub struct PackageEntries<'a> {
    files: &'a ProjectFiles<'a>,
    configs: Rc<Configs<'a>>,
    bundled: BundlerOutputs,
    outputs: RefCell<FxHashMap<String, Rc<Outputs>>>,
}

impl<'a> PackageEntries<'a> {
    pub fn new(files: &'a ProjectFiles<'a>, configs: Rc<Configs<'a>>, bundled: BundlerOutputs) -> Self {
        Self {
            files,
            configs,
            bundled,
            outputs: RefCell::default(),
        }
    }

    /// `subpath`: after the package's name, without a slash; empty for the package itself.
    pub fn entry(&self, from: &Package, subpath: &str, dialect: Dialect) -> Option<Entry> {
        if let Some(exports) = &from.exports {
            let wanted = if subpath.is_empty() {
                ".".to_owned()
            } else {
                format!("./{subpath}")
            };
            let found = self.first(from, &exports.targets(&wanted), dialect);
            return match found {
                None if subpath.is_empty() => self.index(from, dialect),
                found => found,
            };
        }
        if subpath.is_empty() {
            return self.main(from, dialect);
        }
        let direct = follow(&from.folder, subpath).and_then(|path| self.load(&path, dialect));
        match direct {
            Some(file) => Some((file, How::Direct)),
            None => self.source(from, subpath),
        }
    }

    /// The entry of a package without `exports`.
    pub fn main(&self, from: &Package, dialect: Dialect) -> Option<Entry> {
        self.first(from, &from.main, dialect)
            .or_else(|| self.index(from, dialect))
    }

    /// The first target that is in the tree, else the first whose source is.
    pub fn first(&self, from: &Package, targets: &[String], dialect: Dialect) -> Option<Entry> {
        let direct = targets.iter().find_map(|target| {
            let path = follow(&from.folder, target).filter(|path| *path != from.folder)?;
            self.load(&path, dialect)
        });
        match direct {
            Some(file) => Some((file, How::Direct)),
            None => targets.iter().find_map(|target| self.source(from, target)),
        }
    }

    fn load(&self, path: &str, dialect: Dialect) -> Option<FileIndex> {
        find_file(self.files, path, dialect).or_else(|| find_index(self.files, path, dialect))
    }

    fn source(&self, from: &Package, target: &str) -> Option<Entry> {
        let below = follow("", target).filter(|it| !it.is_empty())?;
        let file = source_of_output(self.files, &from.folder, &below, &self.outputs_in(&from.folder))?;
        Some((file, How::Source))
    }

    fn index(&self, from: &Package, dialect: Dialect) -> Option<Entry> {
        if let Some(own) = find_index(self.files, &from.folder, dialect) {
            return Some((own, How::Direct));
        }
        let file = find_index(self.files, &in_folder(&from.folder, "src"), dialect)?;
        Some((file, How::Index))
    }

    /// What the configurations in a folder say about outputs.
    fn outputs_in(&self, folder: &str) -> Rc<Outputs> {
        if let Some(known) = self.outputs.borrow().get(folder) {
            return known.clone();
        }
        let configs = self.configs.in_folder(folder);
        let mut written: Vec<OutputFolder> = configs.iter().flat_map(|it| outputs_of(it, folder)).collect();
        // Of nested output folders the inner one counts.
        written.sort_by_key(|it| Reverse(it.out.len()));
        let outputs = Rc::new(Outputs {
            written,
            entries: self.bundled.entries_in(folder),
        });
        self.outputs.borrow_mut().insert(folder.to_owned(), outputs.clone());
        outputs
    }
}

fn outputs_of(config: &Config, folder: &str) -> Vec<OutputFolder> {
    let sources = match &config.root_dir {
        Some(root) => vec![root.clone()],
        None => vec![in_folder(folder, "src"), folder.to_owned()],
    };
    let outs = [&config.out_dir, &config.declaration_dir].into_iter().flatten();
    outs.flat_map(|out| {
        sources.iter().map(|source| OutputFolder {
            out: out.clone(),
            source: source.clone(),
        })
    })
    .collect()
}
