//! What Git's files state about the directories of a work tree.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::globs::last_name;
use crate::location::TreePath;
use crate::names::show_text;
use crate::path_kind::PathKind;
use crate::policy::{Cut, CutReason};
use crate::source::TreeSource;

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
    /// `None` if it is not in the folder.
    index: Option<TreePath>,
    /// Read on first use.
    tracked: OnceCell<Option<TrackedPaths>>,
}

pub const GIT_FOLDER: &str = ".git";
pub const GITIGNORE: &str = ".gitignore";
const LARGEST_RULES: usize = 1024 * 1024;
/// Bytes of rules that are matched one by one; a path costs at most this times its own length.
const MAX_EFFORT: usize = 64 * 1024;
/// Maximum size of a file that names a folder of Git.
const MAX_LINK_LENGTH: usize = 4096;
const OUTSIDE: &str =
    "it names a folder of Git outside of the scanned folder; the index and info/exclude of this work tree are not read";

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
    fn rules(&self, at: &TreePath) -> Option<IgnoreRules> {
        let bytes = self.read(at, LARGEST_RULES)?;
        if bytes.len() > LARGEST_RULES {
            self.refuse(&at.path, "larger than 1 MiB".to_owned());
            return None;
        }
        if bytes.contains(&0) {
            self.refuse(&at.path, "not a text file: it contains a NUL byte".to_owned());
            return None;
        }
        let rules = IgnoreRules::new(&bytes);
        for line in &rules.long_lines {
            self.refuse(&at.path, format!("line {line} is longer than 4,096 bytes"));
        }
        Some(rules)
    }

    fn index(&self, at: &TreePath) -> Option<TrackedPaths> {
        read_git_index(&self.read(at, LARGEST_INDEX)?)
            .map_err(|reason| self.refuse(&at.path, reason))
            .ok()
    }

    /// The folder of Git that a file `.git` in `directory` names, as in a submodule or a linked worktree; `None` if
    /// it is outside of the source.
    fn git_folder(&self, file: &TreePath, directory: &TreePath) -> Option<TreePath> {
        let bytes = self.read(file, MAX_LINK_LENGTH)?;
        let written = bytes.strip_prefix(b"gitdir: ").map(without_newlines);
        let is_path = |it: &&[u8]| !it.is_empty() && !it.contains(&b'\n') && !it.contains(&0);
        let Some(written) = written.filter(is_path) else {
            self.refuse(&file.path, "it does not name a folder of Git".to_owned());
            return None;
        };
        let Some(raw) = resolve_bytes(directory.bytes(), written) else {
            self.refuse(&file.path, OUTSIDE.to_owned());
            return None;
        };
        let path = show_text(&raw);
        let is_exact = path.as_bytes() == raw.as_slice();
        Some(TreePath {
            path,
            raw: (!is_exact).then_some(raw),
        })
    }

    fn refuse(&self, path: &str, reason: String) {
        let path = path.to_owned();
        self.problems.borrow_mut().push(GitProblem { path, reason });
    }

    /// One byte more than the limit, to detect a larger file.
    fn read(&self, at: &TreePath, limit: usize) -> Option<Vec<u8>> {
        match self.source.read_start(at, limit + 1)? {
            Ok(bytes) => Some(bytes),
            Err(reason) => {
                self.refuse(&at.path, reason);
                None
            }
        }
    }

    fn next_layer(&self, at: TreePath, base: usize, parent: Option<Rc<Layer>>) -> Option<Rc<Layer>> {
        let Some(rules) = self.rules(&at) else { return parent };
        let effort = parent.as_ref().map_or(0, |it| it.effort) + rules.effort;
        let TreePath { path, .. } = at;
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
        let layer = reader.next_layer(below(at, GITIGNORE), base, inside.layer);
        Some(Self { layer, ..inside })
    }

    /// What applies to the directory at `path` from the directories that contain it.
    pub fn descend(reader: &GitReader<'_>, path: &str) -> Option<GitDirectory> {
        let mut outer = TreePath::default();
        let mut git: Option<GitDirectory> = None;
        for name in path.split('/').filter(|it| !it.is_empty()) {
            let (folder, has_rules) = reader.kinds_in(&outer);
            git = Self::enter(reader, &outer, folder, has_rules, git.as_ref());
            outer = below(&outer, name);
            git = git.map(|it| it.into_directory(reader, &text_of(&outer)));
        }
        git
    }

    /// The same as `decide` for a directory that is listed even if it is excluded.
    fn into_directory(self, reader: &GitReader<'_>, path: &str) -> GitDirectory {
        self.decide(reader, path, None).unwrap_or_else(|cut| Self {
            untracked: Some(cut),
            ..self
        })
    }

    fn root(reader: &GitReader<'_>, at: &TreePath, kind: PathKind, base: usize) -> Self {
        let here = below(at, GIT_FOLDER);
        let git = if kind == PathKind::Directory {
            Some(here)
        } else {
            reader.git_folder(&here, at)
        };
        let tree = Rc::new(WorkTree {
            base,
            index: git.as_ref().map(|git| below(git, "index")),
            tracked: OnceCell::new(),
        });
        let layer = git.and_then(|git| reader.next_layer(below(&git, "info/exclude"), base, None));
        Self {
            tree,
            layer,
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

/// The path of a relative path from a directory; `None` above the root or for an absolute path.
fn resolve_bytes(directory: &[u8], relative: &[u8]) -> Option<Vec<u8>> {
    if relative.starts_with(b"/") {
        return None;
    }
    let mut names: Vec<&[u8]> = directory.split(|it| *it == b'/').filter(|it| !it.is_empty()).collect();
    for name in relative.split(|it| *it == b'/') {
        match name {
            b"" | b"." => {}
            b".." => {
                names.pop()?;
            }
            _ => names.push(name),
        }
    }
    Some(names.join(&b'/'))
}

fn without_newlines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|it| *it != b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

fn bytes_of_text(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(text.chars().map(|it| it as u32 as u8).collect())
}

/// `names` below the directory.
fn below(directory: &TreePath, names: &str) -> TreePath {
    if directory.path.is_empty() {
        return TreePath {
            path: names.to_owned(),
            raw: None,
        };
    }
    TreePath {
        path: format!("{}/{names}", directory.path),
        raw: directory
            .raw
            .as_ref()
            .map(|raw| [raw, b"/".as_slice(), names.as_bytes()].concat()),
    }
}
