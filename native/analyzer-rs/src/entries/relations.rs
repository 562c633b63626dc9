//! The relations of a project as frames. Files are numbers of entries, declarations their indices in a file; rows are
//! tuples, with null for absent values. `packages/core/src/scan/native-relations.ts` reads them.

use std::io;

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::index::output::Output;
use base::hex::hex;
use relate::copies::CopyEvidence;
use relate::model::{
    BlockRange, Cycle, DeclarationRef, FileIndex, Group, LinkNames, Outcome, Reason, ResolvedImport, ResolvedReferences,
};
use relate::relate::Relations;

use super::changed_part::Part;
use super::items::Items;

/// `part`: groups, similar declarations and repeated blocks in other files only are left out, and the imports of files that
/// are in no cycle.
pub fn write_relations(related: &Relations, part: Option<&Part>, output: &Output) -> io::Result<()> {
    let mut imports = Items::new("imports", output);
    let mut calls = Items::new("calls", output);
    let mut bases = Items::new("bases", output);
    let mut references = Items::new("references", output);
    let in_cycles = part.map(|_| files_in_cycles(related));
    for (file, its) in related.relations.iter().enumerate() {
        let Some(its) = its else { continue };
        if !its.imports.is_empty() && in_cycles.as_ref().is_none_or(|its| its.contains(&(file as FileIndex))) {
            imports.add_row(&(file, its.imports.iter().map(import_row).collect::<Vec<_>>()))?;
        }
        if !its.calls.of_call.is_empty() {
            let outcomes: Vec<_> = its.calls.outcomes.iter().map(outcome_row).collect();
            calls.add_row(&(file, outcomes, &its.calls.of_call))?;
        }
        if !its.bases.is_empty() {
            bases.add_row(&(file, its.bases.iter().map(outcome_row).collect::<Vec<_>>()))?;
        }
        let ResolvedReferences {
            found,
            external,
            unresolved,
        } = &its.references;
        if its.references != ResolvedReferences::default() {
            let rows: Vec<_> = found.iter().map(|(at, outcome)| (at, outcome_row(outcome))).collect();
            references.add_row(&(file, rows, external, unresolved))?;
        }
    }
    imports.finish()?;
    calls.finish()?;
    bases.finish()?;
    references.finish()?;
    let evidence = related.copy_evidence.as_ref();
    let problems = related.configuration_problems.iter();
    let duplicates = related.duplicate_files.iter();
    let groups = related
        .groups
        .iter()
        .filter(|it| part.is_none_or(|its| its.has_all(it)));
    write_rows("cycles", related.cycles.iter().map(cycle_row), output)?;
    write_rows("non_load_cycles", related.non_load_cycles.iter().map(cycle_row), output)?;
    write_rows(
        "configuration_problems",
        problems.map(|it| (&it.path, &it.problem)),
        output,
    )?;
    write_rows(
        "duplicate_files",
        duplicates.map(|it| (hex(&it.sha256), it.size, &it.files)),
        output,
    )?;
    write_rows("groups", groups.map(|it| group_row(it, evidence)), output)?;
    let left_out = &related.runs_left_out;
    if !left_out.files.is_empty() {
        let row = (left_out.occurrences, &left_out.files);
        write_rows("runs_left_out", std::iter::once(row), output)?;
    }
    let Some(evidence) = evidence else { return Ok(()) };
    let is_needed = |file| part.is_none_or(|its| its.has(file));
    let members = evidence.members.iter().filter(|(it, _)| is_needed(it.file));
    let repeats = evidence
        .repeats
        .iter()
        .filter(|it| it.blocks.iter().any(|it| is_needed(it.file)));
    write_rows(
        "similar",
        members.map(|(it, body)| (it.file, it.declaration, hex_of(body))),
        output,
    )?;
    let callbacks = evidence.callbacks.iter().filter(|(it, _)| is_needed(it.file));
    write_rows(
        "similar_callbacks",
        callbacks.map(|(it, body)| (block(it), hex_of(body))),
        output,
    )?;
    write_rows(
        "repeats",
        repeats.map(|it| (it.kind.name(), units(&it.units), blocks(&it.blocks))),
        output,
    )
}

fn files_in_cycles(related: &Relations) -> FxHashSet<FileIndex> {
    let cycles = related.cycles.iter().chain(&related.non_load_cycles);
    cycles.flat_map(|it| it.files.iter().copied()).collect()
}

fn write_rows<T: Serialize>(name: &'static str, rows: impl Iterator<Item = T>, output: &Output) -> io::Result<()> {
    let mut items = Items::new(name, output);
    for row in rows {
        items.add_row(&row)?;
    }
    items.finish()
}

/// Without names for all names of the import.
fn import_row(ResolvedImport { index, phase, link }: &ResolvedImport) -> impl Serialize {
    let names = match &link.names {
        LinkNames::All => None,
        LinkNames::Some(names) => Some(names),
    };
    let to = &link.destination;
    let reason = to.reason.as_ref().map(Reason::text);
    (index, names, to.state.name(), &to.files, to.rule, reason, phase.name())
}

fn outcome_row(it: &Outcome) -> impl Serialize {
    let via = it.via.map(|via| via.name());
    let reason = it.reason.as_ref().map(Reason::text);
    (it.state.name(), via, declarations(&it.candidates), reason)
}

fn cycle_row(Cycle { files, example }: &Cycle) -> impl Serialize {
    (files, example)
}

fn group_row(it: &Group, evidence: Option<&CopyEvidence>) -> impl Serialize {
    (
        (&it.id, it.kind.name(), it.nodes, it.score),
        (&it.same_as, &it.contained_in, &it.folded_into),
        declarations(&it.occurrences),
        &it.similarity,
        blocks(&it.blocks),
        evidence.and_then(|all| all.units.get(&it.id)).map(|its| units(its)),
    )
}

fn declarations(all: &[DeclarationRef]) -> Vec<(u32, u32)> {
    all.iter().map(|it| (it.file, it.declaration)).collect()
}

/// Lines, bytes, the declaration around each, the name of a callback or declaration, and 1 for a declaration.
fn blocks(all: &[BlockRange]) -> Vec<impl Serialize> {
    all.iter().map(block).collect()
}

fn block(it: &BlockRange) -> impl Serialize {
    (
        it.file,
        it.start_line,
        it.end_line,
        it.start_byte,
        it.end_byte,
        it.within,
        it.name.as_deref(),
        u8::from(it.is_declaration),
    )
}

fn units(all: &[u64]) -> Vec<String> {
    all.iter().map(hex_of).collect()
}

fn hex_of(hash: &u64) -> String {
    format!("{hash:016x}")
}
