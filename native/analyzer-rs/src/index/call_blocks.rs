//! The calls of a project in compact blocks; `packages/core/src/index/calls/call-block.ts` describes the format and
//! reads them. Here they are not deflated.

use std::io;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use base::json_text::{push_format, push_list, push_quoted};
use parse::facts::FileFacts;
use parse::token_block::{push_signed, push_unsigned};
use relate::model::{CallVia, FileRelations, LinkState};

use super::output::Output;
use super::row_layouts::CallBlockRow;
use super::rows::Rows;
use super::scanned_project::ScannedProject;

/// Size of the numbers at which a block is finished.
const BLOCK_BYTES: usize = 64 * 1024;

pub fn write_call_blocks(project: &ScannedProject<'_>, output: &Output) -> io::Result<()> {
    let mut block = BlockWriter::default();
    for (index, entry) in project.scan.entries.iter().enumerate() {
        let (Some(file), Some(relations)) = (entry.file(), &project.scan.relations[index]) else {
            continue;
        };
        let Some(facts) = file.facts.as_ref().filter(|facts| !facts.calls.is_empty()) else {
            continue;
        };
        block.add(project, project.nodes[index], facts, relations);
        if block.numbers.len() >= BLOCK_BYTES {
            std::mem::take(&mut block).write(output)?;
        }
    }
    block.write(output)
}

type OutcomeKey<'a> = (LinkState, Option<&'a str>, bool, Option<CallVia>);

#[derive(Default)]
struct BlockWriter<'a> {
    callees: FxHashMap<Rc<str>, u32>,
    callee_list: Vec<Rc<str>>,
    outcomes: FxHashMap<OutcomeKey<'a>, u32>,
    outcome_list: Vec<OutcomeKey<'a>>,
    files: u32,
    numbers: Vec<u8>,
    first: u32,
    last: u32,
}

impl<'a> BlockWriter<'a> {
    fn add(&mut self, project: &ScannedProject<'_>, node: u32, facts: &FileFacts, relations: &'a FileRelations) {
        if self.files == 0 {
            self.first = node;
        }
        self.files += 1;
        push_unsigned(&mut self.numbers, node - self.last);
        self.last = node;
        let calls = facts.calls.read();
        push_unsigned(&mut self.numbers, calls.len() as u32);
        for callee in calls.callees() {
            let next = self.callee_list.len() as u32;
            let number = self.callees.get(callee).copied().unwrap_or(next);
            if number == next {
                let callee: Rc<str> = callee.into();
                self.callee_list.push(Rc::clone(&callee));
                self.callees.insert(callee, number);
            }
            push_unsigned(&mut self.numbers, number);
        }
        self.push_differences(calls.rows().iter().map(|it| it.line.cast_signed()));
        self.push_differences(calls.rows().iter().map(|it| it.within));
        for call in 0..calls.len() {
            let outcome = relations.calls.outcome(call);
            let reason = outcome.reason.as_ref().map(|it| it.text());
            let key = (outcome.state, reason, !outcome.candidates.is_empty(), outcome.via);
            let next = self.outcome_list.len() as u32;
            let number = *self.outcomes.entry(key).or_insert(next);
            if number == next {
                self.outcome_list.push(key);
            }
            push_unsigned(&mut self.numbers, number);
        }
        for call in 0..calls.len() {
            let candidates = &relations.calls.outcome(call).candidates;
            if candidates.is_empty() {
                continue;
            }
            push_unsigned(&mut self.numbers, candidates.len() as u32);
            for candidate in candidates {
                let to = project.nodes[candidate.file as usize] + 1 + candidate.declaration;
                push_signed(&mut self.numbers, to.cast_signed() - node.cast_signed());
            }
        }
    }

    fn push_differences(&mut self, column: impl Iterator<Item = i32>) {
        let mut before = 0;
        for value in column {
            push_signed(&mut self.numbers, value - before);
            before = value;
        }
    }

    fn write(self, output: &Output) -> io::Result<()> {
        if self.files == 0 {
            return Ok(());
        }
        let mut header = String::from("{\"callees\":");
        push_list(&mut header, self.callee_list.iter().map(AsRef::as_ref));
        header.push_str(",\"outcomes\":[");
        for (nth, (state, reason, has_candidates, via)) in self.outcome_list.iter().enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            push_format(&mut header, format_args!("{comma}[\"{}\",", state.name()));
            match reason {
                Some(reason) => push_quoted(&mut header, reason),
                None => header.push_str("null"),
            }
            push_format(&mut header, format_args!(",{has_candidates},"));
            match via {
                Some(via) => push_quoted(&mut header, via.name()),
                None => header.push_str("null"),
            }
            header.push(']');
        }
        push_format(&mut header, format_args!("],\"files\":{}}}", self.files));
        let mut block = Vec::with_capacity(4 + header.len() + self.numbers.len());
        block.extend_from_slice(&(header.len() as u32).to_le_bytes());
        block.extend_from_slice(header.as_bytes());
        block.extend_from_slice(&self.numbers);
        let mut rows = Rows::default();
        rows.push(&CallBlockRow {
            first_file_id: self.first.into(),
            data: &block,
        });
        rows.write(output)
    }
}
