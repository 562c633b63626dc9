//! Rows of the imports, calls, bases, references and cycles of a project.

use std::io;

use rustc_hash::FxHashMap;

use base::json_text::push_list_by;
use parse::facts::{BaseFacts, FileFacts, ImportFacts, Lookup};
use parse::facts_json::push_imported_name;
use relate::model::{Cycle, FileRelations, LinkNames, LinkState, Outcome, ResolvedImport};
use scan::model::Scan;

use super::codes::code_of;
use super::output::Output;
use super::row_layouts::{BaseRow, CycleFileRow, EDGE_KINDS, EdgeCountRow, EdgeRow, ImportRow, NonLoadCycleFileRow};
use super::rows::{Row, Rows};
use super::scanned_project::ScannedProject;

const CONTAINS: u64 = code_of(&EDGE_KINDS, "contains");
const IMPORTS: u64 = code_of(&EDGE_KINDS, "imports");
const CALLS: u64 = code_of(&EDGE_KINDS, "calls");
const INHERITS: u64 = code_of(&EDGE_KINDS, "inherits");
const REFERENCES: u64 = code_of(&EDGE_KINDS, "references");

pub fn write_links(project: &ScannedProject<'_>, output: &Output) -> io::Result<()> {
    let ScannedProject { scan, nodes, .. } = project;
    let mut edges = Rows::default();
    let mut imports = Rows::default();
    let mut bases = Rows::default();
    let mut counts: [LinkCount; 4] = Default::default();
    let mut found = Edges::default();
    for (index, entry) in scan.entries.iter().enumerate() {
        let (Some(file), Some(relations)) = (entry.file(), &scan.relations[index]) else {
            continue;
        };
        let Some(facts) = &file.facts else { continue };
        let node = nodes[index];
        import_edges(project, node, facts, relations, &mut found, &mut counts[0]);
        found.write(IMPORTS, &mut counts[0], &mut edges);
        for (seq, import) in relations.imports.iter().enumerate() {
            let written = &facts.imports[import.index as usize];
            let names = names_of(written, import);
            imports.push(&import_row(project, (node, seq), (written, import), names.as_deref()));
        }
        call_edges(project, node, facts, relations, &mut found, &mut counts[1]);
        found.write(CALLS, &mut counts[1], &mut edges);
        base_edges(project, node, facts, relations, &mut found, &mut counts[2]);
        found.write(INHERITS, &mut counts[2], &mut edges);
        reference_edges(project, node, facts, relations, &mut found, &mut counts[3]);
        found.write(REFERENCES, &mut counts[3], &mut edges);
        for (seq, declaration, base, link) in bases_of(facts, relations) {
            bases.push(&base_row((node + 1 + declaration, seq), base, link));
        }
        for rows in [&mut edges, &mut imports, &mut bases] {
            if rows.is_full() {
                rows.write(output)?;
            }
        }
    }
    edges.write(output)?;
    imports.write(output)?;
    bases.write(output)?;
    write_cycles(project, output)?;
    write_edge_counts(project, &counts, output)
}

fn write_edge_counts(project: &ScannedProject<'_>, counts: &[LinkCount; 4], output: &Output) -> io::Result<()> {
    let project_id = project.ids.project.into();
    let mut rows = Rows::default();
    let contained = u64::from(project.last_node - project.ids.node);
    rows.push(&EdgeCountRow {
        project_id,
        kind: CONTAINS,
        state: LinkState::Resolved as u64,
        edges: contained,
        sites: contained,
    });
    for (kind, count) in [IMPORTS, CALLS, INHERITS, REFERENCES].into_iter().zip(counts) {
        for (state, (edges, sites)) in (0..).zip(count.by_state) {
            if sites > 0 {
                rows.push(&EdgeCountRow {
                    project_id,
                    kind,
                    state,
                    edges: edges.into(),
                    sites: sites.into(),
                });
            }
        }
    }
    rows.write(output)
}

