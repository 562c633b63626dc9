//! Lists all that is below a folder and what the policy leaves out of it. Follows no link, opens no special file and
//! needs no stack however deep the folders are.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::errors::AnalyzerError;
use crate::languages::policy::EXCLUSIONS;

use super::link_target::target_inside;
use super::location::{PlacedPath, place_below};
use super::names::{ShownName, show_names, show_text};
use super::policy::{Cut, Policy, own_map_cut};
use super::source::{FileLook, TreeSource};

/// What the walk saw, before any file is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub place: PlacedPath,
    pub what: FoundKind,
}

/// `reason` says why it could not look closer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKind {
    File {
        size: u64,
        executable: bool,
        reason: Option<String>,
    },
    Directory {
        reason: Option<String>,
    },
    Special {
        reason: Option<String>,
    },
    /// Without a target where it leads out of the folder: such a path may describe this machine.
    Symlink {
        target: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    File,
    Directory,
    Symlink,
    Special,
}

impl PathKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Directory => "directory",
            Self::Symlink => "symlink",
            Self::Special => "special",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub path: String,
    pub kind: PathKind,
    pub cut: Cut,
}

/// Both lists in bytewise order of the raw path.
#[derive(Default)]
pub struct Listing {
    pub found: Vec<Found>,
    pub left_out: Vec<LeftOut>,
}

impl Listing {
    /// How many files were found, and how many bytes they have.
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

/// What is in a directory that was taken in.
type Inside = Rc<RefCell<Option<(Rc<PlacedPath>, Vec<Child>)>>>;

/// A directory comes twice, as itself and as what is in it: `a`, `a.txt`, `a/x` is the order of bytes.
enum Step {
    Take {
        parent: Rc<PlacedPath>,
        child: Child,
        inside: Inside,
    },
    Into(Inside),
}

/// Fails with `cancelled`, or when the root itself can't be listed.
pub fn walk(source: &dyn TreeSource, policy: &Policy, cancelled: &AtomicBool) -> Result<Listing, AnalyzerError> {
    let mut walk = Walk {
        source,
        policy,
        listing: Listing::default(),
        stack: Vec::new(),
    };
    let root = Rc::new(PlacedPath::default());
    let shown = || {
        source
            .location()
            .map_or_else(|| source.name().into(), |it| it.to_string_lossy())
    };
    let children = children_of(source, &root).map_err(|reason| AnalyzerError::unreadable(&shown(), &reason))?;
    walk.push_steps(&root, children);
    while let Some(step) = walk.stack.pop() {
        if cancelled.load(Ordering::Relaxed) {
            return Err(AnalyzerError::cancelled());
        }
        match step {
            Step::Take { parent, child, inside } => walk.take_in(&parent, child, &inside),
            Step::Into(inside) => {
                if let Some((place, children)) = inside.take() {
                    walk.push_steps(&place, children);
                }
            }
        }
    }
    Ok(walk.listing)
}

struct Walk<'a> {
    source: &'a dyn TreeSource,
    policy: &'a Policy,
    listing: Listing,
    stack: Vec<Step>,
}

impl Walk<'_> {
    fn push_steps(&mut self, parent: &Rc<PlacedPath>, children: Vec<Child>) {
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

    fn take_in(&mut self, parent: &PlacedPath, child: Child, inside: &Inside) {
        let place = place_below(parent, &child.name, &child.shown);
        let taken = match child.kind {
            PathKind::Directory => self.directory(&place, inside),
            PathKind::File => self.file(&place),
            PathKind::Symlink => self
                .policy
                .described(&place.path)
                .map_or_else(|| Ok(self.link(&place)), Err),
            PathKind::Special => self
                .policy
                .described(&place.path)
                .map_or(Ok(FoundKind::Special { reason: None }), Err),
        };
        match taken {
            Ok(what) => self.listing.found.push(Found { place, what }),
            Err(cut) => self.listing.left_out.push(LeftOut {
                path: place.path,
                kind: child.kind,
                cut,
            }),
        }
    }

    fn directory(&self, place: &PlacedPath, inside: &Inside) -> Result<FoundKind, Cut> {
        if let Some(cut) = self.policy.directory(&place.path) {
            return Err(cut);
        }
        match children_of(self.source, place) {
            Ok(children) => {
                if let Some(cut) = self
                    .policy
                    .directory_holding(children.iter().map(|it| it.shown.name.as_str()))
                {
                    return Err(cut);
                }
                inside.replace(Some((Rc::new(place.clone()), children)));
                Ok(FoundKind::Directory { reason: None })
            }
            Err(reason) => Ok(FoundKind::Directory { reason: Some(reason) }),
        }
    }

    fn file(&self, place: &PlacedPath) -> Result<FoundKind, Cut> {
        let mut seen = None;
        let mut look = || seen.get_or_insert_with(|| self.source.look(place)).clone();
        if self.policy.may_be_own_map(&place.path) && self.carries_own_marker(place) {
            return Err(own_map_cut());
        }
        if let Some(cut) = self.policy.file(&place.path, || look().executable) {
            return Err(cut);
        }
        let FileLook {
            size,
            executable,
            reason,
        } = look();
        Ok(FoundKind::File {
            size,
            executable,
            reason,
        })
    }

    fn carries_own_marker(&self, place: &PlacedPath) -> bool {
        let marked = &EXCLUSIONS.own.marked;
        self.source
            .begins_with(place, marked.marker.as_bytes(), marked.within_bytes)
    }

    fn link(&self, place: &PlacedPath) -> FoundKind {
        match self.source.target(place) {
            Ok(target) => FoundKind::Symlink {
                target: target_inside(&target, place, self.source.location()).map(|it| show_text(&it)),
            },
            Err(reason) => FoundKind::Special { reason: Some(reason) },
        }
    }
}

fn children_of(source: &dyn TreeSource, directory: &PlacedPath) -> Result<Vec<Child>, String> {
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
