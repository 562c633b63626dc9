//! `analyzer.scan.v1`. Properties are in the schema's order, strings as `JSON.stringify` writes them, no blanks, one
//! line feed after each element of a top-level list (after its comma, if it has one) and one at the end. Both engines
//! write the same bytes for the same facts.

use std::collections::BTreeSet;

use base::errors::AnalyzerError;
use base::hex::push_hex;
use relate::copies::LeftOutRuns;
use relate::model::{BlockRange, DeclarationRef, FileIndex};
use scan::model::{ENGINE, FileStatus, Runtime, Scan, ScanOptions};

use super::coverage::{Coverage, coverage_of};
use super::json_entry::{push_entry, push_fact_lists, push_id};
use super::lists::ignored_code::IgnoredCode;
use super::out::Out;
use super::relations::json::push_relations;
use super::relations::model::CopyRelations;
use base::json_text::{push_format, push_list, push_list_by, push_number, push_optional, push_quoted};
use tree::policy::CutReason;
use tree::walk::ExcludedPath;

/// The properties before the content.
pub fn push_opening(out: &mut String, scan: &Scan, snapshot_id: &str) {
    push_format(
        out,
        format_args!("{{\"schema\":\"analyzer.scan.v1\",\"engine\":\"{ENGINE}\",\"root\":"),
    );
    push_quoted(out, &scan.root);
    push_format(out, format_args!(",\"snapshot_id\":\"{snapshot_id}\","));
}

/// The properties after the exclusions.
pub fn push_closing(out: &mut String, scan: &Scan, relations: &CopyRelations) {
    push_git_problems(out, scan);
    push_relations(out, relations);
    push_runtime(out, &scan.runtime);
    out.push_str("}\n");
}

/// `,"runtime":{…}`
pub(super) fn push_runtime(out: &mut String, runtime: &Runtime) {
    push_format(
        out,
        format_args!(
            ",\"runtime\":{{\"jobs\":{},\"wall_ms\":{}",
            runtime.jobs, runtime.wall_ms
        ),
    );
    if let Some(cache) = &runtime.cache {
        let report = serde_json::to_string(cache).expect("plain data");
        push_format(out, format_args!(",\"cache\":{report}"));
    }
    out.push('}');
}

/// The text whose digest is the snapshot id, up to the body: the complete document without `engine`, `root`,
/// `snapshot_id`, `runtime`, and the exclusions that are output of this program. So the id depends on the content,
/// the options and the format, not on the machine, the path of the folder, the clock, the detail or an earlier run.
pub fn push_identity(out: &mut String, scan: &Scan) {
    out.push_str("{\"schema\":\"analyzer.scan.v1\",");
    let own = scan.exclusions.iter().filter(|it| is_own(it)).count();
    push_header_with(out, scan, scan.exclusions.len() - own);
}

/// The rest of the text whose digest is the snapshot id, after the body.
pub fn push_identity_end(out: &mut Out<'_>, scan: &Scan) -> Result<(), AnalyzerError> {
    let covered: Vec<&ExcludedPath> = scan.exclusions.iter().filter(|it| !is_own(it)).collect();
    push_exclusion_rows(out, &covered)?;
    push_git_problems(&mut out.text, scan);
    out.text.push_str("}\n");
    out.flush()
}

/// Whether this program wrote the excluded path.
fn is_own(exclusion: &ExcludedPath) -> bool {
    matches!(exclusion.cut.reason, CutReason::OwnOutput | CutReason::Cache)
}

/// The properties `options` and `coverage`.
pub fn push_header(out: &mut String, scan: &Scan) {
    push_header_with(out, scan, scan.exclusions.len());
}

fn push_header_with(out: &mut String, scan: &Scan, excluded: usize) {
    out.push_str("\"options\":{");
    push_scan_options(out, &scan.options);
    out.push_str(",\"kinds\":");
    push_list(out, scan.options.kinds.iter().map(|kind| kind.name()));
    out.push_str("},\"coverage\":");
    push_counts(out, &coverage_of(scan), excluded);
}

/// The property `git_problems`.
fn push_git_problems(out: &mut String, scan: &Scan) {
    out.push_str(",\"git_problems\":[");
    for (index, it) in scan.git_problems.iter().enumerate() {
        out.push_str(if index == 0 { "{\"path\":" } else { ",\n{\"path\":" });
        push_quoted(out, &it.path);
        push_optional(out, "reason", Some(&it.reason));
        out.push('}');
    }
    out.push_str(if scan.git_problems.is_empty() { "]" } else { "\n]" });
}

