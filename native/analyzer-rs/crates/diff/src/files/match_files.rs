//! Matches files by path, then by content: a removed and an added file with equal bytes were moved; another added file
//! with them is a copy.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::keyed_lists::KeyedLists;
use crate::model::{FileChange, FileChangeKind, FileEffect};
use parse::facts::Hash;
use relate::model::FileIndex;
use scan::model::{Entry, EntryKind, FileEntry, FileStatus, Scan};
use tree::globs::last_name;

/// Files with equal paths or moved without changes, and unmatched files.
#[derive(Default)]
pub struct MatchedFiles {
    /// Files and links, before and after.
    pub unchanged: Vec<(FileIndex, FileIndex)>,
    /// All changes except those of unmatched files.
    pub changes: Vec<FileChange>,
    /// Partners on both sides, without unchanged ones.
    pub pairs: Vec<(FileIndex, FileIndex)>,
    /// Removed and added files without a file of equal bytes.
    pub removed: Vec<FileIndex>,
    pub added: Vec<FileIndex>,
}

/// Each file is in at most one pair; equal names first, then in the order of paths. Empty files are never copies.
pub fn match_files(before: &Scan, after: &Scan) -> MatchedFiles {
    let befores = comparable(before);
    let afters = comparable(after);
    let before_at: FxHashMap<&str, FileIndex> = befores.iter().map(|it| (before.path_of(*it), *it)).collect();
    let after_at: FxHashMap<&str, FileIndex> = afters.iter().map(|it| (after.path_of(*it), *it)).collect();
    let mut matched = MatchedFiles::default();
    let mut gone = Vec::new();
    let mut born = Vec::new();
    for &old in &befores {
        let entry = &before.entries[old as usize];
        let same_kind = |it: &&FileIndex| after.entries[**it as usize].kind() == entry.kind();
        match after_at.get(entry.path.as_str()).filter(same_kind) {
            Some(now) => matched.compare_path(entry, &after.entries[*now as usize], old, *now),
            None if entry.file().is_some() => gone.push(old),
            None => matched.changes.push(change(FileChangeKind::Removed, Some(old), None)),
        }
    }
    for &now in &afters {
        let entry = &after.entries[now as usize];
        let same_kind = |it: &&FileIndex| before.entries[**it as usize].kind() == entry.kind();
        if before_at.get(entry.path.as_str()).filter(same_kind).is_some() {
            continue;
        }
        if entry.file().is_some() {
            born.push(now);
        } else {
            matched.changes.push(change(FileChangeKind::Added, None, Some(now)));
        }
    }
    let contents = Contents {
        before,
        after,
        sources: by_content(before, &befores),
        remains: by_content(after, &afters),
    };
    contents.match_content(&gone, &born, &mut matched);
    matched
}

pub fn change(kind: FileChangeKind, before: Option<FileIndex>, after: Option<FileIndex>) -> FileChange {
    FileChange {
        change: kind,
        before,
        after,
        effect: None,
        resemblance: None,
        same_as: None,
    }
}

/// The effect of changed bytes on the code.
pub fn effect_of(before: &FileEntry, after: &FileEntry) -> FileEffect {
    match (&before.facts, &after.facts) {
        (Some(old), Some(now)) if old.tree_hash == now.tree_hash => FileEffect::Layout,
        (Some(_), Some(_)) => FileEffect::Code,
        (None, None) if !is_unread(before) && !is_unread(after) => FileEffect::Content,
        _ => FileEffect::Unknown,
    }
}

/// A file of a parsed language that was not analyzed.
fn is_unread(file: &FileEntry) -> bool {
    matches!(
        file.status,
        FileStatus::SyntaxError
            | FileStatus::MissingParser
            | FileStatus::TooLarge
            | FileStatus::Undecodable
            | FileStatus::Timeout
            | FileStatus::ParserFailed
    )
}

fn comparable(scan: &Scan) -> Vec<FileIndex> {
    let is_comparable = |entry: &Entry| matches!(entry.what, EntryKind::File(_) | EntryKind::Symlink { .. });
    (0..scan.entries.len() as FileIndex)
        .filter(|it| is_comparable(&scan.entries[*it as usize]))
        .collect()
}

