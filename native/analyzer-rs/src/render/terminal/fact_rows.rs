//! Rows of one file: its declarations, nested as they are; in full also imports, and in source order with the
//! declarations: conditions, loops, returns and calls.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::parse::facts::{DeclarationFacts, DeclarationKind, FileFacts, Within};
use crate::relate::model::{DeclarationRef, FileIndex, FileRelations, LinkNames};
use crate::scan::model::Scan;

use super::control_rows::ControlRows;
use super::link_note::link_note;
use super::look::{Look, Tone};
use super::marks::Marks;
use super::row::{Placed, Row};

pub struct FactRows<'a> {
    scan: &'a Scan,
    file: FileIndex,
    facts: &'a FileFacts,
    relations: &'a FileRelations,
    look: &'a Look,
    marks: &'a Marks<'a>,
    nested: FxHashMap<Within, Vec<usize>>,
    control: Option<Rc<ControlRows<'a>>>,
}

impl<'a> FactRows<'a> {
    pub fn new(
        scan: &'a Scan,
        file: FileIndex,
        (facts, relations): (&'a FileFacts, &'a FileRelations),
        look: &'a Look,
        marks: &'a Marks<'a>,
        full: bool,
    ) -> Rc<Self> {
        let mut nested: FxHashMap<Within, Vec<usize>> = FxHashMap::default();
        for (index, it) in facts.declarations.iter().enumerate() {
            nested.entry(it.within).or_default().push(index);
        }
        let control = full.then(|| Rc::new(ControlRows::new(scan, facts, relations, look)));
        Rc::new(Self {
            scan,
            file,
            facts,
            relations,
            look,
            marks,
            nested,
            control,
        })
    }

    pub fn rows(self: &Rc<Self>) -> Vec<Row<'a>> {
        let mut rows = if self.control.is_some() {
            self.import_rows()
        } else {
            Vec::new()
        };
        rows.extend(self.rows_within(-1));
        rows
    }

    fn rows_within(self: &Rc<Self>, outer: Within) -> Vec<Row<'a>> {
        let declarations = self
            .nested
            .get(&outer)
            .into_iter()
            .flatten()
            .map(|index| self.declaration_row(outer, *index));
        match &self.control {
            None => declarations.map(|it| it.row).collect(),
            Some(control) => in_source_order(control.of(outer), declarations.collect()),
        }
    }

    fn declaration_row(self: &Rc<Self>, outer: Within, index: usize) -> Placed<'a> {
        let declaration = &self.facts.declarations[index];
        let around = usize::try_from(outer).ok().map(|outer| &self.facts.declarations[outer]);
        let label = declaration_label(declaration, around);
        let mut row = Row::new(Tone::Plain, self.look.name(&label).into_owned());
        row.lines = Some(line_range(declaration, self.look));
        let place = DeclarationRef {
            file: self.file,
            declaration: index as u32,
        };
        row.notes = self.marks.of_declaration(place).to_vec();
        if self.control.is_some() || self.nested.contains_key(&(index as Within)) {
            let rows = self.clone();
            row.children = Some(Box::new(move || rows.rows_within(index as Within)));
        }
        Placed {
            line: declaration.start_line,
            row,
        }
    }

    fn import_rows(&self) -> Vec<Row<'a>> {
        let rows = self.relations.imports.iter().map(|import| {
            let source = &self.facts.imports[import.index as usize];
            let all: Vec<u32> = (0..source.names.len() as u32).collect();
            let places = match &import.link.names {
                LinkNames::All => &all,
                LinkNames::Some(places) => places,
            };
            let names: Vec<String> = places
                .iter()
                .map(|at| {
                    let name = &source.names[*at as usize];
                    name.alias
                        .as_ref()
                        .map_or_else(|| name.name.to_string(), |alias| format!("{} as {alias}", name.name))
                })
                .collect();
            let listed = if names.is_empty() {
                String::new()
            } else {
                format!(" ({})", names.join(", "))
            };
            let label = format!("import {}{listed}", source.specifier);
            let destination = &import.link.destination;
            let targets: Vec<&str> = destination.files.iter().map(|file| self.scan.path_of(*file)).collect();
            let reason = destination.reason.as_ref().map(|it| it.text());
            let mut row = Row::new(Tone::Faint, self.look.name(&label).into_owned());
            row.lines = Some(source.line.to_string());
            row.notes = vec![link_note(destination.state, &targets, reason, self.look)];
            row
        });
        rows.collect()
    }
}

fn declaration_label(declaration: &DeclarationFacts, outer: Option<&DeclarationFacts>) -> String {
    let full = declaration.qualified_name.as_str();
    let inside = outer.and_then(|outer| full.strip_prefix(outer.qualified_name.as_str())?.strip_prefix('.'));
    let name = inside.unwrap_or(full);
    match declaration.kind {
        DeclarationKind::Function | DeclarationKind::Method => {
            format!("{name}({})", with_single_blanks(&declaration.parameters.join(", ")))
        }
        kind => format!("{} {name}", kind.name()),
    }
}

/// Each run of white space, as the other engine's `\s` knows it, made one blank.
fn with_single_blanks(text: &str) -> String {
    let is_blank = |it: char| (it.is_whitespace() && it != '\u{85}') || it == '\u{feff}';
    let mut result = String::with_capacity(text.len());
    let mut after_blank = false;
    for character in text.chars() {
        let blank = is_blank(character);
        if !blank {
            result.push(character);
        } else if !after_blank {
            result.push(' ');
        }
        after_blank = blank;
    }
    result
}

fn line_range(declaration: &DeclarationFacts, look: &Look) -> String {
    let (start, end) = (declaration.start_line, declaration.end_line);
    if start == end {
        start.to_string()
    } else {
        format!("{start}{}{end}", look.glyphs.range)
    }
}

/// Columns that the range takes in the tree.
pub fn line_range_width(declaration: &DeclarationFacts) -> i64 {
    let (start, end) = (declaration.start_line, declaration.end_line);
    let digits = |line: u32| i64::from(line.max(1).ilog10()) + 1;
    digits(start) + if start == end { 0 } else { 1 + digits(end) }
}

/// Both lists are in source order already.
fn in_source_order<'a>(first: Vec<Placed<'a>>, second: Vec<Placed<'a>>) -> Vec<Row<'a>> {
    let mut rows = Vec::with_capacity(first.len() + second.len());
    let mut first = first.into_iter().peekable();
    for placed in second {
        while let Some(other) = first.next_if(|other| other.line < placed.line) {
            rows.push(other.row);
        }
        rows.push(placed.row);
    }
    rows.extend(first.map(|it| it.row));
    rows
}
