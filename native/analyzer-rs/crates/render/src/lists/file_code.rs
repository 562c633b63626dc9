//! What ranges of a file have in them, for the classes of groups.

use parse::facts::{ControlKind, DeclarationFacts, DeclarationKind, FileFacts};
use relate::model::FileIndex;

/// An occurrence.
#[derive(Clone, Copy)]
pub struct CodeRange {
    pub file: FileIndex,
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
    /// The declaration that is the occurrence; none for the range of a block.
    pub own: Option<u32>,
    /// The innermost declaration around a block.
    pub around: Option<u32>,
}

pub struct FileCode<'a> {
    declarations: &'a [DeclarationFacts],
    /// Lines, ascending.
    structures: Vec<u32>,
    calls: Vec<u32>,
}

impl<'a> FileCode<'a> {
    pub fn new(facts: &'a FileFacts) -> Self {
        let control = facts.control.read();
        let lines_of = |is_wanted: fn(ControlKind) -> bool| {
            let wanted = control.iter().filter(|it| is_wanted(it.kind()));
            let mut lines: Vec<u32> = wanted.map(|it| it.line).collect();
            lines.sort_unstable();
            lines
        };
        FileCode {
            declarations: &facts.declarations,
            structures: lines_of(|kind| !matches!(kind, ControlKind::Call | ControlKind::Return)),
            calls: lines_of(|kind| kind == ControlKind::Call),
        }
    }

    /// Whether types, but no functions, are in or around a range.
    pub fn is_of_types(&self, range: &CodeRange) -> bool {
        let outer = |at: &u32| u32::try_from(self.declarations[*at as usize].within).ok();
        let around = range.around.filter(|_| range.own.is_none());
        let around = std::iter::successors(around, outer).map(|at| &self.declarations[at as usize]);
        let mut types = 0;
        around.chain(self.inside(range, self.first_in(range))).all(|it| {
            types += 1;
            !it.kind.is_function()
        }) && types > 0
    }

    /// Whether lines of a range have a control structure besides `return`, or a function in it has a declaration in it.
    pub fn has_control(&self, range: &CodeRange) -> bool {
        has_line(&self.structures, range) || self.has_inner_declaration(range)
    }

    /// The name of an occurrence that is a method.
    pub fn method_name(&self, range: &CodeRange) -> Option<&'a str> {
        let own = self.own(range).filter(|it| it.kind == DeclarationKind::Method);
        own.map(|it| it.name.as_ref())
    }

    pub fn is_alias(&self, range: &CodeRange) -> bool {
        self.own(range).is_some_and(|it| it.kind == DeclarationKind::Type)
    }

    fn own(&self, range: &CodeRange) -> Option<&'a DeclarationFacts> {
        range.own.map(|at| &self.declarations[at as usize])
    }

    pub fn has_calls(&self, range: &CodeRange) -> bool {
        has_line(&self.calls, range)
    }

    fn has_inner_declaration(&self, range: &CodeRange) -> bool {
        let first = range.own.map_or_else(|| self.first_in(range), |own| own as usize + 1);
        let is_in_function = |it: &DeclarationFacts| {
            let around = usize::try_from(it.within).ok();
            around.is_some_and(|at| self.declarations[at].kind.is_function())
        };
        self.inside(range, first).any(is_in_function)
    }

    fn first_in(&self, range: &CodeRange) -> usize {
        self.declarations.partition_point(|it| it.start_byte < range.start_byte)
    }

    fn inside(&self, range: &CodeRange, first: usize) -> impl Iterator<Item = &'a DeclarationFacts> + use<'a> {
        let end = range.end_byte;
        self.declarations[first..]
            .iter()
            .take_while(move |it| it.start_byte < end)
    }
}

fn has_line(lines: &[u32], range: &CodeRange) -> bool {
    let first = lines.partition_point(|it| *it < range.start_line);
    lines.get(first).is_some_and(|it| *it <= range.end_line)
}
