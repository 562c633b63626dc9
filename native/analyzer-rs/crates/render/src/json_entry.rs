//! One entry of `analyzer.scan.v1`.

use std::cell::Cell;

use base::errors::AnalyzerError;
use base::languages::hosts::HOSTS;
use parse::facts::{DeclarationFacts, FileFacts, ImportedName, Lookup, TextColumn, Within};
use relate::ids::DeclarationId;
use relate::model::{LinkNames, LinkState, Outcome, ResolvedImport, ResolvedReferences};
use scan::model::{Entry, EntryKind, FileEntry, Scan};

use super::out::Out;
use base::json_text::{
    push_bool, push_escaped, push_format, push_hash, push_list, push_list_by, push_number, push_optional, push_quoted,
};
use parse::facts_json::{push_declared, push_embedded, push_errors, push_imported_name, push_prints};

/// The properties of an entry up to its fact lists, without the closing brace.
pub fn push_entry(out: &mut String, entry: &Entry) {
    out.push_str("{\"path\":");
    push_quoted(out, &entry.path);
    if entry.name_lossy {
        out.push_str(",\"name_lossy\":true");
    }
    push_format(out, format_args!(",\"kind\":\"{}\"", entry.kind()));
    match &entry.what {
        EntryKind::Symlink { target } => push_target(out, target.as_deref()),
        EntryKind::File(file) => push_file(out, file),
        EntryKind::Directory { unreadable } | EntryKind::Special { unreadable } => {
            push_optional(out, "status", entry.status().map(|it| it.name()));
            push_optional(out, "reason", unreadable.as_deref());
        }
    }
}

/// Of a symbolic link, which may lead out of the folder.
pub fn push_target(out: &mut String, target: Option<&str>) {
    match target {
        Some(_) => push_optional(out, "target", target),
        None => out.push_str(",\"outside\":true"),
    }
}

fn push_file(out: &mut String, file: &FileEntry) {
    push_format(out, format_args!(",\"size\":{}", file.size));
    if let Some(content) = &file.content {
        push_hash(out, "sha256", &content.sha256);
        push_format(out, format_args!(",\"lines\":{}", content.lines));
    }
    push_optional(out, "language", file.language);
    push_optional(out, "dialect", file.dialect);
    if file.dialect.is_some_and(|dialect| HOSTS.get(dialect).is_some()) {
        out.push_str(",\"embedded\":true");
    }
    push_optional(out, "encoding", file.encoding.as_deref());
    push_format(out, format_args!(",\"status\":\"{}\"", file.status.name()));
    push_optional(out, "reason", file.reason.as_deref());
    if let Some(errors) = file.error_ranges() {
        push_errors(out, errors);
    }
    let roles = file.roles;
    push_format(
        out,
        format_args!(
            ",\"is_test\":{},\"is_vendored\":{},\"is_generated\":{},\"is_example\":{},\"is_benchmark\":{}",
            roles.is_test, roles.is_vendored, roles.is_generated, roles.is_example, roles.is_benchmark
        ),
    );
    if roles.is_configuration {
        out.push_str(",\"is_configuration\":true");
    }
    if let Some(facts) = &file.facts {
        push_hash(out, "tree_hash", &facts.tree_hash);
    }
}

/// The fact lists of the file with this index, each with a leading comma, and the numbers of its other references. Written in chunks too, because a file
/// may have a hundred thousand calls.
pub fn push_fact_lists(out: &mut Out<'_>, scan: &Scan, index: usize) -> Result<(), AnalyzerError> {
    let entry = &scan.entries[index];
    let (Some(file), Some(relations)) = (entry.file(), &scan.relations[index]) else {
        return Ok(());
    };
    let Some(facts) = &file.facts else { return Ok(()) };
    let mut ids = TextColumn::default();
    let mut quoted = String::new();
    for declaration in 0..facts.declarations.len() as u32 {
        quoted.clear();
        push_id(
            &mut quoted,
            relations.ids.of(&entry.path, &facts.declarations, declaration),
        );
        ids.push(&quoted);
    }
    let within = |within: Within| usize::try_from(within).ok().map_or("null", |at| ids.get(at));

    let bases_at = Cell::new(0);
    list(out, "declarations", facts.declarations.len(), |out, i| {
        let declaration = &facts.declarations[i];
        let bases = bases_at.get()..bases_at.get() + declaration.bases.len();
        bases_at.set(bases.end);
        let bases = relations.bases.get(bases).unwrap_or_default();
        push_declaration(out, scan, (declaration, bases), ids.get(i), file.roles.is_test);
    })?;
    list(out, "imports", relations.imports.len(), |out, i| {
        push_import(out, scan, facts, &relations.imports[i])
    })?;
    let calls = facts.calls.read();
    list(out, "calls", calls.len(), |out, i| {
        let call = calls.rows()[i];
        out.push_str("{\"callee\":");
        push_quoted(out, calls.callee(i));
        out.push_str(",\"line\":");
        push_number(out, call.line);
        out.push_str(",\"within\":");
        out.push_str(within(call.within));
        push_outcome(out, scan, relations.calls.outcome(i));
        out.push('}');
    })?;
    let control = facts.control.read();
    list(out, "control", control.len(), |out, i| {
        let it = control[i];
        out.push_str("{\"kind\":\"");
        out.push_str(it.kind().name());
        out.push_str("\",\"depth\":");
        push_number(out, it.depth());
        out.push_str(",\"line\":");
        push_number(out, it.line);
        out.push_str(",\"within\":");
        out.push_str(within(it.within));
        out.push('}');
    })?;
    let references = &relations.references;
    if !references.found.is_empty() {
        list(out, "references", references.found.len(), |out, i| {
            let (index, outcome) = &references.found[i];
            let it = &facts.references[*index as usize];
            out.push_str("{\"name\":");
            push_quoted(out, &it.name);
            push_format(
                out,
                format_args!(",\"kind\":\"{}\",\"line\":{}", it.kind.name(), it.line),
            );
            out.push_str(",\"within\":");
            out.push_str(within(it.within));
            push_outcome(out, scan, outcome);
            out.push('}');
        })?;
    }
    push_reference_counts(&mut out.text, facts, references);
    if !facts.embedded.is_empty() {
        list(out, "embedded_code", facts.embedded.len(), |out, i| {
            let it = &facts.embedded[i];
            out.push_str("{\"embedded\":true,");
            push_embedded(out, it, within(it.within));
            out.push('}');
        })?;
    }
    Ok(())
}

