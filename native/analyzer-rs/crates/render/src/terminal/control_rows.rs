//! Conditions, loops, returns and calls of a file.

use std::borrow::Cow;
use std::rc::Rc;

use compact_str::ToCompactString;
use rustc_hash::FxHashMap;

use parse::facts::{Calls, Control, ControlKind, FileFacts, Within};
use relate::model::FileRelations;
use scan::model::Scan;

use super::link_note::link_note;
use super::row::{Row, SourceRow};
use super::style::{TerminalStyle, Tone};

pub struct ControlRows<'a> {
    scan: &'a Scan,
    control: Vec<Control>,
    written_calls: Cow<'a, Calls>,
    relations: &'a FileRelations,
    style: &'a TerminalStyle,
    outermost: FxHashMap<Within, Vec<usize>>,
    /// Children of a row, by row; recursion would need an unbounded stack.
    inner: FxHashMap<usize, Vec<usize>>,
    /// The index of the call of a row.
    calls: Vec<Option<usize>>,
}

impl<'a> ControlRows<'a> {
    pub fn new(scan: &'a Scan, facts: &'a FileFacts, relations: &'a FileRelations, style: &'a TerminalStyle) -> Self {
        let control = facts.control.read().into_owned();
        let mut outermost: FxHashMap<Within, Vec<usize>> = FxHashMap::default();
        let mut inner: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut open: FxHashMap<Within, Vec<usize>> = FxHashMap::default();
        let mut calls = Vec::with_capacity(control.len());
        let mut call = 0;
        for (index, it) in control.iter().enumerate() {
            let owner = it.within;
            let stack = open.entry(owner).or_default();
            stack.truncate(it.depth() as usize);
            match stack.last() {
                None => outermost.entry(owner).or_default().push(index),
                Some(parent) => inner.entry(*parent).or_default().push(index),
            }
            stack.push(index);
            let is_call = it.kind() == ControlKind::Call;
            calls.push(is_call.then_some(call));
            call += usize::from(is_call);
        }
        Self {
            scan,
            control,
            written_calls: facts.calls.read(),
            relations,
            style,
            outermost,
            inner,
            calls,
        }
    }

    /// The outermost ones of a declaration (-1: of the file), each with those inside it as children.
    pub fn of(self: &Rc<Self>, owner: Within) -> Vec<SourceRow<'a>> {
        let rows = self.outermost.get(&owner).into_iter().flatten();
        rows.map(|index| SourceRow {
            line: self.control[*index].line,
            row: self.row(*index),
        })
        .collect()
    }

    fn row(self: &Rc<Self>, index: usize) -> Row<'a> {
        let control = self.control[index];
        let call = self.calls[index].filter(|call| *call < self.relations.calls.of_call.len());
        let label = match call {
            None => control.kind().name().to_owned(),
            Some(call) => format!("call {}", self.style.name(self.written_calls.callee(call))),
        };
        let mut row = Row::new(Tone::Faint, label);
        row.lines = Some(control.line.to_compact_string());
        if let Some(call) = call {
            let outcome = self.relations.calls.outcome(call);
            let targets: Vec<String> = outcome
                .candidates
                .iter()
                .map(|it| self.scan.id_of(*it).to_string())
                .collect();
            let reason = outcome.reason.as_ref().map(|it| it.text());
            row.notes.push(link_note(outcome.state, &targets, reason, self.style));
        }
        if self.inner.contains_key(&index) {
            let rows = self.clone();
            row.children = Some(Box::new(move || {
                rows.inner[&index].iter().map(|child| rows.row(*child)).collect()
            }));
        }
        row
    }
}
