//! Simple commands, assignments, redirections.

use crate::bytes::{CLASS, META, is_name, is_name_start};
use crate::events::{Event, Step};
use crate::frames::{Form, Frame, Mode, Rewind, Simple};
use crate::names::Name;
use crate::operands::Operands;
use crate::parser::Parser;
use crate::pending::Pending;

impl Parser {
    pub(crate) fn simple_command(&mut self) {
        let node = self.open_tentative(Name::None);
        self.stack.push(Frame::Simple(Simple {
            node,
            kind: Name::None,
            assignments: 0,
            operands: Operands::Text,
            names_functions: false,
            is_redirected: false,
        }));
    }

    pub(crate) fn simple(&mut self, mut frame: Simple) {
        loop {
            self.blanks();
            let here = self.here();
            match here {
                b'\n' | b';' | b'|' | b')' | b'#' => break,
                0 if self.at_end() => break,
                b'&' if self.next() != b'>' => break,
                b'(' => {
                    let length = self.parenthesized_length();
                    self.unexpected(length);
                    continue;
                }
                _ => {}
            }
            if matches!(here, b'<' | b'>' | b'&' | b'{' | b'0'..=b'9') && self.is_redirection() {
                frame.is_redirected = true;
                self.suspend(Frame::Simple(frame));
                let event = self.mark_step(Step::Redirect);
                self.stack.push(Frame::Redirection(event));
                self.redirection();
                return;
            }
            if frame.kind == Name::None {
                if self.starts_assignment() {
                    frame.assignments = frame.assignments.saturating_add(1);
                    self.suspend(Frame::Simple(frame));
                    return self.assignment(Name::None);
                }
                let depth = self.stack.len();
                self.suspend(Frame::Simple(frame));
                self.command_name(&mut frame);
                if self.stack.len() > depth {
                    return;
                }
                continue;
            }
            let is_declaration = matches!(frame.kind, Name::DeclarationCommand | Name::UnsetCommand);
            if is_declaration || self.is_array_assignment() {
                self.suspend(Frame::Simple(frame));
                if frame.kind != Name::UnsetCommand && self.starts_assignment() {
                    return self.assignment(Name::FieldArgument);
                }
                let length = self.name_length(self.pos);
                if length > 0 && self.is_delimiter(self.pos + length) && !frame.names_functions {
                    let start = self.pos;
                    self.pos += length;
                    self.leaf_from(Name::VariableName, Name::FieldArgument, start);
                    continue;
                }
            }
            if self.names_element(&frame) {
                (_, frame.operands) = frame.operands.after_word(b"a");
                self.suspend(Frame::Simple(frame));
                return self.element(Name::FieldArgument);
            }
            let start = self.pos;
            if !self.plain_word(Name::FieldArgument) {
                if frame.operands != Operands::Text {
                    frame.operands = frame.operands.after_expansion(self.option_start());
                }
                self.suspend(Frame::Simple(frame));
                return self.push_word(Name::FieldArgument, Mode::Command);
            }
            if is_declaration {
                frame.names_functions |= names_functions(&self.text[start..self.pos]);
            } else if frame.operands != Operands::Text {
                let (is_name, next) = frame.operands.after_word(&self.text[start..self.pos]);
                frame.operands = next;
                if is_name {
                    self.name_last_word();
                }
            }
        }
        self.end_simple(&frame);
    }

    /// Whether the operand at the position names an element of an array: `unset a[0]`.
    fn names_element(&mut self, frame: &Simple) -> bool {
        let is_name = match frame.kind {
            Name::UnsetCommand => !frame.names_functions,
            _ => frame.operands.after_word(b"a").0,
        };
        let length = if is_name { self.name_length(self.pos) } else { 0 };
        if length == 0 || self.byte(self.pos + length) != b'[' {
            return false;
        }
        let end = self.subscript_end(self.pos + length + 1);
        end.is_some_and(|end| self.is_delimiter(end + 1))
    }

