//! The summary of a diff, in a few lines.

use crate::terminal::numbers::plural;
use diff::model::{DeclarationChangeKind, Diff, FileChangeKind, FileEffect, Side};
use scan::model::FileStatus;

use super::counts::ChangeCounts;

pub struct Verdict {
    pub gist: String,
    pub rest: Vec<String>,
}

pub fn verdict_of(diff: &Diff) -> Verdict {
    let counts = ChangeCounts::of(diff);
    let declarations = |change| counts.declarations(change);
    let files = |change| counts.files(change);
    let of_declarations = listed(&[
        (
            "signature changed",
            declarations(DeclarationChangeKind::SignatureChanged),
        ),
        ("removed", declarations(DeclarationChangeKind::Removed)),
        ("renamed", declarations(DeclarationChangeKind::Renamed)),
        ("moved", declarations(DeclarationChangeKind::Moved)),
        (
            "changed",
            declarations(DeclarationChangeKind::Changed) + declarations(DeclarationChangeKind::NamesChanged),
        ),
        ("added", declarations(DeclarationChangeKind::Added)),
    ]);
    let of_files = listed(&[
        ("unchanged", counts.unchanged),
        ("modified", files(FileChangeKind::Modified)),
        ("moved", files(FileChangeKind::Moved)),
        ("moved and edited", files(FileChangeKind::MovedEdited)),
        ("copied", files(FileChangeKind::Copied)),
        ("added", files(FileChangeKind::Added)),
        ("removed", files(FileChangeKind::Removed)),
        ("unreadable", files(FileChangeKind::Unreadable)),
    ]);
    let mut rest = vec![format!("declarations: {of_declarations}"), format!("files: {of_files}")];
    rest.extend(ignored_of(diff));
    rest.extend(warnings_of(diff));
    Verdict {
        gist: format!(
            "{} and {}: {}",
            side_name(&diff.before),
            side_name(&diff.after),
            gist_of(diff, &counts)
        ),
        rest,
    }
}

fn gist_of(diff: &Diff, counts: &ChangeCounts) -> String {
    if diff.files.is_empty() {
        let has_others = diff.ignored.as_ref().is_some_and(|it| it.files > 0);
        return if has_others {
            "no difference in other files".to_owned()
        } else {
            "no difference".to_owned()
        };
    }
    let is_quiet =
        diff.declarations.is_empty() && diff.imports.is_empty() && diff.cycles.is_empty() && diff.groups.is_empty();
    let is_code = diff.files.iter().any(|it| it.effect == Some(FileEffect::Code));
    let files = plural(diff.files.len() as u64, "file");
    if is_quiet && !is_code {
        let layout = plural(counts.layout_only, "file");
        return format!("no code changes, {layout} changed only in formatting");
    }
    if is_quiet {
        return format!("code outside of declarations changed in {files}");
    }
    let declarations = plural(diff.declarations.len() as u64, "declaration");
    format!("{declarations} changed in {files}")
}

/// Changes that `--without` removes from the lists.
fn ignored_of(diff: &Diff) -> Option<String> {
    let ignored = diff.ignored.as_ref()?;
    let classes: Vec<&str> = ignored.class_names().collect();
    let counts = listed(&[
        ("declarations", ignored.declarations),
        ("imports", ignored.imports),
        ("files", ignored.files),
    ]);
    Some(format!("only in {} (--without): {counts}", classes.join(", ")))
}

fn warnings_of(diff: &Diff) -> Vec<String> {
    let mut warnings = Vec::new();
    if diff.similarity_search.truncated {
        let considered = plural(diff.similarity_search.considered, "pair");
        warnings.push(format!(
            "The search for similar files ended after {considered}: raise --max-pairs."
        ));
    }
    if diff.skipped > 0 {
        let skipped = plural(diff.skipped, "file");
        warnings.push(format!(
            "{skipped} could not be read again and are missing from that search."
        ));
    }
    for scan in [&diff.scans.before, &diff.scans.after] {
        let is_partial = |it: &&scan::model::Entry| it.status() == Some(FileStatus::Partial);
        let partial = scan.entries.iter().filter(is_partial).count() as u64;
        if partial > 0 {
            warnings.push(format!(
                "{} of {} parsed with errors: the parts with errors are not compared.",
                plural(partial, "file"),
                scan.root
            ));
        }
    }
    warnings
}

fn side_name(side: &Side) -> &str {
    side.revision.as_ref().map_or(&side.root, |it| &it.written)
}

fn listed(counts: &[(&str, u64)]) -> String {
    let parts: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    if parts.is_empty() {
        "none changed".to_owned()
    } else {
        parts.join(", ")
    }
}