/// JSON; `None` for no names.
fn names_of(written: &ImportFacts, import: &ResolvedImport) -> Option<String> {
    let names: Vec<usize> = match &import.link.names {
        LinkNames::All => (0..written.names.len()).collect(),
        LinkNames::Some(indexes) => indexes.iter().map(|at| *at as usize).collect(),
    };
    if names.is_empty() {
        return None;
    }
    let mut json = String::new();
    push_list_by(&mut json, names, |json, at| {
        push_imported_name(json, &written.names[at])
    });
    Some(json)
}

fn import_row<'a>(
    project: &ScannedProject<'_>,
    (node, seq): (u32, usize),
    (written, import): (&'a ImportFacts, &'a ResolvedImport),
    names: Option<&'a str>,
) -> ImportRow<'a> {
    let destination = &import.link.destination;
    ImportRow {
        file_id: node.into(),
        seq: seq as u64,
        specifier: &written.specifier,
        target: (destination.file().is_none() && written.target != written.specifier)
            .then_some(written.target.as_str()),
        names,
        line: written.line.into(),
        reference: written.lookup == Lookup::Class,
        conditional: written.conditional,
        phase: import.phase as u64,
        state: destination.state as u64,
        target_id: destination.file().map(|file| project.nodes[file as usize].into()),
        rule: destination.rule,
        reason: destination.reason.as_ref().map(|it| it.text()),
    }
}

fn write_cycles(project: &ScannedProject<'_>, output: &Output) -> io::Result<()> {
    let first = project.ids.last_cycle + 1;
    let Scan {
        cycles,
        non_load_cycles,
        ..
    } = project.scan;
    cycle_rows(project, cycles, first, |cycle_id, file_id, step| CycleFileRow {
        cycle_id,
        file_id,
        step,
    })
    .write(output)?;
    let first = first + cycles.len() as u32;
    cycle_rows(project, non_load_cycles, first, |cycle_id, file_id, step| {
        NonLoadCycleFileRow {
            cycle_id,
            file_id,
            step,
        }
    })
    .write(output)
}

/// `first`: id of the first cycle. `row`: from the ids of a cycle and of one of its files, and the file's step.
fn cycle_rows<R: Row>(
    project: &ScannedProject<'_>,
    cycles: &[Cycle],
    first: u32,
    row: impl Fn(u64, u64, Option<u64>) -> R,
) -> Rows {
    let mut rows = Rows::default();
    for (id, cycle) in (u64::from(first)..).zip(cycles) {
        let steps: FxHashMap<_, _> = cycle.example.iter().zip(0u64..).collect();
        for file in &cycle.files {
            let node = project.nodes[*file as usize];
            rows.push(&row(id, node.into(), steps.get(file).copied()));
        }
    }
    rows
}

fn import_edges(
    project: &ScannedProject<'_>,
    node: u32,
    facts: &FileFacts,
    relations: &FileRelations,
    edges: &mut Edges,
    count: &mut LinkCount,
) {
    for import in &relations.imports {
        let destination = &import.link.destination;
        let state = destination.state as u32;
        count.site(state);
        let written = &facts.imports[import.index as usize];
        for file in &destination.files {
            let to = project.nodes[*file as usize];
            edges.add(node, to, state, written.line, import.phase as u32);
        }
    }
}

fn call_edges(
    project: &ScannedProject<'_>,
    node: u32,
    facts: &FileFacts,
    relations: &FileRelations,
    edges: &mut Edges,
    count: &mut LinkCount,
) {
    for (call, row) in facts.calls.read().rows().iter().enumerate() {
        let outcome = relations.calls.outcome(call);
        let state = outcome.state as u32;
        count.site(state);
        // At file level `within` is -1, so that the sum is the file's node.
        let from = (node + 1).strict_add_signed(row.within);
        for candidate in &outcome.candidates {
            let to = project.nodes[candidate.file as usize] + 1 + candidate.declaration;
            edges.add(from, to, state, row.line, 0);
        }
    }
}

