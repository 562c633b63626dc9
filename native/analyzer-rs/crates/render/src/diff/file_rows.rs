//! The changes of files, one line each.

use rustc_hash::FxHashSet;

use diff::model::{Diff, FileChange, FileChangeKind, FileEffect};
use relate::similarity::bounds::Resemblance;

use super::section::{FILES, OTHER_SIMILAR_FILES, Section, SectionRow};

pub fn file_sections(diff: &Diff, arrow: &str) -> Vec<Section> {
    let taken: FxHashSet<_> = diff.files.iter().map(|it| (it.before, it.after)).collect();
    let others = diff
        .similar_files
        .iter()
        .filter(|it| !taken.contains(&(Some(it.removed), Some(it.added))));
    let files = diff.files.iter().map(|change| SectionRow {
        location: change.path(diff).to_owned(),
        text: text_of(diff, change, arrow),
    });
    let similar = others.map(|pair| SectionRow {
        location: diff.path_before(pair.removed).to_owned(),
        text: format!(
            "{arrow} {} ({})",
            diff.path_after(pair.added),
            percent(pair.resemblance)
        ),
    });
    vec![
        Section {
            title: FILES,
            rows: files.collect(),
        },
        Section {
            title: OTHER_SIMILAR_FILES,
            rows: similar.collect(),
        },
    ]
}

/// Percent, rounded down, so that 100 means equal.
fn percent(Resemblance { intersection, union }: Resemblance) -> String {
    format!("{} %", (intersection * 100).checked_div(union).unwrap_or(0))
}

fn effect(change: &FileChange) -> &'static str {
    match change.effect {
        Some(FileEffect::Layout) => ", comments and formatting only",
        Some(FileEffect::Content) => ", not code",
        Some(FileEffect::Unknown) => ", not analyzed on one side",
        Some(FileEffect::Code) | None => "",
    }
}

fn text_of(diff: &Diff, change: &FileChange, arrow: &str) -> String {
    let from = change.before.map_or("", |it| diff.path_before(it));
    match (change.change, change.same_as) {
        (FileChangeKind::Moved, _) => format!("moved from {from}"),
        (FileChangeKind::Copied, _) => format!("copied from {from}"),
        (FileChangeKind::MovedEdited, _) => {
            let similarity = change.resemblance.map_or(String::new(), percent);
            format!("moved from {from} and edited, {similarity} similar{}", effect(change))
        }
        (FileChangeKind::Removed, Some(twin)) => {
            format!("removed, identical content in {arrow} {}", diff.path_after(twin))
        }
        (FileChangeKind::Removed, None) => "removed".to_owned(),
        (other, _) => format!("{}{}", other.name(), effect(change)),
    }
}
