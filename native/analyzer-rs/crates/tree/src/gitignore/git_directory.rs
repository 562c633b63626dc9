//! What Git's files state about the directories of a work tree.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::globs::last_name;
use crate::location::TreePath;
use crate::path_kind::PathKind;
use crate::policy::{Cut, CutReason};
use crate::source::TreeSource;

use super::git_files::{GIT_FOLDER, GitFile, GitFiles, below, git_files_of};
use super::git_index::{LARGEST_INDEX, read_git_index};
use super::ignore_rules::IgnoreRules;
use super::tracked_paths::TrackedPaths;

/// A file of Git that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitProblem {
    pub path: String,
    pub reason: String,
}

/// Rules of one file, which have precedence over those of its parent.
struct Layer {
    rules: IgnoreRules,
    /// The file of the rules.
    path: String,
    /// Length of the directory's path with its slash.
    base: usize,
    parent: Option<Rc<Layer>>,
    /// Of these rules and those of the parents.
    effort: usize,
}

struct WorkTree {
    /// Length of the root's path with its slash.
    base: usize,
    /// `None` if it is not known.
    index: Option<GitFile>,
    /// Read on first use.
    tracked: OnceCell<Option<TrackedPaths>>,
}

pub const GITIGNORE: &str = ".gitignore";
const LARGEST_RULES: usize = 1024 * 1024;
/// Bytes of rules that are matched one by one; a path costs at most this times its own length.
const MAX_EFFORT: usize = 64 * 1024;
/// Reads the files of Git in a folder. Each problem is reported once and leaves a file without effect.
pub struct GitReader<'a> {
    source: &'a dyn TreeSource,
    problems: RefCell<Vec<GitProblem>>,
}

impl<'a> GitReader<'a> {
    pub fn new(source: &'a dyn TreeSource) -> Self {
        Self {
            source,
            problems: RefCell::default(),
        }
    }

    /// The kind of `.git` in a directory, and whether it has a `.gitignore`; neither if it cannot be listed.
    fn kinds_in(&self, directory: &TreePath) -> (Option<PathKind>, bool) {
        let entries = self.source.list(directory).unwrap_or_default();
        let kind_of = |wanted: &str| entries.iter().find(|it| it.0 == wanted.as_bytes()).map(|it| it.1);
        (kind_of(GIT_FOLDER), kind_of(GITIGNORE).is_some())
    }

    pub fn into_problems(self) -> Vec<GitProblem> {
        self.problems.into_inner()
    }

    /// `None` if there is no such file or it cannot be used.
    fn rules(&self, file: &GitFile) -> Option<IgnoreRules> {
        let bytes = self.read(file, LARGEST_RULES)?;
        if bytes.len() > LARGEST_RULES {
            self.refuse(&file.shown, "larger than 1 MiB".to_owned());
            return None;
        }
        if bytes.contains(&0) {
            self.refuse(&file.shown, "not a text file: it contains a NUL byte".to_owned());
            return None;
        }
        let rules = IgnoreRules::new(&bytes);
        for line in &rules.long_lines {
            self.refuse(&file.shown, format!("line {line} is longer than 4,096 bytes"));
        }
        Some(rules)
    }

    fn index(&self, file: &GitFile) -> Option<TrackedPaths> {
        read_git_index(&self.read(file, LARGEST_INDEX)?)
            .map_err(|reason| self.refuse(&file.shown, reason))
            .ok()
    }

    /// The files of the work tree in a directory with an entry `.git` of this kind.
    fn files_in(&self, directory: &TreePath, kind: PathKind) -> Option<GitFiles> {
        git_files_of(self.source, directory, kind)
            .map_err(|reason| self.refuse(&below(directory, GIT_FOLDER).path, reason))
            .ok()
    }

    fn refuse(&self, path: &str, reason: String) {
        let path = path.to_owned();
        self.problems.borrow_mut().push(GitProblem { path, reason });
    }

    /// One byte more than the limit, to detect a larger file.
    fn read(&self, file: &GitFile, limit: usize) -> Option<Vec<u8>> {
        match file.read(self.source, limit + 1)? {
            Ok(bytes) => Some(bytes),
            Err(reason) => {
                self.refuse(&file.shown, reason);
                None
            }
        }
    }

    fn next_layer(&self, file: GitFile, base: usize, parent: Option<Rc<Layer>>) -> Option<Rc<Layer>> {
        let Some(rules) = self.rules(&file) else { return parent };
        let effort = parent.as_ref().map_or(0, |it| it.effort) + rules.effort;
        let GitFile { shown: path, .. } = file;
        if effort > MAX_EFFORT {
            let reason = "its rules with wildcards and those of the folders above have more than 64 KiB";
            self.refuse(&path, reason.to_owned());
            return parent;
        }
        Some(Rc::new(Layer {
            rules,
            path,
            base,
            parent,
            effort,
        }))
    }
}