impl MatchedFiles {
    /// Compares entries of one kind.
    fn compare_path(&mut self, before: &Entry, after: &Entry, old: FileIndex, now: FileIndex) {
        let both = |kind| change(kind, Some(old), Some(now));
        let modified = |effect| FileChange {
            effect: Some(effect),
            ..both(FileChangeKind::Modified)
        };
        if let (EntryKind::Symlink { target: was }, EntryKind::Symlink { target: is }) = (&before.what, &after.what) {
            if was == is {
                self.unchanged.push((old, now));
            } else {
                self.changes.push(modified(FileEffect::Content));
            }
            return;
        }
        let (Some(was), Some(is)) = (before.file(), after.file()) else {
            return;
        };
        match (was.content, is.content) {
            (Some(one), Some(other)) if one.sha256 == other.sha256 => self.unchanged.push((old, now)),
            (Some(_), Some(_)) => {
                self.pairs.push((old, now));
                self.changes.push(modified(effect_of(was, is)));
            }
            _ => self.changes.push(both(FileChangeKind::Unreadable)),
        }
    }
}

type ByContent = KeyedLists<Hash, FileIndex>;

struct Contents<'s> {
    before: &'s Scan,
    after: &'s Scan,
    sources: ByContent,
    remains: ByContent,
}

impl Contents<'_> {
    fn match_content(&self, gone: &[FileIndex], born: &[FileIndex], matched: &mut MatchedFiles) {
        let leavers = by_content(self.before, gone);
        let mut moved: FxHashSet<FileIndex> = FxHashSet::default();
        let mut origins: FxHashMap<FileIndex, FileIndex> = FxHashMap::default();
        for (hash, arrivals) in by_content(self.after, born).lists {
            for (from, to) in self.zipped(leavers.get(&hash), &arrivals) {
                moved.insert(from);
                origins.insert(to, from);
            }
        }
        for &now in born {
            let source = content_of(self.after, now).and_then(|hash| self.sources.get(&hash).first());
            match (origins.get(&now), source) {
                (Some(from), _) => {
                    matched
                        .changes
                        .push(change(FileChangeKind::Moved, Some(*from), Some(now)));
                    matched.pairs.push((*from, now));
                }
                (None, Some(source)) => {
                    matched
                        .changes
                        .push(change(FileChangeKind::Copied, Some(*source), Some(now)));
                }
                (None, None) => matched.added.push(now),
            }
        }
        for &old in gone.iter().filter(|it| !moved.contains(it)) {
            match content_of(self.before, old).and_then(|hash| self.remains.get(&hash).first()) {
                None => matched.removed.push(old),
                Some(twin) => matched.changes.push(FileChange {
                    same_as: Some(*twin),
                    ..change(FileChangeKind::Removed, Some(old), None)
                }),
            }
        }
    }

    /// Pairs of equal names first, then in one folder, then the others; each in the order of paths.
    fn zipped(&self, from: &[FileIndex], to: &[FileIndex]) -> Vec<(FileIndex, FileIndex)> {
        let (mut olds, mut news) = (from.to_vec(), to.to_vec());
        let mut pairs = Vec::new();
        for key in [last_name, folder_of, |_| ""] as [fn(&str) -> &str; 3] {
            let entries = news.iter().rev().map(|it| (key(self.after.path_of(*it)), *it));
            let mut by_key = KeyedLists::new(entries);
            let mut taken: FxHashSet<FileIndex> = FxHashSet::default();
            olds.retain(|old| {
                let twin = by_key.get_mut(&key(self.before.path_of(*old))).and_then(Vec::pop);
                if let Some(now) = twin {
                    pairs.push((*old, now));
                    taken.insert(now);
                }
                twin.is_none()
            });
            news.retain(|it| !taken.contains(it));
        }
        pairs
    }
}

fn content_of(scan: &Scan, file: FileIndex) -> Option<Hash> {
    let file = scan.entries[file as usize].file()?;
    file.content.filter(|_| file.size > 0).map(|it| it.sha256)
}

fn by_content(scan: &Scan, files: &[FileIndex]) -> ByContent {
    KeyedLists::new(files.iter().filter_map(|it| Some((content_of(scan, *it)?, *it))))
}

pub fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').unwrap_or(0)]
}