    /// A name and a subscript.
    fn element(&mut self, field: Name) {
        let rewind = self.mark();
        self.open_node(Name::Subscript, field);
        let start = self.pos;
        self.pos += self.name_length(start);
        self.leaf_from(Name::VariableName, Name::FieldName, start);
        self.push_subscript(rewind);
    }

    /// The letters and hyphens at the position.
    fn option_start(&self) -> &[u8] {
        let rest = &self.text[self.pos..self.end];
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-')
            .count();
        &rest[..length]
    }

    /// The last leaf is a variable if it is a word that is a name.
    pub(crate) fn name_last_word(&mut self) {
        let Some(last) = self.events.last_mut() else {
            return;
        };
        let text = &self.text[last.start as usize..last.end as usize];
        let is_name = text.first().is_some_and(|&first| is_name_start(first)) && text.iter().all(|&byte| is_name(byte));
        if last.step == Step::Leaf && last.kind == Name::Word && is_name {
            last.kind = Name::VariableName;
        }
    }

    /// The length of the parentheses at the position, up to the end of the line; 1 if they are not closed on the
    /// line.
    fn parenthesized_length(&mut self) -> usize {
        let start = self.pos;
        let end = self.end.min(start + self.lookahead);
        let mut depth = 0_usize;
        let mut length = 1;
        for (at, byte) in self.text[start..end].iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'\n' => break,
                _ => {}
            }
            self.lookahead -= 1;
            if depth == 0 {
                length = at + 1;
                break;
            }
        }
        length
    }

    fn end_simple(&mut self, frame: &Simple) {
        let kind = match frame {
            Simple { kind, .. } if *kind != Name::None => *kind,
            Simple {
                is_redirected: true, ..
            } => Name::RedirectedStatement,
            Simple { assignments: 0 | 1, .. } => Name::None,
            _ => Name::VariableAssignments,
        };
        self.set_kind(frame.node, kind);
        if frame.is_redirected {
            self.mark_step(Step::Redirects);
        }
        self.stack.pop();
        self.close_node();
    }

    /// Adds an event that is not a node; returns its number.
    fn mark_step(&mut self, step: Step) -> u32 {
        let number = self.events.len() as u32;
        self.events.push(Event {
            step,
            kind: Name::None,
            field: Name::None,
            start: 0,
            end: 0,
        });
        number
    }

    pub(crate) fn redirection_end(&mut self, event: u32) {
        self.stack.pop();
        self.mark_step(Step::RedirectEnd);
        self.events[event as usize].end = self.events.len() as u32;
    }

    /// The first word of a command; some builtins are nodes of their own.
    fn command_name(&mut self, frame: &mut Simple) {
        let builtin = match self.here() {
            b'd' if self.is_word(b"declare") => Some((Name::DeclarationCommand, Name::Declare, 7)),
            b'e' if self.is_word(b"export") => Some((Name::DeclarationCommand, Name::Export, 6)),
            b'l' if self.is_word(b"local") => Some((Name::DeclarationCommand, Name::Local, 5)),
            b'r' if self.is_word(b"readonly") => Some((Name::DeclarationCommand, Name::Readonly, 8)),
            b't' if self.is_word(b"typeset") => Some((Name::DeclarationCommand, Name::Typeset, 7)),
            b'u' if self.is_word(b"unset") => Some((Name::UnsetCommand, Name::Unset, 5)),
            b'[' if self.is_word(b"[") => Some((Name::TestCommand, Name::BracketOpen, 1)),
            _ => None,
        };
        if let Some((kind, token, length)) = builtin {
            frame.kind = kind;
            self.leaf(token, length);
            return self.suspend(Frame::Simple(*frame));
        }
        frame.kind = Name::Command;
        self.suspend(Frame::Simple(*frame));
        self.open_node(Name::CommandName, Name::FieldName);
        let start = self.pos;
        if self.plain_word(Name::None) {
            frame.operands = Operands::of(&self.text[start..self.pos]);
            return self.close_node();
        }
        self.stack.push(Frame::Close);
        self.push_word(Name::None, Mode::Command);
    }

    /// Whether a name or an element of an array with `=` or `+=` is at the position.
    fn starts_assignment(&mut self) -> bool {
        let length = self.name_length(self.pos);
        if length == 0 {
            return false;
        }
        let mut at = self.pos + length;
        if self.byte(at) == b'[' {
            let Some(end) = self.subscript_end(at + 1) else {
                return false;
            };
            at = end + 1;
        }
        self.byte(at) == b'=' || self.byte(at) == b'+' && self.byte(at + 1) == b'='
    }

    /// `a=(`, which is also an argument of commands that are not declarations.
    fn is_array_assignment(&self) -> bool {
        let at = self.pos + self.name_length(self.pos);
        let at = if self.byte(at) == b'+' { at + 1 } else { at };
        at > self.pos && self.byte(at) == b'=' && self.byte(at + 1) == b'('
    }

    fn assignment(&mut self, field: Name) {
        self.open_node(Name::VariableAssignment, field);
        self.stack.push(Frame::Close);
        self.stack.push(Frame::Value);
        let (start, length) = (self.pos, self.name_length(self.pos));
        if self.byte(start + length) == b'[' {
            return self.element(Name::FieldName);
        }
        self.pos += length;
        self.leaf_from(Name::VariableName, Name::FieldName, start);
    }

    /// The `[` at the position; the node around it is open.
    pub(crate) fn push_subscript(&mut self, rewind: Rewind) {
        self.leaf(Name::BracketOpen, 1);
        self.push_arithmetic(Form::Subscript, rewind);
    }

    pub(crate) fn value(&mut self) {
        self.stack.pop();
        match self.here() {
            b'+' if self.next() == b'=' => self.leaf(Name::Append, 2),
            b'=' => self.leaf(Name::Assign, 1),
            _ => return,
        }
        while self.here() == b'\\' && self.continued() > 0 {
            self.pos += self.continued();
        }
        if self.here() == b'(' {
            let rewind = self.mark();
            self.open_node(Name::Array, Name::FieldValue);
            self.leaf(Name::ParenOpen, 1);
            self.stack.push(Frame::Array(rewind));
        } else if !self.is_delimiter(self.pos) || matches!(self.here(), b'<' | b'>') && self.next() == b'(' {
            self.word_here(Name::FieldValue, Mode::Command);
        }
    }

    pub(crate) fn array(&mut self, rewind: Rewind) {
        loop {
            if self.gap() {
                return;
            }
            match self.here() {
                b')' => {
                    self.leaf(Name::ParenClose, 1);
                    self.stack.pop();
                    return self.close_node();
                }
                0 if self.at_end() => {
                    self.stack.pop();
                    return self.unterminated(&rewind);
                }
                b'[' if self.is_element() => {
                    self.open_node(Name::VariableAssignment, Name::None);
                    self.stack.push(Frame::Close);
                    self.stack.push(Frame::Value);
                    let rewind = self.mark();
                    self.open_node(Name::Subscript, Name::FieldName);
                    return self.push_subscript(rewind);
                }
                b'<' | b'>' if self.next() == b'(' => {
                    return self.push_word(Name::None, Mode::Command);
                }
                byte if CLASS[usize::from(byte)] & META != 0 => self.unexpected(1),
                _ => {
                    if !self.plain_word(Name::None) {
                        return self.push_word(Name::None, Mode::Command);
                    }
                }
            }
        }
    }

    /// `[i]=` in an array.
    fn is_element(&mut self) -> bool {
        let Some(end) = self.subscript_end(self.pos + 1) else {
            return false;
        };
        self.byte(end + 1) == b'=' || self.byte(end + 1) == b'+' && self.byte(end + 2) == b'='
    }

    /// The length of a file descriptor before an operator: a number, or `{name}`.
    fn descriptor_length(&self) -> usize {
        match self.here() {
            b'0'..=b'9' => (self.pos..).take_while(|&at| self.byte(at).is_ascii_digit()).count(),
            b'{' => {
                let mut at = self.pos + 1 + self.name_length(self.pos + 1);
                if at > self.pos + 1 && self.byte(at) == b'[' {
                    while at < self.end && !matches!(self.byte(at), b']' | b' ' | b'\t' | b'\n') {
                        at += 1;
                    }
                    at += 1;
                }
                if at > self.pos + 1 && self.byte(at) == b'}' {
                    at + 1 - self.pos
                } else {
                    0
                }
            }
            _ => 0,
        }
    }

    fn is_redirection(&self) -> bool {
        let descriptor = self.descriptor_length();
        match self.byte(self.pos + descriptor) {
            b'<' | b'>' => self.byte(self.pos + descriptor + 1) != b'(' || descriptor > 0,
            b'&' => descriptor == 0 && self.next() == b'>',
            _ => false,
        }
    }

    /// Starts the redirection at the position, if there is one.
    pub(crate) fn redirection(&mut self) -> bool {
        if !self.is_redirection() {
            return false;
        }
        let node = self.open_node(Name::FileRedirect, Name::None);
        let descriptor = self.descriptor_length();
        if descriptor > 0 {
            let start = self.pos;
            self.pos += descriptor;
            self.leaf_from(Name::FileDescriptor, Name::FieldDescriptor, start);
        }
        let rest = &self.text[self.pos..self.end];
        let (token, length) = match rest {
            [b'<', b'<', b'<', ..] => (Name::Herestring, 3),
            [b'<', b'<', b'-', ..] => (Name::HeredocTabs, 3),
            [b'<', b'<', ..] => (Name::Heredoc, 2),
            [b'&', b'>', b'>', ..] => (Name::Redirect, 3),
            [b'>', b'>' | b'&' | b'|', ..] | [b'<', b'&' | b'>', ..] | [b'&', b'>', ..] => (Name::Redirect, 2),
            _ => (Name::Redirect, 1),
        };
        self.leaf(token, length);
        self.blanks();
        match token {
            Name::Heredoc | Name::HeredocTabs => {
                self.set_kind(node, Name::HeredocRedirect);
                self.here_document_start(token == Name::HeredocTabs);
                self.close_node();
            }
            _ => {
                if token == Name::Herestring {
                    self.set_kind(node, Name::HerestringRedirect);
                }
                self.stack.push(Frame::Close);
                self.word_here(Name::FieldDestination, Mode::Command);
            }
        }
        true
    }

    fn here_document_start(&mut self, strips_tabs: bool) {
        let start = self.pos;
        let mut quote = 0;
        while self.pos < self.end {
            let byte = self.here();
            match byte {
                b'\\' if quote != b'\'' => self.pos += 1,
                b'\'' | b'"' if quote == 0 => quote = byte,
                _ if byte == quote => quote = 0,
                b'\n' => break,
                _ if quote == 0 && self.is_delimiter(self.pos) => break,
                _ => {}
            }
            self.pos = (self.pos + 1).min(self.end);
        }
        if self.pos == start {
            return self.missing(Name::MissingWord);
        }
        self.leaf_from(Name::HeredocStart, Name::None, start);
        let number = self.bodies.len() as u32;
        self.bodies.push(None);
        self.events.push(Event {
            step: Step::HereDocument,
            kind: Name::None,
            field: Name::None,
            start: number,
            end: number,
        });
        let pending = Pending::new(number, &self.text[start..self.pos], strips_tabs);
        self.pending.push(pending);
    }
}

/// Whether this option of a declaration makes its operands names of functions.
fn names_functions(word: &[u8]) -> bool {
    word.first() == Some(&b'-') && word.iter().any(|byte| matches!(byte, b'f' | b'F'))
}
