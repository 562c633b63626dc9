//! The part of two states of a project that can have findings of a check; `packages/core/src/check/changed-part.ts` says why.

use rustc_hash::{FxHashMap, FxHashSet};

use relate::entry::{Entry, FileEntry};
use relate::model::{FileIndex, Group};
use relate::relate::{Relations, have_equal_facts};

/// Files of one state by the index of their entry.
pub struct Part(Vec<bool>);

impl Part {
    pub fn has(&self, file: FileIndex) -> bool {
        self.0[file as usize]
    }

    pub fn has_all(&self, group: &Group) -> bool {
        files_of(group).all(|file| self.has(file))
    }
}

/// The same paths in both states.
pub fn changed_part(states: [(&[Entry], &Relations); 2]) -> [Part; 2] {
    let mut numbers = FxHashMap::default();
    let sides = states.map(|(entries, related)| {
        let number = |entry| {
            let next = numbers.len();
            *numbers.entry(path_of(entry)).or_insert(next)
        };
        Side {
            entries,
            related,
            paths: entries.iter().map(number).collect(),
        }
    });
    let changed = changed_paths(&sides, numbers.len());
    let mut declarations = FxHashSet::default();
    for side in &sides {
        let touched = side.related.groups.iter().filter(|it| side.is_in(it, &changed));
        declarations.extend(touched.flat_map(|group| side.declarations_of(group)));
    }
    let mut paths = changed.clone();
    for (side, other) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
        for group in &side.related.groups {
            if side.is_in(group, &changed) || side.declarations_of(group).any(|it| declarations.contains(&it)) {
                files_of(group).for_each(|file| paths[side.path(file)] = true);
            }
        }
        let (members, others) = (side.members(), other.members());
        for (declaration, body) in members {
            if others.get(&declaration) != Some(&body) {
                paths[declaration.0] = true;
            }
        }
    }
    sides.map(|side| Part(side.paths.iter().map(|&path| paths[path]).collect()))
}

/// Number of a path that both states share, and index of a declaration in the file.
type Declaration = (usize, u32);

struct Side<'a> {
    entries: &'a [Entry],
    related: &'a Relations,
    /// The number of the path of each entry.
    paths: Vec<usize>,
}

impl Side<'_> {
    fn path(&self, file: FileIndex) -> usize {
        self.paths[file as usize]
    }

    fn is_in(&self, group: &Group, paths: &[bool]) -> bool {
        files_of(group).any(|file| paths[self.path(file)])
    }

    fn declarations_of<'b>(&'b self, group: &'b Group) -> impl Iterator<Item = Declaration> + 'b {
        group.occurrences.iter().map(|it| (self.path(it.file), it.declaration))
    }

    /// Declarations that are similar to others, with their bodies.
    fn members(&self) -> FxHashMap<Declaration, u64> {
        let evidence = self.related.copy_evidence.iter();
        let members = evidence.flat_map(|it| &it.members);
        members
            .map(|(it, body)| ((self.path(it.file), it.declaration), *body))
            .collect()
    }
}

fn files_of(group: &Group) -> impl Iterator<Item = FileIndex> + '_ {
    let declarations = group.occurrences.iter().map(|it| it.file);
    declarations.chain(group.blocks.iter().map(|it| it.file))
}

fn path_of(entry: &Entry) -> &str {
    &entry.path
}

/// By number: whether the file is not the same in both states.
fn changed_paths([before, now]: &[Side; 2], count: usize) -> Vec<bool> {
    let mut files: Vec<[Option<&FileEntry>; 2]> = vec![[None, None]; count];
    for (number, side) in [before, now].into_iter().enumerate() {
        for (entry, &path) in side.entries.iter().zip(&side.paths) {
            files[path][number] = entry.file();
        }
    }
    let is_changed = |its: &[Option<&FileEntry>; 2]| match its {
        [None, None] => false,
        [Some(before), Some(now)] => !are_same(before, now),
        _ => true,
    };
    files.iter().map(is_changed).collect()
}

fn are_same(before: &FileEntry, now: &FileEntry) -> bool {
    let how_read = |it: &FileEntry| (it.status, it.language, it.dialect, it.roles);
    let hash = |it: &FileEntry| it.content.map(|its| its.sha256);
    have_equal_facts(before, now)
        && how_read(before) == how_read(now)
        && hash(before) == hash(now)
        && before.reason == now.reason
}
