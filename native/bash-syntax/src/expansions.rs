//! Expansions: constructs that start with `$`.

use crate::bytes::{is_name_start, is_special_parameter};
use crate::frames::{Expansion, ExpansionState, Form, Frame, Mode};
use crate::names::Name;
use crate::parser::Parser;

impl Parser {
    /// Whether the `$` at the position starts an expansion.
    pub(crate) fn is_expansion(&self, is_quoted: bool) -> bool {
        match self.next() {
            b'(' | b'{' | b'[' => true,
            b'\'' | b'"' => !is_quoted,
            byte => is_name_start(byte) || byte.is_ascii_digit() || is_special_parameter(byte),
        }
    }

    /// The expansion at the position; its content is pushed.
    pub(crate) fn dollar(&mut self) {
        match self.next() {
            b'\'' => self.raw_string(Name::AnsiCString),
            b'"' => {
                let node = self.events.len() as u32;
                self.open_string(Name::DollarQuote, 2);
                self.set_kind(node, Name::TranslatedString);
            }
            b'{' => self.open_expansion(),
            b'[' => {
                let rewind = self.mark();
                self.open_node(Name::ArithmeticExpansion, Name::None);
                self.leaf(Name::OldArithmeticOpen, 2);
                self.push_arithmetic(Form::Brackets, rewind);
            }
            b'(' if self.byte(self.pos + 2) == b'(' && self.is_arithmetic(self.pos + 3) => {
                let rewind = self.mark();
                self.open_node(Name::ArithmeticExpansion, Name::None);
                self.leaf(Name::ArithmeticOpen, 3);
                self.push_arithmetic(Form::Parentheses, rewind);
            }
            b'(' => self.command_substitution(),
            _ => {
                self.open_node(Name::SimpleExpansion, Name::None);
                self.leaf(Name::Dollar, 1);
                self.parameter(false);
                self.close_node();
            }
        }
    }

    /// The name, number or special character at the position; without braces, numbers have one digit.
    fn parameter(&mut self, is_braced: bool) -> bool {
        let start = self.pos;
        let byte = self.here();
        let kind = if is_name_start(byte) {
            self.pos += self.name_length(start);
            Name::VariableName
        } else if byte.is_ascii_digit() {
            self.pos += 1;
            while is_braced && self.here().is_ascii_digit() {
                self.pos += 1;
            }
            Name::SpecialVariableName
        } else if is_special_parameter(byte) {
            self.pos += 1;
            Name::SpecialVariableName
        } else {
            return false;
        };
        self.leaf_from(kind, Name::None, start);
        true
    }

    fn open_expansion(&mut self) {
        let third = self.byte(self.pos + 2);
        if matches!(third, b' ' | b'\t' | b'\n' | b'|') {
            return self.function_substitution();
        }
        let rewind = self.mark();
        self.open_node(Name::Expansion, Name::None);
        self.leaf(Name::ExpansionOpen, 2);
        if self.has_prefix() {
            self.leaf(Name::Operator, 1);
        }
        let is_known = self.parameter(true);
        self.stack.push(Frame::Expansion(Expansion {
            state: ExpansionState::Operator,
            rewind,
        }));
        if is_known && self.here() == b'[' {
            let rewind = self.mark();
            self.open_tentative(Name::None);
            self.push_subscript(rewind);
        }
    }

    /// Whether `!` or `#` at the position is an operator on the parameter after it.
    fn has_prefix(&self) -> bool {
        let next = self.next();
        let is_name = is_name_start(next) || next.is_ascii_digit() || matches!(next, b'@' | b'*');
        match self.here() {
            b'!' => is_name || next == b'#',
            b'#' => is_name || is_special_parameter(next) && self.byte(self.pos + 2) == b'}',
            _ => false,
        }
    }

    pub(crate) fn expansion(&mut self, mut frame: Expansion) {
        match frame.state {
            ExpansionState::Operator => {
                frame.state = ExpansionState::End;
                self.expansion_operator(frame);
            }
            ExpansionState::Replacement => {
                frame.state = ExpansionState::End;
                self.suspend(Frame::Expansion(frame));
                if self.here() != b'/' {
                    return;
                }
                // Without a replacement the slash has no meaning.
                if self.next() == b'}' {
                    self.pos += 1;
                } else {
                    self.leaf(Name::Operator, 1);
                    self.push_word(Name::None, Mode::Parameter);
                }
            }
            ExpansionState::End => {
                self.stack.pop();
                if self.here() != b'}' {
                    return self.unterminated(&frame.rewind);
                }
                self.leaf(Name::BraceClose, 1);
                self.close_node();
            }
        }
    }

    fn expansion_operator(&mut self, mut frame: Expansion) {
        let (here, next) = (self.here(), self.next());
        let length = match here {
            b'}' => 0,
            0 if self.at_end() => 0,
            b':' if matches!(next, b'-' | b'=' | b'?' | b'+') => 2,
            b'-' | b'=' | b'?' | b'+' => 1,
            b'%' | b'#' | b'^' | b',' | b'~' => 1 + usize::from(next == here),
            b':' => {
                self.suspend(Frame::Expansion(frame));
                self.leaf(Name::Operator, 1);
                let rewind = frame.rewind;
                self.open_tentative(Name::None);
                return self.push_arithmetic(Form::Substring, rewind);
            }
            b'/' => {
                frame.state = ExpansionState::Replacement;
                self.suspend(Frame::Expansion(frame));
                self.leaf(Name::Operator, if matches!(next, b'/' | b'#' | b'%') { 2 } else { 1 });
                return self.push_word(Name::None, Mode::Pattern);
            }
            b'@' | b'*' if next == b'}' => 1,
            b'@' if self.byte(self.pos + 2) == b'}' => 2,
            _ => {
                self.suspend(Frame::Expansion(frame));
                return self.push_word(Name::None, Mode::Parameter);
            }
        };
        self.suspend(Frame::Expansion(frame));
        if length > 0 {
            self.leaf(Name::Operator, length);
            self.push_word(Name::None, Mode::Parameter);
        }
    }
}