/// Only those that are not 0.
fn push_reference_counts(out: &mut String, facts: &FileFacts, references: &ResolvedReferences) {
    for (name, count) in [
        ("external_references", references.external),
        ("unresolved_references", references.unresolved),
    ] {
        if count > 0 {
            push_format(out, format_args!(",\"{name}\":{count}"));
        }
    }
    if facts.references_truncated {
        out.push_str(",\"references_truncated\":true");
    }
}

pub fn push_id(out: &mut String, id: DeclarationId<'_>) {
    out.push('"');
    id.push_to(out, push_escaped);
    out.push('"');
}

fn list(out: &mut Out<'_>, name: &str, length: usize, row: impl Fn(&mut String, usize)) -> Result<(), AnalyzerError> {
    push_format(&mut out.text, format_args!(",\"{name}\":["));
    for index in 0..length {
        if index > 0 {
            out.text.push(',');
        }
        row(&mut out.text, index);
        out.hand_on()?;
    }
    out.text.push(']');
    Ok(())
}

/// `bases`: one for each base of the declaration; empty if they were not resolved.
fn push_declaration(
    out: &mut String,
    scan: &Scan,
    (facts, bases): (&DeclarationFacts, &[Outcome]),
    id: &str,
    is_test: bool,
) {
    out.push_str("{\"id\":");
    out.push_str(id);
    out.push(',');
    push_declared(out, facts);
    out.push_str(",\"is_test\":");
    push_bool(out, is_test);
    push_prints(out, facts);
    if !bases.is_empty() {
        out.push_str(",\"bases\":");
        push_list_by(out, facts.bases.iter().zip(bases), |out, (base, outcome)| {
            out.push_str("{\"name\":");
            push_quoted(out, &base.name);
            push_format(out, format_args!(",\"kind\":\"{}\"", base.kind.name()));
            push_outcome(out, scan, outcome);
            out.push('}');
        });
    }
    out.push('}');
}

fn push_import(out: &mut String, scan: &Scan, facts: &FileFacts, import: &ResolvedImport) {
    let source = &facts.imports[import.index as usize];
    out.push_str("{\"specifier\":");
    push_quoted(out, &source.specifier);
    out.push_str(",\"names\":[");
    let mut first = true;
    let mut push_name = |name: &ImportedName| {
        if !first {
            out.push(',');
        }
        first = false;
        push_imported_name(out, name);
    };
    match &import.link.names {
        LinkNames::All => source.names.iter().for_each(push_name),
        LinkNames::Some(indices) => indices.iter().for_each(|at| push_name(&source.names[*at as usize])),
    }
    let destination = &import.link.destination;
    push_format(
        out,
        format_args!(
            "],\"line\":{}{},\"conditional\":{},\"phase\":\"{}\",\"state\":\"{}\"",
            source.line,
            if source.lookup == Lookup::Class {
                ",\"reference\":true"
            } else {
                ""
            },
            source.conditional,
            import.phase.name(),
            destination.state.name()
        ),
    );
    let path_of = |file: &u32| scan.entries[*file as usize].path.as_str();
    push_optional(out, "path", destination.file().as_ref().map(path_of));
    if destination.state == LinkState::Ambiguous {
        out.push_str(",\"candidates\":");
        push_list(out, destination.files.iter().map(path_of));
    }
    push_optional(out, "rule", destination.rule);
    push_optional(out, "reason", destination.reason.as_ref().map(|it| it.text()));
    out.push('}');
}

fn push_outcome(out: &mut String, scan: &Scan, outcome: &Outcome) {
    out.push_str(",\"state\":\"");
    out.push_str(outcome.state.name());
    out.push('"');
    if let Some(via) = outcome.via {
        out.push_str(",\"via\":\"");
        out.push_str(via.name());
        out.push('"');
    }
    out.push_str(",\"candidates\":");
    push_list_by(out, &outcome.candidates, |out, it| push_id(out, scan.id_of(*it)));
    push_optional(out, "reason", outcome.reason.as_ref().map(|it| it.text()));
}