/// Which rules apply to the paths in a directory of a work tree, and which of them are tracked. Paths have one character
/// for each byte.
#[derive(Clone)]
pub struct GitDirectory {
    tree: Rc<WorkTree>,
    layer: Option<Rc<Layer>>,
    /// Excludes all paths in it that are not tracked.
    untracked: Option<Cut>,
}

impl GitDirectory {
    /// `at`: the directory. `git` and `gitignore`: the kinds of its entries with these names. `parent`: that of the
    /// parent directory, if it is in a work tree. `None` outside of work trees.
    pub fn enter(
        reader: &GitReader<'_>,
        at: &TreePath,
        git: Option<PathKind>,
        gitignore: bool,
        parent: Option<&GitDirectory>,
    ) -> Option<GitDirectory> {
        let base = if at.path.is_empty() { 0 } else { text_of(at).len() + 1 };
        let inside = match git {
            Some(kind) => Self::root(reader, at, kind, base),
            None => parent?.clone(),
        };
        if !gitignore {
            return Some(inside);
        }
        let layer = reader.next_layer(GitFile::own(below(at, GITIGNORE)), base, inside.layer);
        Some(Self { layer, ..inside })
    }

    /// What applies to the directory at `path` from the directories that contain it; `None` outside of work trees, and for
    /// a directory that is ignored completely.
    pub fn descend(reader: &GitReader<'_>, path: &str) -> Option<GitDirectory> {
        let mut outer = TreePath::default();
        let mut git: Option<GitDirectory> = None;
        for name in path.split('/').filter(|it| !it.is_empty()) {
            let (folder, has_rules) = reader.kinds_in(&outer);
            git = Self::enter(reader, &outer, folder, has_rules, git.as_ref());
            outer = below(&outer, name);
            git = git.and_then(|it| it.decide(reader, &text_of(&outer), None).ok());
        }
        git
    }

    fn root(reader: &GitReader<'_>, at: &TreePath, kind: PathKind, base: usize) -> Self {
        let files = reader.files_in(at, kind);
        let (index, exclude) = files.map(|it| (it.index, it.exclude)).unzip();
        Self {
            tree: Rc::new(WorkTree {
                base,
                index,
                tracked: OnceCell::new(),
            }),
            layer: exclude.and_then(|exclude| reader.next_layer(exclude, base, None)),
            untracked: None,
        }
    }

    /// `path`: of an entry that is not a directory.
    pub fn exclusion_of(&self, reader: &GitReader<'_>, path: &str) -> Option<Cut> {
        let cut = self.untracked.clone().or_else(|| self.ignored(path, false))?;
        let is_tracked = |it: &TrackedPaths| it.has(&bytes_of_text(&path[self.tree.base..]));
        (!self.tracked(reader).is_some_and(is_tracked)).then_some(cut)
    }

    /// `cut`: another reason to exclude the untracked paths in the directory. Returns the state of the paths in the
    /// directory; the error is the directory's cut.
    pub fn decide(&self, reader: &GitReader<'_>, path: &str, cut: Option<Cut>) -> Result<GitDirectory, Cut> {
        let reason = self.untracked.clone().or(cut).or_else(|| self.ignored(path, true));
        let Some(reason) = reason else { return Ok(self.clone()) };
        let below = bytes_of_text(&path[self.tree.base..]);
        let inside = |untracked| Self {
            untracked,
            ..self.clone()
        };
        match self.tracked(reader) {
            Some(tracked) if tracked.is_submodule(&below) => Ok(inside(None)),
            Some(tracked) if tracked.has_below(&below) => Ok(inside(Some(reason))),
            _ => Err(reason),
        }
    }

    fn tracked(&self, reader: &GitReader<'_>) -> Option<&TrackedPaths> {
        self.tree
            .tracked
            .get_or_init(|| self.tree.index.as_ref().and_then(|index| reader.index(index)))
            .as_ref()
    }

    fn ignored(&self, path: &str, is_directory: bool) -> Option<Cut> {
        let name = last_name(path);
        let mut layer = self.layer.as_deref();
        while let Some(Layer {
            rules,
            path: file,
            base,
            parent,
            ..
        }) = layer
        {
            if let Some(rule) = rules.last(&path[*base..], name, is_directory) {
                return (!rule.negated).then(|| Cut {
                    reason: CutReason::GitIgnore,
                    rule: format!("{file}:{}:{}", rule.line, rule.source).into(),
                });
            }
            layer = parent.as_deref();
        }
        None
    }
}

/// A path with one character for each byte, so that every byte is a character border.
pub fn text_of(at: &TreePath) -> Cow<'_, str> {
    if at.raw.is_none() && at.path.is_ascii() {
        return Cow::Borrowed(&at.path);
    }
    Cow::Owned(at.bytes().iter().map(|it| char::from(*it)).collect())
}

fn bytes_of_text(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(text.chars().map(|it| it as u32 as u8).collect())
}
