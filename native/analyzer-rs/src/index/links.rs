//! Rows of the imports, calls and cycles of a project.

use std::io;

use rustc_hash::FxHashMap;

use crate::parse::facts::{FileFacts, ImportFacts};
use crate::parse::facts_json::push_imported_name;
use crate::relate::model::{FileRelations, LinkNames, LinkState, ResolvedImport};
use crate::scan::model::Scan;

use super::output::Output;
use super::project::Project;
use super::rows::Rows;

/// Indices in `EDGE_KINDS` of `codes.ts`.
const CONTAINS: u32 = 0;
const IMPORTS: u32 = 1;
const CALLS: u32 = 2;

pub fn write_links(project: &Project<'_>, output: &Output) -> io::Result<()> {
    let Project { scan, nodes, ids, .. } = project;
    let mut edges = Rows::new("edge");
    let mut imports = Rows::new("import");
    let mut counts = [LinkCount::default(), LinkCount::default()];
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
            imports.number(node).number(seq as u32);
            import_row(project, &facts.imports[import.index as usize], import, &mut imports);
        }
        call_edges(project, node, facts, relations, &mut found, &mut counts[1]);
        found.write(CALLS, &mut counts[1], &mut edges);
        for rows in [&mut edges, &mut imports] {
            if rows.is_full() {
                rows.write(output)?;
            }
        }
    }
    edges.write(output)?;
    imports.write(output)?;
    write_cycles(project, output)?;

    let mut rows = Rows::new("edge_count");
    let contained = project.last_node - ids.node;
    rows.number(ids.project)
        .number(CONTAINS)
        .number(LinkState::Resolved as u32);
    rows.number(contained).number(contained);
    for (kind, count) in [IMPORTS, CALLS].into_iter().zip(&counts) {
        for (state, (edges, sites)) in count.by_state.iter().enumerate() {
            if *sites > 0 {
                rows.number(ids.project)
                    .number(kind)
                    .number(state as u32)
                    .number(*edges)
                    .number(*sites);
            }
        }
    }
    rows.write(output)
}

fn import_row(project: &Project<'_>, written: &ImportFacts, import: &ResolvedImport, rows: &mut Rows) {
    let all = 0..written.names.len();
    let names: Vec<usize> = match &import.link.names {
        LinkNames::All => all.collect(),
        LinkNames::Some(places) => places.iter().map(|at| *at as usize).collect(),
    };
    rows.text(&written.specifier);
    if names.is_empty() {
        rows.null();
    } else {
        let mut text = String::from("[");
        for (nth, at) in names.into_iter().enumerate() {
            if nth > 0 {
                text.push(',');
            }
            push_imported_name(&mut text, &written.names[at]);
        }
        text.push(']');
        rows.text(&text);
    }
    let destination = &import.link.destination;
    rows.number(written.line)
        .flag(written.conditional)
        .number(written.phase as u32)
        .number(destination.state as u32);
    rows.optional_number(destination.file().map(|file| project.nodes[file as usize]));
    rows.optional_text(destination.rule);
    rows.optional_text(destination.reason.as_ref().map(|it| it.text()));
}

fn write_cycles(project: &Project<'_>, output: &Output) -> io::Result<()> {
    let Scan {
        cycles,
        non_load_cycles,
        ..
    } = project.scan;
    let mut id = project.ids.last_cycle;
    for (table, cycles) in [("cycle_file", cycles), ("non_load_cycle_file", non_load_cycles)] {
        let mut rows = Rows::new(table);
        for cycle in cycles {
            id += 1;
            let steps: FxHashMap<_, _> = cycle.example.iter().zip(0u32..).collect();
            for file in &cycle.files {
                rows.number(id);
                rows.number(project.nodes[*file as usize])
                    .optional_number(steps.get(file).copied());
            }
        }
        rows.write(output)?;
    }
    Ok(())
}

fn import_edges(
    project: &Project<'_>,
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
            edges.add(node, to, state, written.line, written.phase as u32);
        }
    }
}

fn call_edges(
    project: &Project<'_>,
    node: u32,
    facts: &FileFacts,
    relations: &FileRelations,
    edges: &mut Edges,
    count: &mut LinkCount,
) {
    for (call, row) in facts.calls.rows().iter().enumerate() {
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

/// Edges of one file; edges between the same nodes are merged. The minimum state of the sites is the most certain one.
#[derive(Default)]
struct Edges(FxHashMap<(u32, u32), Edge>);

struct Edge {
    state: u32,
    line: u32,
    /// The earliest phase of the sites with that state.
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
    fn write(&mut self, kind: u32, count: &mut LinkCount, rows: &mut Rows) {
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
            rows.number(from)
                .number(kind)
                .number(to)
                .number(state)
                .number(line)
                .number(phase)
                .number(sites);
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
        self.by_state[state as usize].1 += 1;
    }
}