/// The property `exclusions`.
pub fn push_exclusions(out: &mut Out<'_>, scan: &Scan) -> Result<(), AnalyzerError> {
    push_exclusion_rows(out, &scan.exclusions.iter().collect::<Vec<_>>())
}

fn push_exclusion_rows(out: &mut Out<'_>, exclusions: &[&ExcludedPath]) -> Result<(), AnalyzerError> {
    rows(out, "exclusions", exclusions, |out, it| {
        out.push_str("{\"path\":");
        push_quoted(out, &it.path);
        push_format(
            out,
            format_args!(
                ",\"kind\":\"{}\",\"reason\":\"{}\"",
                it.kind.name(),
                it.cut.reason.name()
            ),
        );
        push_optional(out, "rule", Some(&it.cut.rule));
        if it.sources {
            out.push_str(",\"sources\":true");
        }
    })
}

/// The properties from `entries` to `groups`. `facts`: whether files include their declarations, imports, calls and
/// control structures.
pub fn push_body(out: &mut Out<'_>, scan: &Scan, facts: bool) -> Result<(), AnalyzerError> {
    out.text.push_str(",\"entries\":[");
    for (index, entry) in scan.entries.iter().enumerate() {
        push_entry(&mut out.text, entry);
        if facts {
            push_fact_lists(out, scan, index)?;
        }
        close(out, index, scan.entries.len())?;
    }
    out.text.push(']');
    for (name, cycles) in [("cycles", &scan.cycles), ("non_load_cycles", &scan.non_load_cycles)] {
        rows(out, name, cycles, |out, cycle| {
            out.push_str("{\"files\":");
            push_list(out, cycle.files.iter().map(|file| scan.path_of(*file)));
            out.push_str(",\"example\":");
            push_list(out, cycle.example.iter().map(|file| scan.path_of(*file)));
        })?;
    }
    rows(
        out,
        "configuration_problems",
        &scan.configuration_problems,
        |out, it| {
            out.push_str("{\"path\":");
            push_quoted(out, &it.path);
            push_optional(out, "problem", Some(&it.problem));
        },
    )?;
    rows(out, "duplicate_files", &scan.duplicate_files, |out, files| {
        out.push_str("{\"sha256\":\"");
        push_hex(out, &files.sha256);
        push_format(out, format_args!("\",\"size\":{},\"paths\":", files.size));
        push_list(out, files.files.iter().map(|file| scan.path_of(*file)));
    })?;
    let ignored = IgnoredCode::new(scan);
    rows(out, "groups", &scan.groups, |out, group| {
        let (id, kind) = (&group.id, group.kind.name());
        push_format(
            out,
            format_args!(
                "{{\"id\":\"{id}\",\"kind\":\"{kind}\",\"nodes\":{},\"score\":{}",
                group.nodes, group.score
            ),
        );
        push_optional(out, "same_as", group.same_as.as_deref());
        push_optional(out, "contained_in", group.contained_in.as_deref());
        push_optional(out, "folded_into", group.folded_into.as_deref());
        out.push_str(",\"occurrences\":");
        push_list_by(out, &group.occurrences, |out, it| push_id(out, scan.id_of(*it)));
        out.push_str(",\"members\":");
        push_list_by(out, &group.occurrences, |out, it| push_member(out, scan, *it));
        if !group.similarity.is_empty() {
            out.push_str(",\"similarity\":");
            push_list_by(out, &group.similarity, |out, it| push_number(out, *it));
        }
        if !group.blocks.is_empty() {
            out.push_str(",\"blocks\":");
            push_list_by(out, &group.blocks, |out, it| push_block(out, scan, it));
        }
        let suppressed = ignored.suppressed(group);
        if !suppressed.is_empty() {
            out.push_str(",\"suppressed\":");
            push_list_by(out, &suppressed, |out, it| {
                push_format(
                    out,
                    format_args!("{{\"occurrence\":{},\"line\":{}", it.occurrence, it.line),
                );
                push_optional(out, "reason", Some(it.reason));
                out.push('}');
            });
        }
    })?;
    push_runs_left_out(&mut out.text, scan);
    out.flush()
}

/// The property `runs_left_out`, if a file has more repeated runs than are compared.
fn push_runs_left_out(out: &mut String, scan: &Scan) {
    let LeftOutRuns { occurrences, files } = &scan.runs_left_out;
    if files.is_empty() {
        return;
    }
    push_format(
        out,
        format_args!(",\"runs_left_out\":{{\"occurrences\":{occurrences},\"files\":"),
    );
    push_list(out, paths_of(scan, files));
    out.push('}');
}

/// In bytewise order.
pub(super) fn paths_of<'a>(scan: &'a Scan, files: &BTreeSet<FileIndex>) -> impl Iterator<Item = &'a str> {
    let mut paths: Vec<&str> = files.iter().map(|file| scan.path_of(*file)).collect();
    paths.sort_unstable();
    paths.into_iter()
}

