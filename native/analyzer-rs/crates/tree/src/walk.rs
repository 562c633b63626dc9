//! Lists all paths below a folder and those that the policy excludes. Does not follow links, opens no special file
//! and is not recursive, for any depth of folders.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use base::errors::AnalyzerError;
use base::languages::policy::{EXCLUSIONS, Holding};

use super::excluded_sources::contains_sources;
use super::gitignore::git_directory::{GITIGNORE, GitDirectory, GitProblem, GitReader, text_of};
use super::gitignore::git_files::GIT_FOLDER;
use super::gitignore::git_scope::GitScope;
use super::globs::last_name;
use super::kind::{SHEBANG, has_extension, kind_of_name};
use super::link_target::target_inside;
use super::location::{TreePath, child_path, with_prefix};
use super::names::{ShownName, show_names, show_text};
use super::path_kind::PathKind;
use super::policy::{Cut, CutReason, Policy, cut_of_marker, own_holding_cut};
use super::source::{FileStat, TreeSource};

/// A path of the walk, before any file is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub path: TreePath,
    pub what: FoundKind,
}

/// `reason` says why its properties could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKind {
    File {
        size: u64,
        reason: Option<String>,
    },
    Directory {
        reason: Option<String>,
    },
    Special {
        reason: Option<String>,
    },
    /// Without a target if it is outside of the folder: such a path may describe this machine.
    Symlink {
        target: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcludedPath {
    pub path: String,
    pub kind: PathKind,
    pub cut: Cut,
    /// A directory with files of a parsed language that a default exclusion, a rule of Git or a marker file of this
    /// program excludes.
    pub sources: bool,
}

/// Both lists in bytewise order of the raw path.
#[derive(Default)]
pub struct Listing {
    pub found: Vec<Found>,
    pub excluded: Vec<ExcludedPath>,
    pub git_problems: Vec<GitProblem>,
}

impl Listing {
    /// Number of found files, and their bytes.
    pub fn files(&self) -> (u64, u64) {
        let sizes = self.found.iter().filter_map(|it| match it.what {
            FoundKind::File { size, .. } => Some(size),
            _ => None,
        });
        sizes.fold((0, 0), |(files, bytes), size| (files + 1, bytes + size))
    }
}

/// One name in a directory.
struct Child {
    name: Vec<u8>,
    shown: ShownName,
    kind: PathKind,
}

/// An included directory.
struct Parent {
    path: TreePath,
    /// `None` outside of work trees.
    git: Option<GitDirectory>,
}

/// Entries of an included directory.
type Inside = Rc<RefCell<Option<(Rc<Parent>, Vec<Child>)>>>;

/// A directory comes twice, as itself and as its entries: `a`, `a.txt`, `a/x` is the bytewise order.
enum Step {
    Take {
        parent: Rc<Parent>,
        child: Child,
        inside: Inside,
    },
    Into(Inside),
}

/// `git`: absent if files that Git ignores are not excluded. Fails with `cancelled`, or if the root cannot be listed.
pub fn walk(
    source: &dyn TreeSource,
    policy: &Policy,
    git: Option<&GitScope>,
    cancelled: &AtomicBool,
) -> Result<Listing, AnalyzerError> {
    let mut walk = Walk {
        source,
        policy,
        reader: git.map(|git| GitReader::new(git.around.as_ref().map_or(source, |it| it as &dyn TreeSource))),
        prefix: git.map_or("", |git| &git.path),
        listing: Listing::default(),
        stack: Vec::new(),
    };
    let shown = || {
        source
            .location()
            .map_or_else(|| source.name().into(), |it| it.to_string_lossy())
    };
    let outside = walk
        .reader
        .as_ref()
        .and_then(|reader| GitDirectory::descend(reader, walk.prefix));
    let (root, children) = walk
        .enter(TreePath::default(), outside.as_ref())
        .map_err(|reason| AnalyzerError::unreadable(&shown(), &reason))?;
    walk.push_steps(&Rc::new(root), children);
    while let Some(step) = walk.stack.pop() {
        if cancelled.load(Ordering::Relaxed) {
            return Err(AnalyzerError::cancelled());
        }
        match step {
            Step::Take { parent, child, inside } => walk.take_in(&parent, child, &inside),
            Step::Into(inside) => {
                if let Some((parent, children)) = inside.take() {
                    walk.push_steps(&parent, children);
                }
            }
        }
    }
    walk.listing.git_problems = walk.reader.map(GitReader::into_problems).unwrap_or_default();
    Ok(walk.listing)
}

struct Walk<'a> {
    source: &'a dyn TreeSource,
    policy: &'a Policy,
    /// `None` if Git's files are ignored.
    reader: Option<GitReader<'a>>,
    /// Path of the root below the folder whose Git rules apply.
    prefix: &'a str,
    listing: Listing,
    stack: Vec<Step>,
}

