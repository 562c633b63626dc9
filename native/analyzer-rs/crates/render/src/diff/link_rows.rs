//! Changed cycles, clone groups and imports, without groups inside groups.

use diff::model::{Diff, GroupChange, GroupChangeKind, ImportChange, ImportChangeKind};
use relate::model::{BlockRange, GroupKind, LinkState};
use scan::model::Scan;

use super::section::{Section, SectionRow};

/// Maximum number of copies in an entry; JSON has all.
const NAMED: usize = 3;

pub fn link_sections(diff: &Diff, arrow: &str) -> Vec<Section> {
    let cycles = diff.cycles.iter().map(|it| {
        let mut paths: Vec<&str> = it.paths_after(diff).collect();
        if paths.is_empty() {
            paths = it.paths_before(diff).collect();
        }
        SectionRow {
            location: paths.first().map_or(String::new(), |it| (*it).to_owned()),
            text: format!("{}: {}", it.change.name(), paths.join(", ")),
        }
    });
    vec![
        Section {
            title: "Import cycles",
            rows: cycles.collect(),
        },
        Section {
            title: "Copies",
            rows: diff
                .groups
                .iter()
                .filter(|it| !it.contained)
                .map(|it| group_row(diff, it))
                .collect(),
        },
        Section {
            title: "Imports",
            rows: diff.imports.iter().map(|it| import_row(diff, it, arrow)).collect(),
        },
    ]
}

fn group_row(diff: &Diff, it: &GroupChange) -> SectionRow {
    let word = match it.change {
        GroupChangeKind::Appeared => "new copies",
        GroupChangeKind::Vanished => "no longer copies",
        GroupChangeKind::Grew => "more copies",
        GroupChangeKind::Shrank => "fewer copies",
        GroupChangeKind::Diverged => "copies diverged",
        GroupChangeKind::EditedTogether => "all copies edited in the same way",
    };
    let equality = match it.kind {
        GroupKind::FunctionBody => "identical",
        GroupKind::FunctionShape => "identical up to renaming",
        GroupKind::Near => "similar",
        GroupKind::Block => "identical blocks",
        GroupKind::BlockShape => "blocks identical up to renaming",
    };
    let mut text = format!(
        "{word}: {} before, {} now, {} nodes, {equality}",
        it.before, it.after, it.nodes
    );
    let (added, removed) = match &it.blocks {
        Some(blocks) => (
            block_ranges(&diff.scans.after, &blocks.added),
            block_ranges(&diff.scans.before, &blocks.removed),
        ),
        None => (it.added.clone(), it.removed.clone()),
    };
    for (what, ids) in [("new", &added), ("edited", &it.edited), ("removed", &removed)] {
        if ids.is_empty() {
            continue;
        }
        let shown = ids[..ids.len().min(NAMED)].join(", ");
        text.push_str(&format!("; {what} {shown}"));
        if ids.len() > NAMED {
            text.push_str(&format!(" and {} more", ids.len() - NAMED));
        }
    }
    SectionRow {
        location: it.id.clone(),
        text,
    }
}

/// Paths and lines.
pub fn block_ranges(scan: &Scan, blocks: &[BlockRange]) -> Vec<String> {
    let range = |it: &BlockRange| format!("{}:{}-{}", scan.path_of(it.file), it.start_line, it.end_line);
    blocks.iter().map(range).collect()
}

fn import_row(diff: &Diff, it: &ImportChange, arrow: &str) -> SectionRow {
    let sign = match it.change {
        ImportChangeKind::Appeared => '+',
        ImportChangeKind::Vanished => '-',
    };
    let note = match it.state {
        LinkState::Resolved => String::new(),
        other => format!(" ({})", other.name()),
    };
    SectionRow {
        location: format!("{}:{}", it.path(diff), it.line),
        text: format!("{sign} {arrow} {}{note}", it.target(diff)),
    }
}
