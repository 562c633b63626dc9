//! Declarations under the headings that reviewers look for.

use diff::model::{DeclarationChange, DeclarationChangeKind, Diff, RegroupingKind};
use diff::sides::DeclarationState;

use super::section::{REGROUPED_FILES, Section, SectionRow};

use DeclarationChangeKind::{
    Added, Changed, Exported, Moved, NamesChanged, Removed, Renamed, SignatureChanged, Unexported,
};

/// The heading of a declaration: the first one among its changes.
const TITLES: [(DeclarationChangeKind, &str); 9] = [
    (SignatureChanged, "Signature changed"),
    (Removed, "Removed"),
    (Unexported, "No longer exported"),
    (Renamed, "Renamed"),
    (Moved, "Moved"),
    (Changed, "Changed"),
    (NamesChanged, "Changed only in names"),
    (Exported, "Exported now"),
    (Added, "Added"),
];

fn word(change: DeclarationChangeKind) -> &'static str {
    match change {
        SignatureChanged => "signature changed",
        NamesChanged => "names changed",
        Exported => "exported now",
        Unexported => "no longer exported",
        other => other.name(),
    }
}

/// Declarations that only contain other listed ones are omitted.
pub fn declaration_sections(diff: &Diff, arrow: &str) -> Vec<Section> {
    let regrouped = diff.regroupings.iter().map(|it| {
        let parts: Vec<String> = it
            .parts(diff)
            .map(|(path, count)| format!("{path} ({count})"))
            .collect();
        let list = parts.join(", ");
        SectionRow {
            location: it.path(diff).to_owned(),
            text: match it.change {
                RegroupingKind::Split => format!("split {arrow} {list}"),
                RegroupingKind::Merged => format!("merged from {list}"),
            },
        }
    });
    let mut sections = vec![Section {
        title: REGROUPED_FILES,
        rows: regrouped.collect(),
    }];
    sections.extend(TITLES.map(|(_, title)| Section {
        title,
        rows: Vec::new(),
    }));
    for change in diff.declarations.iter().filter(|it| !it.holds_changes) {
        let heading = TITLES.iter().position(|(kind, _)| change.changes.contains(kind));
        if let Some(heading) = heading {
            sections[heading + 1]
                .rows
                .push(row_of(diff, change, TITLES[heading].0, arrow));
        }
    }
    sections
}

fn row_of(diff: &Diff, change: &DeclarationChange, under: DeclarationChangeKind, arrow: &str) -> SectionRow {
    let shown = change.state_after(diff).or_else(|| change.state_before(diff));
    SectionRow {
        location: shown.map_or(String::new(), |it| format!("{}:{}", it.path, it.facts.start_line)),
        text: declaration_text(diff, change, under, arrow),
    }
}

/// The change of a declaration in one line, without the part that is in the heading.
pub fn declaration_text(diff: &Diff, change: &DeclarationChange, under: DeclarationChangeKind, arrow: &str) -> String {
    let (before, after) = (change.state_before(diff), change.state_after(diff));
    let mut notes = Vec::new();
    if let Some(before) = before.as_ref().filter(|_| change.changes.contains(&Moved)) {
        notes.push(format!("moved from {}", before.path));
    }
    let others = change.changes.iter().filter(|it| **it != under && **it != Moved);
    notes.extend(others.map(|it| word(*it).to_owned()));
    if change.holds > 0 {
        notes.push(format!("with {} nested", change.holds));
    }
    let note = if notes.is_empty() {
        String::new()
    } else {
        format!(" ({})", notes.join(", "))
    };
    format!("{} {}{note}", change.kind.name(), name_of(before, after, under, arrow))
}

fn name_of(
    before: Option<DeclarationState<'_>>,
    after: Option<DeclarationState<'_>>,
    under: DeclarationChangeKind,
    arrow: &str,
) -> String {
    let name = |it: &DeclarationState<'_>| it.facts.qualified_name.to_string();
    match (before, after) {
        (Some(before), Some(after)) => {
            let renamed = if name(&before) == name(&after) {
                name(&after)
            } else {
                format!("{} {arrow} {}", name(&before), name(&after))
            };
            if under == SignatureChanged {
                format!("{renamed}{} {arrow} {}", before.signature, after.signature)
            } else {
                renamed
            }
        }
        (before, after) => after
            .or(before)
            .map_or(String::new(), |it| format!("{}{}", name(&it), it.signature)),
    }
}