impl Walk<'_> {
    fn push_steps(&mut self, parent: &Rc<Parent>, children: Vec<Child>) {
        let mut steps: Vec<(Vec<u8>, Step)> = Vec::with_capacity(children.len());
        for child in children {
            let inside = Inside::default();
            if child.kind == PathKind::Directory {
                let order = [child.name.as_slice(), b"/"].concat();
                steps.push((order, Step::Into(inside.clone())));
            }
            steps.push((
                child.name.clone(),
                Step::Take {
                    parent: parent.clone(),
                    child,
                    inside,
                },
            ));
        }
        steps.sort_by(|a, b| b.0.cmp(&a.0));
        self.stack.extend(steps.into_iter().map(|(_, step)| step));
    }

    fn take_in(&mut self, parent: &Parent, child: Child, inside: &Inside) {
        let path = child_path(&parent.path, &child.name, &child.shown);
        let git = parent.git.as_ref();
        let taken = match child.kind {
            PathKind::Directory => self.directory(&path, git, inside),
            PathKind::File => self.file(&path, git),
            PathKind::Symlink => self.described(&path, git).map_or_else(|| Ok(self.link(&path)), Err),
            PathKind::Special => self
                .described(&path, git)
                .map_or(Ok(FoundKind::Special { reason: None }), Err),
        };
        match taken {
            Ok(what) => self.listing.found.push(Found { path, what }),
            Err(cut) => {
                let is_searched =
                    matches!(cut.reason, CutReason::Default | CutReason::GitIgnore) || cut == own_holding_cut();
                let sources = is_searched && child.kind == PathKind::Directory && contains_sources(self.source, &path);
                self.listing.excluded.push(ExcludedPath {
                    path: path.path,
                    kind: child.kind,
                    cut,
                    sources,
                });
            }
        }
    }

    /// Without the profile.
    fn described(&self, path: &TreePath, git: Option<&GitDirectory>) -> Option<Cut> {
        self.policy
            .described(&path.path)
            .or_else(|| git?.exclusion_of(self.reader.as_ref()?, &self.git_path(path)))
    }

    fn directory(&self, path: &TreePath, git: Option<&GitDirectory>, inside: &Inside) -> Result<FoundKind, Cut> {
        let decided = self.decide_directory(path, git, inside);
        let is_own = matches!(&decided, Err(cut) if cut.reason == CutReason::OwnOutput);
        if is_own || !self.holds_marker(path, inside) {
            return decided;
        }
        inside.replace(None);
        Err(own_holding_cut())
    }

    /// The entries of an included directory need no further call of the system.
    fn holds_marker(&self, path: &TreePath, inside: &Inside) -> bool {
        let Holding {
            name,
            marker,
            within_bytes,
        } = &EXCLUSIONS.own.holding;
        if let Some((_, children)) = &*inside.borrow()
            && children.iter().all(|it| it.shown.name != *name)
        {
            return false;
        }
        let shown = ShownName {
            name: name.clone(),
            lossy: false,
        };
        let file = child_path(path, name.as_bytes(), &shown);
        self.source.begins_with(&file, marker.as_bytes(), *within_bytes)
    }

    fn decide_directory(&self, path: &TreePath, git: Option<&GitDirectory>, inside: &Inside) -> Result<FoundKind, Cut> {
        let mut cut = self.policy.described_directory(&path.path);
        let mut git = git.cloned();
        if let (Some(around), Some(reader)) = (&git, &self.reader)
            && cut.as_ref().is_none_or(|cut| self.policy.spares_tracked(cut))
        {
            git = Some(around.decide(reader, &self.git_path(path), cut)?);
            cut = None;
        }
        if let Some(cut) = cut.or_else(|| self.policy.directory_of_profile(&path.path)) {
            return Err(cut);
        }
        match self.enter(path.clone(), git.as_ref()) {
            Ok((parent, children)) => {
                if let Some(cut) = self
                    .policy
                    .directory_holding(children.iter().map(|it| it.shown.name.as_str()))
                {
                    return Err(cut);
                }
                inside.replace(Some((Rc::new(parent), children)));
                Ok(FoundKind::Directory { reason: None })
            }
            Err(reason) => Ok(FoundKind::Directory { reason: Some(reason) }),
        }
    }

    fn file(&self, path: &TreePath, git: Option<&GitDirectory>) -> Result<FoundKind, Cut> {
        let mut seen = None;
        let mut stat = || seen.get_or_insert_with(|| self.source.stat(path)).clone();
        if let Some(marked) = self.policy.marker_of(&path.path)
            && self
                .source
                .begins_with(path, marked.marker.as_bytes(), marked.within_bytes)
        {
            return Err(cut_of_marker(marked));
        }
        let of_profile = || {
            let is_script = self.is_script(path, || stat().executable);
            self.policy.file_of_profile(&path.path, is_script)
        };
        if let Some(cut) = self.described(path, git).or_else(of_profile) {
            return Err(cut);
        }
        let FileStat { size, reason, .. } = stat();
        Ok(FoundKind::File { size, reason })
    }

    /// Whether the first line may name the language of a file that its name does not have.
    fn is_script(&self, path: &TreePath, is_executable: impl FnOnce() -> bool) -> bool {
        let name = last_name(&path.path);
        let is_open = !has_extension(name) && kind_of_name(name).is_none();
        is_open && (is_executable() || self.source.begins_with(path, SHEBANG, SHEBANG.len()))
    }

    /// Lists a directory. `outside`: what Git's files state about it from its parents. The error says why it cannot
    /// be listed.
    fn enter(&self, path: TreePath, outside: Option<&GitDirectory>) -> Result<(Parent, Vec<Child>), String> {
        let children = children_of(self.source, &path)?;
        let kind_of = |wanted: &str| children.iter().find(|it| it.shown.name == wanted).map(|it| it.kind);
        let git = self.reader.as_ref().and_then(|reader| {
            let has_rules = kind_of(GITIGNORE).is_some();
            let path = with_prefix(self.prefix, &path);
            GitDirectory::enter(reader, &path, kind_of(GIT_FOLDER), has_rules, outside)
        });
        Ok((Parent { path, git }, children))
    }

    /// For the rules of Git: one character for each byte.
    fn git_path<'p>(&self, path: &'p TreePath) -> Cow<'p, str> {
        if self.prefix.is_empty() {
            return text_of(path);
        }
        Cow::Owned(text_of(&with_prefix(self.prefix, path)).into_owned())
    }

    fn link(&self, path: &TreePath) -> FoundKind {
        match self.source.target(path) {
            Ok(target) => FoundKind::Symlink {
                target: target_inside(&target, path, self.source.location()).map(|it| show_text(&it)),
            },
            Err(reason) => FoundKind::Special { reason: Some(reason) },
        }
    }
}

fn children_of(source: &dyn TreeSource, directory: &TreePath) -> Result<Vec<Child>, String> {
    let mut raw = source.list(directory)?;
    raw.sort_by(|a, b| a.0.cmp(&b.0));
    let (names, kinds): (Vec<Vec<u8>>, Vec<PathKind>) = raw.into_iter().unzip();
    let shown = show_names(&names);
    Ok(names
        .into_iter()
        .zip(shown)
        .zip(kinds)
        .map(|((name, shown), kind)| Child { name, shown, kind })
        .collect())
}