/// An occurrence as an object.
fn push_member(out: &mut String, scan: &Scan, it: DeclarationRef) {
    let declaration = scan.declaration(it);
    out.push_str("{\"path\":");
    push_quoted(out, scan.path_of(it.file));
    out.push_str(",\"qualified_name\":");
    push_quoted(out, &declaration.qualified_name);
    push_format(
        out,
        format_args!(
            ",\"start_line\":{},\"end_line\":{}}}",
            declaration.start_line, declaration.end_line
        ),
    );
}

pub fn push_block(out: &mut String, scan: &Scan, it: &BlockRange) {
    out.push_str("{\"path\":");
    push_quoted(out, scan.path_of(it.file));
    push_format(
        out,
        format_args!(
            ",\"start_line\":{},\"end_line\":{},\"start_byte\":{},\"end_byte\":{}",
            it.start_line, it.end_line, it.start_byte, it.end_byte
        ),
    );
    if let Some(declaration) = it.within {
        out.push_str(",\"within\":");
        push_id(
            out,
            scan.id_of(DeclarationRef {
                file: it.file,
                declaration,
            }),
        );
    }
    if let Some(name) = &it.name {
        out.push_str(",\"name\":");
        push_quoted(out, name);
    }
    if it.is_declaration {
        out.push_str(",\"is_declaration\":true");
    }
    out.push('}');
}

/// A top-level list; `row` writes each element without its closing brace.
pub(super) fn rows<T>(
    out: &mut Out<'_>,
    name: &str,
    items: &[T],
    row: impl Fn(&mut String, &T),
) -> Result<(), AnalyzerError> {
    push_format(&mut out.text, format_args!(",\"{name}\":["));
    for (index, item) in items.iter().enumerate() {
        row(&mut out.text, item);
        close(out, index, items.len())?;
    }
    out.text.push(']');
    Ok(())
}

fn close(out: &mut Out<'_>, index: usize, length: usize) -> Result<(), AnalyzerError> {
    out.text.push_str(if index + 1 < length { "},\n" } else { "}\n" });
    out.hand_on()
}

/// The properties, without braces.
pub(super) fn push_scan_options(out: &mut String, options: &ScanOptions) {
    push_format(
        out,
        format_args!(
            "\"profile\":\"{}\",\"all\":{},\"gitignore\":{},\"exclude\":",
            options.profile, options.all, options.gitignore
        ),
    );
    push_list(out, options.exclude.iter().map(String::as_str));
    push_configured(out, options);
    out.push_str(",\"source_roots\":");
    push_list(out, options.source_roots.iter().map(String::as_str));
    push_format(
        out,
        format_args!(
            ",\"max_bytes\":{},\"min_nodes\":{}",
            options.max_bytes, options.min_nodes
        ),
    );
    for (name, nodes) in [
        ("min_near_nodes", options.min_near_nodes),
        ("min_block_nodes", options.min_block_nodes),
        ("min_block_shape_nodes", options.min_block_shape_nodes),
    ] {
        if let Some(nodes) = nodes {
            push_format(out, format_args!(",\"{name}\":{nodes}"));
        }
    }
    if options.trust_suppressions {
        out.push_str(",\"trust_suppressions\":true");
    }
    if let Some(workspace) = &options.workspace {
        out.push_str(",\"workspace\":");
        push_quoted(out, workspace);
    }
}

/// Options that most scans do not have.
fn push_configured(out: &mut String, options: &ScanOptions) {
    if !options.config {
        out.push_str(",\"config\":false");
    }
    for (name, globs) in [
        ("test_globs", &options.test_globs),
        ("generated_globs", &options.generated_globs),
    ] {
        if !globs.is_empty() {
            push_format(out, format_args!(",\"{name}\":"));
            push_list(out, globs.iter().map(String::as_str));
        }
    }
}

pub(super) fn push_coverage(out: &mut String, scan: &Scan) {
    push_counts(out, &coverage_of(scan), scan.exclusions.len());
}

fn push_counts(out: &mut String, coverage: &Coverage, excluded: usize) {
    out.push('{');
    for (status, count) in FileStatus::ALL.iter().zip(coverage.files) {
        push_format(out, format_args!("\"{}\":{count},", status.name()));
    }
    push_format(
        out,
        format_args!(
            "\"directory\":{},\"symlink\":{},\"special\":{},\"excluded\":{excluded},\"complete_within_policy\":{}}}",
            coverage.directory, coverage.symlink, coverage.special, coverage.complete
        ),
    );
}
