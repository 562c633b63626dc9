//! `analyzer.diff.v1`, by the rules of `analyzer.scan.v1`: properties in the schema's order, no blanks, one line feed
//! after each element of a top-level list and one at the end.

use crate::json::{push_block, push_coverage, push_runtime, push_scan_options, rows};
use crate::json_entry::{push_id, push_target};
use crate::out::Out;
use base::errors::AnalyzerError;
use base::json_text::{push_format, push_hash, push_list, push_list_by, push_optional, push_quoted};
use diff::model::{
    CycleChangeKind, DeclarationChange, DeclarationChangeKind, Diff, FileChange, FileChangeKind, GroupChange,
    GroupChangeKind, Scans, Side,
};
use diff::sides::DeclarationState;
use relate::model::FileIndex;
use relate::similarity::bounds::Resemblance;
use scan::model::{ENGINE, EntryKind, Scan};

use super::counts::ChangeCounts;

pub fn render_diff_json(out: &mut Out<'_>, diff: &Diff) -> Result<(), AnalyzerError> {
    let text = &mut out.text;
    push_format(
        text,
        format_args!("{{\"schema\":\"analyzer.diff.v1\",\"engine\":\"{ENGINE}\",\"before\":"),
    );
    push_side(text, &diff.before);
    text.push_str(",\"after\":");
    push_side(text, &diff.after);
    text.push_str(",\"options\":{");
    push_scan_options(text, &diff.options.scan);
    let (threshold, max_pairs) = (diff.options.threshold, diff.options.max_pairs);
    push_format(
        text,
        format_args!(",\"threshold\":{threshold},\"max_pairs\":{max_pairs}}},\"coverage\":{{\"before\":"),
    );
    push_coverage(text, &diff.scans.before);
    text.push_str(",\"after\":");
    push_coverage(text, &diff.scans.after);
    text.push_str("},\"summary\":");
    push_counts(text, &ChangeCounts::of(diff));
    push_ignored(text, diff);
    push_changes(out, diff)?;
    let search = &diff.similarity_search;
    push_format(
        &mut out.text,
        format_args!(
            ",\"similarity_search\":{{\"pairs\":{},\"considered\":{},\"verified\":{},\"pruned\":{},\"truncated\":{},\"skipped\":{}}}",
            search.pairs, search.considered, search.verified, search.pruned, search.truncated, diff.skipped
        ),
    );
    push_runtime(&mut out.text, &diff.runtime);
    out.text.push_str("}\n");
    out.flush()
}

fn push_ignored(out: &mut String, diff: &Diff) {
    let Some(ignored) = &diff.ignored else { return };
    out.push_str(",\"ignored\":{\"classes\":");
    push_list(out, ignored.class_names());
    let (declarations, imports, files) = (ignored.declarations, ignored.imports, ignored.files);
    push_format(
        out,
        format_args!(",\"declarations\":{declarations},\"imports\":{imports},\"files\":{files}}}"),
    );
}

fn push_changes(out: &mut Out<'_>, diff: &Diff) -> Result<(), AnalyzerError> {
    rows(out, "declarations", &diff.declarations, |out, it| {
        push_declaration(out, diff, it);
    })?;
    rows(out, "regroupings", &diff.regroupings, |out, it| {
        push_format(out, format_args!("{{\"change\":\"{}\",\"path\":", it.change.name()));
        push_quoted(out, it.path(diff));
        out.push_str(",\"parts\":[");
        for (index, (path, count)) in it.parts(diff).enumerate() {
            out.push_str(if index > 0 { ",{\"path\":" } else { "{\"path\":" });
            push_quoted(out, path);
            push_format(out, format_args!(",\"declarations\":{count}}}"));
        }
        out.push(']');
    })?;
    rows(out, "imports", &diff.imports, |out, it| {
        push_format(out, format_args!("{{\"change\":\"{}\",\"path\":", it.change.name()));
        push_quoted(out, it.path(diff));
        let (line, state) = (it.line, it.state.name());
        push_format(out, format_args!(",\"line\":{line},\"state\":\"{state}\",\"target\":"));
        push_quoted(out, it.target(diff));
    })?;
    rows(out, "unchanged_imports", &diff.unchanged_imports, |out, it| {
        out.push_str("{\"path\":");
        push_quoted(out, diff.path_after(it.file));
        push_format(out, format_args!(",\"line\":{},\"target\":", it.line));
        push_quoted(out, diff.path_after(it.target));
    })?;
    rows(out, "cycles", &diff.cycles, |out, it| {
        push_format(out, format_args!("{{\"change\":\"{}\",\"before\":", it.change.name()));
        push_list(out, it.paths_before(diff));
        out.push_str(",\"after\":");
        push_list(out, it.paths_after(diff));
    })?;
    rows(out, "groups", &diff.groups, |out, it| push_group(out, diff, it))?;
    rows(out, "files", &diff.files, |out, it| push_file(out, diff, it))?;
    rows(out, "similar_files", &diff.similar_files, |out, it| {
        out.push_str("{\"removed\":");
        push_quoted(out, diff.path_before(it.removed));
        out.push_str(",\"added\":");
        push_quoted(out, diff.path_after(it.added));
        push_resemblance(out, it.resemblance);
    })
}

