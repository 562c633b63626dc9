//! What Git's files state about the directories of a work tree.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::tree::globs::last_name;
use crate::tree::location::PlacedPath;
use crate::tree::policy::{Cut, CutReason};
use crate::tree::source::TreeSource;
use crate::tree::walk::PathKind;

use super::git_index::{LARGEST_INDEX, read_git_index};
use super::ignore_rules::IgnoreRules;
use super::tracked_paths::TrackedPaths;

/// A file of Git that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitProblem {
    pub path: String,
    pub reason: String,
}

/// Rules of one file, which count before those of its parent.
struct Layer {
    rules: IgnoreRules,
    /// Where the rules are written.
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
    /// None where it is not in the folder.
    index: Option<PlacedPath>,
    /// Read when it is first needed.
    tracked: OnceCell<Option<TrackedPaths>>,
}

pub const GIT_FOLDER: &str = ".git";
pub const GITIGNORE: &str = ".gitignore";
const LARGEST_RULES: usize = 1024 * 1024;
/// Bytes of rules that are tried one by one; a path costs at most this times its own length.
const MOST_EFFORT: usize = 64 * 1024;

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

    pub fn into_problems(self) -> Vec<GitProblem> {
        self.problems.into_inner()
    }

    /// Nothing where there is no such file or it can not be used.
    fn rules(&self, place: &PlacedPath) -> Option<IgnoreRules> {
        let bytes = self.read(place, LARGEST_RULES)?;
        if bytes.len() > LARGEST_RULES {
            self.refuse(&place.path, "larger than 1 MiB".to_owned());
            return None;
        }
        if bytes.contains(&0) {
            self.refuse(&place.path, "not a text file: it contains a NUL byte".to_owned());
            return None;
        }
        let rules = IgnoreRules::new(&bytes);
        for line in &rules.long_lines {
            self.refuse(&place.path, format!("line {line} is longer than 4,096 bytes"));
        }
        Some(rules)
    }

    fn index(&self, place: &PlacedPath) -> Option<TrackedPaths> {
        read_git_index(&self.read(place, LARGEST_INDEX)?)
            .map_err(|reason| self.refuse(&place.path, reason))
            .ok()
    }

    fn refuse(&self, path: &str, reason: String) {
        let path = path.to_owned();
        self.problems.borrow_mut().push(GitProblem { path, reason });
    }

    /// One byte more than the limit of a file that is larger.
    fn read(&self, place: &PlacedPath, limit: usize) -> Option<Vec<u8>> {
        match self.source.read_start(place, limit + 1)? {
            Ok(bytes) => Some(bytes),
            Err(reason) => {
                self.refuse(&place.path, reason);
                None
            }
        }
    }

    fn next_layer(&self, place: PlacedPath, base: usize, parent: Option<Rc<Layer>>) -> Option<Rc<Layer>> {
        let Some(rules) = self.rules(&place) else { return parent };
        let effort = parent.as_ref().map_or(0, |it| it.effort) + rules.effort;
        let PlacedPath { path, .. } = place;
        if effort > MOST_EFFORT {
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
    /// `place`: the directory. `git` and `gitignore`: the kinds of what has these names in it. `parent`: of the directory
    /// around it, when that is in a work tree. Nothing outside of work trees.
    pub fn enter(
        reader: &GitReader<'_>,
        place: &PlacedPath,
        git: Option<PathKind>,
        gitignore: bool,
        parent: Option<&GitDirectory>,
    ) -> Option<GitDirectory> {
        let base = if place.path.is_empty() {
            0
        } else {
            text_of(place).len() + 1
        };
        let inside = match git {
            Some(kind) => Self::root(reader, place, kind, base),
            None => parent?.clone(),
        };
        if !gitignore {
            return Some(inside);
        }
        let layer = reader.next_layer(place_of(place, GITIGNORE), base, inside.layer);
        Some(Self { layer, ..inside })
    }

    fn root(reader: &GitReader<'_>, place: &PlacedPath, kind: PathKind, base: usize) -> Self {
        let is_here = kind == PathKind::Directory;
        let tree = Rc::new(WorkTree {
            base,
            index: is_here.then(|| place_of(place, ".git/index")),
            tracked: OnceCell::new(),
        });
        let layer = if is_here {
            reader.next_layer(place_of(place, ".git/info/exclude"), base, None)
        } else {
            None
        };
        Self {
            tree,
            layer,
            untracked: None,
        }
    }

    /// `path` of what is no directory.
    pub fn exclusion_of(&self, reader: &GitReader<'_>, path: &str) -> Option<Cut> {
        let cut = self.untracked.clone().or_else(|| self.ignored(path, false))?;
        let is_tracked = |it: &TrackedPaths| it.has(&bytes_of_text(&path[self.tree.base..]));
        (!self.tracked(reader).is_some_and(is_tracked)).then_some(cut)
    }

    /// `cut`: another reason to exclude the paths in the directory that are not tracked. Gives what holds for the paths in
    /// the directory; the error is the directory's cut.
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
pub fn text_of(place: &PlacedPath) -> Cow<'_, str> {
    if place.raw.is_none() && place.path.is_ascii() {
        return Cow::Borrowed(&place.path);
    }
    Cow::Owned(place.bytes().iter().map(|it| char::from(*it)).collect())
}

fn bytes_of_text(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(text.chars().map(|it| it as u32 as u8).collect())
}

/// `names` below the directory.
fn place_of(directory: &PlacedPath, names: &str) -> PlacedPath {
    if directory.path.is_empty() {
        return PlacedPath {
            path: names.to_owned(),
            raw: None,
        };
    }
    PlacedPath {
        path: format!("{}/{names}", directory.path),
        raw: directory
            .raw
            .as_ref()
            .map(|raw| [raw, b"/".as_slice(), names.as_bytes()].concat()),
    }
}
