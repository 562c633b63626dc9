//! Rows of one file: its declarations, nested; in full also imports, and in source order with the declarations:
//! conditions, loops, returns and calls.

use std::borrow::Cow;
use std::rc::Rc;

use compact_str::{CompactString, ToCompactString};

use parse::facts::{DeclarationFacts, DeclarationKind, FileFacts, Lookup, Within};
use relate::model::{DeclarationRef, FileIndex, FileRelations, LinkNames};
use scan::model::Scan;

use super::control_rows::ControlRows;
use super::link_note::link_note;
use super::marks::Marks;
use super::row::{Row, SourceRow};
use super::style::{TerminalStyle, Tone};

pub struct FactRows<'a> {
    scan: &'a Scan,
    file: FileIndex,
    facts: &'a FileFacts,
    relations: &'a FileRelations,
    style: &'a TerminalStyle,
    marks: &'a Marks<'a>,
    nested: Nested,
    control: Option<Rc<ControlRows<'a>>>,
}

impl<'a> FactRows<'a> {
    pub fn new(
        scan: &'a Scan,
        file: FileIndex,
        (facts, relations): (&'a FileFacts, &'a FileRelations),
        style: &'a TerminalStyle,
        marks: &'a Marks<'a>,
        full: bool,
    ) -> Rc<Self> {
        let control = full.then(|| Rc::new(ControlRows::new(scan, facts, relations, style)));
        Rc::new(Self {
            scan,
            file,
            facts,
            relations,
            style,
            marks,
            nested: Nested::new(&facts.declarations),
            control,
        })
    }

    pub fn rows(self: &Rc<Self>) -> Vec<Row<'a>> {
        if self.control.is_none() {
            return self.rows_within(-1);
        }
        let mut rows = self.import_rows();
        rows.extend(self.rows_within(-1));
        rows
    }

    fn rows_within(self: &Rc<Self>, outer: Within) -> Vec<Row<'a>> {
        let declarations = self
            .nested
            .inside(outer)
            .map(|index| self.declaration_row(outer, index));
        match &self.control {
            None => declarations.map(|it| it.row).collect(),
            Some(control) => in_source_order(control.of(outer), declarations.collect()),
        }
    }

    fn declaration_row(self: &Rc<Self>, outer: Within, index: usize) -> SourceRow<'a> {
        let declaration = &self.facts.declarations[index];
        let around = usize::try_from(outer).ok().map(|outer| &self.facts.declarations[outer]);
        let mut label = declaration_label(declaration, around);
        if let Cow::Owned(escaped) = self.style.name(&label) {
            label = escaped;
        }
        let mut row = Row::new(Tone::Plain, label);
        row.lines = Some(line_range(declaration, self.style));
        let reference = DeclarationRef {
            file: self.file,
            declaration: index as u32,
        };
        row.notes = self.marks.of_declaration(reference).to_vec();
        if self.control.is_some() || self.nested.inside(index as Within).next().is_some() {
            let rows = self.clone();
            row.children = Some(Box::new(move || rows.rows_within(index as Within)));
        }
        SourceRow {
            line: declaration.start_line,
            row,
        }
    }

    fn import_rows(&self) -> Vec<Row<'a>> {
        let rows = self.relations.imports.iter().map(|import| {
            let source = &self.facts.imports[import.index as usize];
            let all: Vec<u32> = (0..source.names.len() as u32).collect();
            let indices = match &import.link.names {
                LinkNames::All => &all,
                LinkNames::Some(indices) => indices,
            };
            let names: Vec<String> = indices
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
            let keyword = if source.lookup == Lookup::Class {
                "reference"
            } else {
                "import"
            };
            let label = format!("{keyword} {}{listed}", source.specifier);
            let destination = &import.link.destination;
            let targets: Vec<&str> = destination.files.iter().map(|file| self.scan.path_of(*file)).collect();
            let reason = destination.reason.as_ref().map(|it| it.text());
            let mut row = Row::new(Tone::Faint, self.style.name(&label).into_owned());
            row.lines = Some(source.line.to_compact_string());
            row.notes = vec![link_note(destination.state, &targets, reason, self.style)];
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
            let written = declaration.parameters.iter().map(|it| it.len() + 2);
            let mut label = String::with_capacity(name.len() + 2 + written.sum::<usize>());
            label.push_str(name);
            label.push('(');
            push_parameters(&mut label, &declaration.parameters);
            label.push(')');
            label
        }
        kind => format!("{} {name}", kind.name()),
    }
}