fn base_edges(
    project: &ScannedProject<'_>,
    node: u32,
    facts: &FileFacts,
    relations: &FileRelations,
    edges: &mut Edges,
    count: &mut LinkCount,
) {
    for (_, declaration, _, link) in bases_of(facts, relations) {
        let state = link.state as u32;
        count.site(state);
        let line = facts.declarations[declaration as usize].start_line;
        for candidate in &link.candidates {
            let to = project.nodes[candidate.file as usize] + 1 + candidate.declaration;
            edges.add(node + 1 + declaration, to, state, line, 0);
        }
    }
}

fn reference_edges(
    project: &ScannedProject<'_>,
    node: u32,
    facts: &FileFacts,
    relations: &FileRelations,
    edges: &mut Edges,
    count: &mut LinkCount,
) {
    let references = &relations.references;
    for (index, outcome) in &references.found {
        let state = outcome.state as u32;
        count.site(state);
        let it = &facts.references[*index as usize];
        // At file level `within` is -1, so that the sum is the file's node.
        let from = (node + 1).strict_add_signed(it.within);
        for candidate in &outcome.candidates {
            let to = project.nodes[candidate.file as usize] + 1 + candidate.declaration;
            edges.add(from, to, state, it.line, it.kind as u32);
        }
    }
    count.sites(LinkState::External as u32, references.external);
    count.sites(LinkState::Unresolved as u32, references.unresolved);
}

/// Each base with its index in the bases of its declaration, the index of that declaration, and where it leads.
fn bases_of<'a>(
    facts: &'a FileFacts,
    relations: &'a FileRelations,
) -> impl Iterator<Item = (u64, u32, &'a BaseFacts, &'a Outcome)> {
    let written = facts
        .declarations
        .iter()
        .zip(0..)
        .flat_map(|(it, declaration)| (0..).zip(&it.bases).map(move |(seq, base)| (seq, declaration, base)));
    written
        .zip(&relations.bases)
        .map(|((seq, declaration, base), link)| (seq, declaration, base, link))
}

fn base_row<'a>((node, seq): (u32, u64), base: &'a BaseFacts, link: &'a Outcome) -> BaseRow<'a> {
    BaseRow {
        node_id: node.into(),
        seq,
        kind: base.kind as u64,
        name: &base.name,
        state: link.state as u64,
        reason: link.reason.as_ref().map(|it| it.text()),
    }
}

/// Edges of one file; edges between the same nodes are merged. The minimum state of the sites is the most certain one.
#[derive(Default)]
struct Edges(FxHashMap<(u32, u32), Edge>);

struct Edge {
    state: u32,
    line: u32,
    /// The least code of the phases, or of the kinds of references, of the sites with that state.
    phase: u32,
    sites: u32,
}

impl Edges {
    fn add(&mut self, from: u32, to: u32, state: u32, line: u32, phase: u32) {
        let edge = self.0.entry((from, to)).or_insert(Edge {
            state,
            line,
            phase,
            sites: 0,
        });
        edge.sites += 1;
        if state < edge.state {
            (edge.state, edge.line, edge.phase) = (state, line, phase);
        } else if state == edge.state {
            edge.line = edge.line.min(line);
            edge.phase = edge.phase.min(phase);
        }
    }

    /// Empties it.
    fn write(&mut self, kind: u64, count: &mut LinkCount, rows: &mut Rows) {
        let mut all: Vec<_> = self.0.drain().collect();
        all.sort_unstable_by_key(|(ends, _)| *ends);
        for ((from, to), edge) in all {
            let Edge {
                state,
                line,
                phase,
                sites,
            } = edge;
            count.edge(state);
            rows.push(&EdgeRow {
                from_id: from.into(),
                kind,
                to_id: to.into(),
                state: state.into(),
                line: line.into(),
                phase: phase.into(),
                sites: sites.into(),
            });
        }
    }
}

/// Edges and sites by state.
#[derive(Default)]
struct LinkCount {
    by_state: [(u32, u32); LinkState::ALL.len()],
}

impl LinkCount {
    fn edge(&mut self, state: u32) {
        self.by_state[state as usize].0 += 1;
    }

    fn site(&mut self, state: u32) {
        self.sites(state, 1);
    }

    fn sites(&mut self, state: u32, count: u32) {
        self.by_state[state as usize].1 += count;
    }
}