fn push_side(out: &mut String, side: &Side) {
    out.push_str("{\"root\":");
    push_quoted(out, &side.root);
    if let Some(revision) = &side.revision {
        out.push_str(",\"revision\":{\"written\":");
        push_quoted(out, &revision.written);
        push_format(out, format_args!(",\"object\":\"{}\"}}", revision.object));
    }
    out.push('}');
}

fn push_counts(out: &mut String, counts: &ChangeCounts) {
    out.push_str("{\"declarations\":{");
    push_members(
        out,
        DeclarationChangeKind::ALL.map(DeclarationChangeKind::name),
        counts.declarations,
    );
    push_format(
        out,
        format_args!(
            "}},\"imports\":{{\"appeared\":{},\"vanished\":{}}},\"cycles\":{{",
            counts.imports_appeared, counts.imports_vanished
        ),
    );
    push_members(out, CycleChangeKind::ALL.map(CycleChangeKind::name), counts.cycles);
    out.push_str("},\"groups\":{");
    push_members(out, GroupChangeKind::ALL.map(GroupChangeKind::name), counts.groups);
    push_format(out, format_args!("}},\"files\":{{\"unchanged\":{},", counts.unchanged));
    push_members(out, FileChangeKind::ALL.map(FileChangeKind::name), counts.files);
    push_format(out, format_args!(",\"layout_only\":{}}}}}", counts.layout_only));
}

fn push_members<const N: usize>(out: &mut String, names: [&str; N], counts: [u64; N]) {
    for (index, (name, count)) in names.iter().zip(counts).enumerate() {
        let comma = if index > 0 { "," } else { "" };
        push_format(out, format_args!("{comma}\"{name}\":{count}"));
    }
}

fn push_declaration(out: &mut String, diff: &Diff, it: &DeclarationChange) {
    out.push_str("{\"changes\":");
    push_list(out, it.changes.iter().map(|change| change.name()));
    push_format(
        out,
        format_args!(",\"kind\":\"{}\",\"is_test\":{}", it.kind.name(), it.is_test),
    );
    push_state(out, "before", it.state_before(diff));
    push_state(out, "after", it.state_after(diff));
    if it.holds_changes {
        out.push_str(",\"holds_changes\":true");
    }
    push_format(out, format_args!(",\"holds\":{}", it.holds));
}

fn push_state(out: &mut String, name: &str, state: Option<DeclarationState<'_>>) {
    let Some(state) = state else { return };
    push_format(out, format_args!(",\"{name}\":{{\"id\":"));
    push_id(out, state.id);
    push_optional(out, "path", Some(state.path));
    push_optional(out, "qualified_name", Some(&state.facts.qualified_name));
    push_format(
        out,
        format_args!(
            ",\"start_line\":{},\"end_line\":{},\"exported\":{}",
            state.facts.start_line, state.facts.end_line, state.facts.exported
        ),
    );
    push_optional(out, "signature", Some(&state.signature));
    out.push('}');
}

fn push_group(out: &mut String, diff: &Diff, it: &GroupChange) {
    let (change, id, kind) = (it.change.name(), &it.id, it.kind.name());
    push_format(
        out,
        format_args!(
            "{{\"change\":\"{change}\",\"id\":\"{id}\",\"kind\":\"{kind}\",\"nodes\":{},\"contained\":{},\"before\":{},\"after\":{}",
            it.nodes, it.contained, it.before, it.after
        ),
    );
    for (name, ids) in [("added", &it.added), ("removed", &it.removed), ("edited", &it.edited)] {
        push_format(out, format_args!(",\"{name}\":"));
        push_list(out, ids.iter().map(String::as_str));
    }
    let Some(blocks) = &it.blocks else { return };
    let Scans { before, after } = &diff.scans;
    for (name, scan, list) in [
        ("added_blocks", after, &blocks.added),
        ("removed_blocks", before, &blocks.removed),
    ] {
        push_format(out, format_args!(",\"{name}\":"));
        push_list_by(out, list, |out, it| push_block(out, scan, it));
    }
}

fn push_file(out: &mut String, diff: &Diff, it: &FileChange) {
    push_format(out, format_args!("{{\"change\":\"{}\"", it.change.name()));
    push_file_state(out, "before", &diff.scans.before, it.before);
    push_file_state(out, "after", &diff.scans.after, it.after);
    push_optional(out, "effect", it.effect.map(|it| it.name()));
    if let Some(resemblance) = it.resemblance {
        push_resemblance(out, resemblance);
    }
    push_optional(out, "same_as", it.same_as.map(|it| diff.path_after(it)));
}

fn push_resemblance(out: &mut String, Resemblance { intersection, union }: Resemblance) {
    push_format(out, format_args!(",\"intersection\":{intersection},\"union\":{union}"));
}

fn push_file_state(out: &mut String, name: &str, scan: &Scan, file: Option<FileIndex>) {
    let Some(file) = file else { return };
    let entry = &scan.entries[file as usize];
    push_format(out, format_args!(",\"{name}\":{{\"path\":"));
    push_quoted(out, &entry.path);
    push_format(out, format_args!(",\"size\":{}", entry.file().map_or(0, |it| it.size)));
    if let Some(file) = entry.file() {
        if let Some(content) = &file.content {
            push_hash(out, "sha256", &content.sha256);
            push_format(out, format_args!(",\"lines\":{}", content.lines));
        }
        push_optional(out, "language", file.language);
        push_optional(out, "status", Some(file.status.name()));
    }
    if let EntryKind::Symlink { target } = &entry.what {
        push_target(out, target.as_deref());
    }
    out.push('}');
}
