//! The changes that a reviewer should check, as a SARIF 2.1.0 log (OASIS). Locations are those of the side named AFTER.

use serde_json::{Value, json};

use crate::uri::uri_of;
use diff::model::{
    CycleChangeKind, DeclarationChange, DeclarationChangeKind, Diff, GroupChange, GroupChangeKind, Side,
};
use diff::sides::DeclarationState;
use relate::model::BlockRange;

use super::declaration_rows::declaration_text;
use super::link_rows::block_ranges;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Changes that a reviewer should check; other changes are not findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    SignatureChanged,
    Removed,
    Unexported,
    Cycle,
    NewCopies,
    DivergedCopies,
}

/// Id, level and text, in the order of `Rule`.
const RULES: [(&str, &str, &str); 6] = [
    (
        "diff/signature-changed",
        "note",
        "The parameters or the return type of a function changed.",
    ),
    ("diff/removed", "note", "An exported declaration was removed."),
    ("diff/unexported", "note", "A declaration is no longer exported."),
    ("diff/cycle", "warning", "An import cycle is new or has more files."),
    (
        "diff/new-copies",
        "warning",
        "A group of copied functions is new or has more copies.",
    ),
    (
        "diff/diverged-copies",
        "warning",
        "Some copies of a function were edited and now differ from the others.",
    ),
];

struct Finding {
    rule: Rule,
    text: String,
    locations: Vec<Location>,
    fingerprint: String,
}

struct Location {
    path: String,
    lines: Option<(u32, u32)>,
    side: &'static str,
}

const AFTER: &str = "AFTER";
const BEFORE: &str = "BEFORE";

pub fn render_diff_sarif(diff: &Diff, version: &str) -> String {
    let mut findings: Vec<Finding> = diff
        .declarations
        .iter()
        .filter_map(|it| of_declaration(diff, it))
        .collect();
    findings.extend(of_cycles(diff));
    findings.extend(diff.groups.iter().filter_map(|it| of_group(diff, it)));
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, level, text)| {
            json!({
                "id": id,
                "shortDescription": { "text": text },
                "defaultConfiguration": { "level": level },
            })
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "analyzer", "semanticVersion": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                "AFTER": { "description": { "text": name_of(&diff.after) } },
                "BEFORE": { "description": { "text": name_of(&diff.before) } },
            },
            "results": findings.iter().map(result_of).collect::<Vec<Value>>(),
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("plain data");
    text.push('\n');
    text
}

fn name_of(side: &Side) -> String {
    match &side.revision {
        None => format!("the folder {}", side.root),
        Some(revision) => format!("the revision {}", revision.written),
    }
}

fn result_of(it: &Finding) -> Value {
    let (id, level, _) = RULES[it.rule as usize];
    let locations: Vec<Value> = it.locations.iter().map(location_of).collect();
    let (first, others) = locations.split_at(locations.len().min(1));
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": it.rule as usize,
        "level": level,
        "message": { "text": it.text },
        "locations": first,
    });
    if !others.is_empty() {
        result["relatedLocations"] = json!(others);
    }
    result["partialFingerprints"] = json!({ "analyzerDiff/v1": it.fingerprint });
    result
}

fn location_of(location: &Location) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri_of(&location.path), "uriBaseId": location.side } });
    if let Some((start, end)) = location.lines {
        physical["region"] = json!({ "startLine": start, "endLine": end });
    }
    json!({ "physicalLocation": physical })
}

const DECLARATION_RULES: [(DeclarationChangeKind, Rule); 3] = [
    (DeclarationChangeKind::SignatureChanged, Rule::SignatureChanged),
    (DeclarationChangeKind::Removed, Rule::Removed),
    (DeclarationChangeKind::Unexported, Rule::Unexported),
];

fn of_declaration(diff: &Diff, change: &DeclarationChange) -> Option<Finding> {
    let (kind, rule) = DECLARATION_RULES
        .into_iter()
        .find(|it| change.changes.contains(&it.0))?;
    let before = change.state_before(diff)?;
    // Changes of private declarations and of tests do not affect other code.
    if !before.facts.exported || change.is_test {
        return None;
    }
    let name = kind.name();
    let fingerprint = format!("{name} {}#{}", before.path, before.facts.qualified_name);
    let after = change.state_after(diff).map(|it| location_of_declaration(&it, AFTER));
    Some(Finding {
        rule,
        text: format!(
            "{}: {}",
            name.replacen('-', " ", 1),
            declaration_text(diff, change, kind, "→")
        ),
        locations: after
            .into_iter()
            .chain([location_of_declaration(&before, BEFORE)])
            .collect(),
        fingerprint,
    })
}

fn location_of_declaration(state: &DeclarationState<'_>, side: &'static str) -> Location {
    Location {
        path: state.path.to_owned(),
        lines: Some((state.facts.start_line, state.facts.end_line)),
        side,
    }
}

fn of_cycles(diff: &Diff) -> impl Iterator<Item = Finding> {
    let is_finding = |change| {
        matches!(
            change,
            CycleChangeKind::Appeared | CycleChangeKind::Grew | CycleChangeKind::Changed
        )
    };
    diff.cycles.iter().filter(move |it| is_finding(it.change)).map(|it| {
        let paths: Vec<&str> = it.paths_after(diff).collect();
        let files = if paths.len() == 1 { "file" } else { "files" };
        Finding {
            rule: Rule::Cycle,
            text: format!(
                "an import cycle of {} {files} {}: {}",
                paths.len(),
                it.change.name(),
                paths.join(", ")
            ),
            fingerprint: format!("cycle {}", paths.join(" ")),
            locations: paths
                .into_iter()
                .map(|path| Location {
                    path: path.to_owned(),
                    lines: None,
                    side: AFTER,
                })
                .collect(),
        }
    })
}

fn of_group(diff: &Diff, group: &GroupChange) -> Option<Finding> {
    let (rule, ids) = match group.change {
        GroupChangeKind::Diverged => (Rule::DivergedCopies, &group.edited),
        GroupChangeKind::Appeared | GroupChangeKind::Grew => (Rule::NewCopies, &group.added),
        _ => return None,
    };
    let scan = &diff.scans.after;
    let blocks = group.blocks.as_ref().map_or(&[][..], |it| &it.added);
    let names: Vec<String> = ids.iter().cloned().chain(block_ranges(scan, blocks)).collect();
    if group.contained || names.is_empty() {
        return None;
    }
    let of_block = |it: &BlockRange| Location {
        path: scan.path_of(it.file).to_owned(),
        lines: Some((it.start_line, it.end_line)),
        side: AFTER,
    };
    let change = group.change.name();
    Some(Finding {
        rule,
        text: format!(
            "{change}: {} copies before, {} now, of {} nodes; {}",
            group.before,
            group.after,
            group.nodes,
            names.join(", ")
        ),
        locations: ids
            .iter()
            .map(|id| location_of_id(id))
            .chain(blocks.iter().map(of_block))
            .collect(),
        fingerprint: format!("{change} {}", group.id),
    })
}

/// `id`: `<path>#<qualified_name>@<start_line>`, or with `:` and a number after it.
fn location_of_id(id: &str) -> Location {
    let after = id.rsplit('@').next().unwrap_or("");
    let line = after.split(':').next().unwrap_or("").parse().unwrap_or(1);
    Location {
        path: id.split('#').next().unwrap_or("").to_owned(),
        lines: Some((line, line)),
        side: AFTER,
    }
}