/// Joined by `, `, with each run of white space, as in the other engine's `\s`, replaced by one blank.
fn push_parameters(label: &mut String, parameters: &[CompactString]) {
    let is_blank = |it: char| (it.is_whitespace() && it != '\u{85}') || it == '\u{feff}';
    let mut after_blank = false;
    for (at, parameter) in parameters.iter().enumerate() {
        if at > 0 {
            label.push_str(", ");
            after_blank = true;
        }
        // Most are one word.
        if parameter.bytes().all(|byte| byte.is_ascii_graphic()) {
            label.push_str(parameter);
            after_blank &= parameter.is_empty();
            continue;
        }
        for character in parameter.chars() {
            let blank = is_blank(character);
            if !blank {
                label.push(character);
            } else if !after_blank {
                label.push(' ');
            }
            after_blank = blank;
        }
    }
}

/// The declarations directly inside each other, in order, as linked lists in one array.
struct Nested {
    /// By declaration plus 1; 0 for the file.
    links: Vec<Links>,
}

#[derive(Clone, Copy)]
struct Links {
    first_inside: u32,
    next_beside: u32,
}

const END: u32 = u32::MAX;

impl Nested {
    fn new(declarations: &[DeclarationFacts]) -> Self {
        let none = Links {
            first_inside: END,
            next_beside: END,
        };
        let mut links = vec![none; declarations.len() + 1];
        for (index, it) in declarations.iter().enumerate().rev() {
            let outer = it.within.wrapping_add(1) as usize;
            if outer < links.len() {
                links[index + 1].next_beside = links[outer].first_inside;
                links[outer].first_inside = index as u32;
            }
        }
        Self { links }
    }

    /// `outer`: a declaration, -1 for the file.
    fn inside(&self, outer: Within) -> impl Iterator<Item = usize> {
        let links = self.links.get(outer.wrapping_add(1) as usize);
        let mut next = links.map_or(END, |it| it.first_inside);
        std::iter::from_fn(move || {
            let index = next as usize;
            next = self.links.get(index.checked_add(1)?)?.next_beside;
            Some(index)
        })
    }
}

fn line_range(declaration: &DeclarationFacts, style: &TerminalStyle) -> CompactString {
    let (start, end) = (declaration.start_line, declaration.end_line);
    let mut range = start.to_compact_string();
    if start != end {
        range.push_str(style.glyphs.range);
        range.push_str(&end.to_compact_string());
    }
    range
}

/// Number of columns of the range.
pub fn line_range_width(declaration: &DeclarationFacts) -> i64 {
    range_width(declaration.start_line, declaration.end_line)
}

fn range_width(start: u32, end: u32) -> i64 {
    digits(start.into()) + if start == end { 0 } else { 1 + digits(end.into()) }
}

/// Maximum width of ranges in a file with that number of lines; a range may end on the empty line after the last one.
pub fn most_line_range_width(lines: u64) -> i64 {
    2 * digits(lines + 1) + 1
}

fn digits(number: u64) -> i64 {
    i64::from(number.max(1).ilog10()) + 1
}

/// Both lists are in source order already.
fn in_source_order<'a>(first: Vec<SourceRow<'a>>, second: Vec<SourceRow<'a>>) -> Vec<Row<'a>> {
    let mut rows = Vec::with_capacity(first.len() + second.len());
    let mut first = first.into_iter().peekable();
    for inserted in second {
        while let Some(other) = first.next_if(|other| other.line < inserted.line) {
            rows.push(other.row);
        }
        rows.push(inserted.row);
    }
    rows.extend(first.map(|it| it.row));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_range_of_a_file_is_wider_than_its_lines_allow() {
        for lines in (0_u32..120).chain([998, 999, 1_000, 9_999]) {
            let ranges = (1..=lines + 1).flat_map(|end| [1, end.div_ceil(2), end].map(|start| range_width(start, end)));
            let widest = ranges.max().unwrap_or(0);
            assert!(widest <= most_line_range_width(lines.into()), "{lines} lines");
        }
    }
}
