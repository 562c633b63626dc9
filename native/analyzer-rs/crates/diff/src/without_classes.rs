//! Removes changes that only files of some classes have.

use rustc_hash::FxHashSet;

use relate::cycles::{cycle_target, find_cycles};
use relate::model::{Cycle, FileIndex};
use scan::model::Scan;

use super::model::{Diff, IgnoredChanges, ImportChangeKind, RegroupingKind};

/// Whether a file has one of some classes, as bits.
fn is_ignored(scan: &Scan, file: FileIndex, classes: u32) -> bool {
    let entry = scan.entries[file as usize].file();
    entry.is_some_and(|it| it.roles.bits() & classes != 0)
}

/// Reduces the import cycles of a scan to those that its other files close, and its groups to their copies in these.
pub fn reduce_scan(scan: &mut Scan, classes: u32) {
    if classes == 0 {
        return;
    }
    // A cycle of some files is part of a cycle of all.
    let cycles = scan
        .cycles
        .iter()
        .flat_map(|it| cycles_among(scan, it, classes))
        .collect();
    scan.cycles = cycles;
    let mut groups = std::mem::take(&mut scan.groups);
    for group in &mut groups {
        group.occurrences.retain(|it| !is_ignored(scan, it.file, classes));
        group.blocks.retain(|it| !is_ignored(scan, it.file, classes));
    }
    groups.retain(|it| it.occurrences.len() + it.blocks.len() > 1);
    let known: FxHashSet<String> = groups.iter().map(|it| it.id.clone()).collect();
    let is_known = |id: &mut String| known.contains(id);
    for group in &mut groups {
        group.contained_in.take_if(|id| !is_known(id));
        group.folded_into.take_if(|id| !is_known(id));
    }
    scan.groups = groups;
}

fn cycles_among(scan: &Scan, cycle: &Cycle, classes: u32) -> Vec<Cycle> {
    let files = cycle.files.iter().copied();
    let others: Vec<FileIndex> = files.filter(|file| !is_ignored(scan, *file, classes)).collect();
    let among: FxHashSet<FileIndex> = others.iter().copied().collect();
    let mut imports = Vec::new();
    for file in &others {
        let (Some(entry), Some(relations)) = (scan.entries[*file as usize].file(), &scan.relations[*file as usize])
        else {
            continue;
        };
        let Some(facts) = &entry.facts else { continue };
        for it in &relations.imports {
            let target = cycle_target(*file, it, &facts.imports, false).filter(|target| among.contains(target));
            imports.extend(target.map(|target| (*file, target)));
        }
    }
    find_cycles(&others, &imports)
}

/// Removes changes that only files of some classes have: of imports the importing file counts.
pub fn reduce_diff(diff: &mut Diff) {
    let classes = diff.options.without;
    if classes == 0 {
        return;
    }
    let Diff {
        declarations,
        regroupings,
        imports,
        unchanged_imports,
        files,
        similar_files,
        scans,
        ..
    } = diff;
    let in_before = |file: FileIndex| !is_ignored(&scans.before, file, classes);
    let in_after = |file: FileIndex| !is_ignored(&scans.after, file, classes);
    let counts = |before: Option<FileIndex>, after: Option<FileIndex>| {
        before.is_some_and(in_before) || after.is_some_and(in_after)
    };
    let sizes = [declarations.len(), imports.len(), files.len()];
    declarations.retain(|it| counts(it.before.map(|it| it.file), it.after.map(|it| it.file)));
    regroupings.retain(|it| {
        it.parts.iter().any(|(part, _)| match it.change {
            RegroupingKind::Split => counts(Some(it.file), Some(*part)),
            RegroupingKind::Merged => counts(Some(*part), Some(it.file)),
        })
    });
    imports.retain(|it| match it.change {
        ImportChangeKind::Appeared => in_after(it.file),
        ImportChangeKind::Vanished => in_before(it.file),
    });
    unchanged_imports.retain(|it| in_after(it.file));
    files.retain(|it| counts(it.before, it.after));
    similar_files.retain(|it| counts(Some(it.removed), Some(it.added)));
    diff.ignored = Some(IgnoredChanges {
        classes,
        declarations: (sizes[0] - declarations.len()) as u64,
        imports: (sizes[1] - imports.len()) as u64,
        files: (sizes[2] - files.len()) as u64,
    });
}
