//! Arithmetic: a flat run of names, operators and expansions. Its meaning depends only on the order of its tokens.

use crate::bytes::{is_name, is_name_start};
use crate::frames::{Arithmetic, Form, Frame, Rewind};
use crate::names::Name;
use crate::parser::Parser;

impl Parser {
    pub(crate) fn push_arithmetic(&mut self, form: Form, rewind: Rewind) {
        self.stack
            .push(Frame::Arithmetic(Arithmetic { form, depth: 0, rewind }));
        if form == Form::Subscript && matches!(self.here(), b'@' | b'*') && self.next() == b']' {
            self.leaf(Name::Word, 1);
        }
    }

    pub(crate) fn arithmetic(&mut self, mut frame: Arithmetic) {
        loop {
            let here = self.here();
            match here {
                b' ' | b'\t' | b'\n' | b'\r' => self.pos += 1,
                b'\\' if self.continued() > 0 => self.pos += self.continued(),
                0 if self.at_end() => {
                    self.stack.pop();
                    if frame.form == Form::Substring {
                        // The expansion around it is not closed either.
                        return self.close_node();
                    }
                    return self.unterminated(&frame.rewind);
                }
                _ if self.ends_arithmetic(&frame, here) => return self.end_arithmetic(&frame),
                b'(' | b'[' | b'{' => {
                    frame.depth += 1;
                    self.leaf(Name::Operator, 1);
                }
                b')' | b']' | b'}' => {
                    frame.depth = frame.depth.saturating_sub(1);
                    self.leaf(Name::Operator, 1);
                }
                b'\'' => self.raw_string(Name::RawString),
                b'"' | b'`' | b'$' if here != b'$' || self.is_expansion(false) => {
                    self.suspend(Frame::Arithmetic(frame));
                    let depth = self.stack.len();
                    match here {
                        b'"' => self.open_string(Name::Quote, 1),
                        b'`' => self.backquote(true),
                        _ => self.dollar(),
                    }
                    if self.stack.len() > depth {
                        return;
                    }
                }
                _ if is_name_start(here) => {
                    let start = self.pos;
                    self.pos += self.name_length(start);
                    self.leaf_from(Name::VariableName, Name::None, start);
                }
                b'0'..=b'9' => self.number(),
                b'?' => self.leaf(Name::Question, 1),
                b'@' | b'*' if frame.form == Form::Subscript && self.is_padded() => {
                    // `[@]` means all elements.
                    let start = self.pos - 1;
                    self.pos += 1;
                    self.leaf_from(Name::Word, Name::None, start);
                }
                128.. => {
                    let start = self.pos;
                    while self.here() >= 128 {
                        self.pos += 1;
                    }
                    self.leaf_from(Name::Word, Name::None, start);
                }
                _ => self.leaf(Name::Operator, self.operator_length()),
            }
        }
    }

    fn is_padded(&self) -> bool {
        matches!(self.text[self.pos - 1], b' ' | b'\t')
    }

    /// Digits, also with a base.
    fn number(&mut self) {
        let start = self.pos;
        while is_name(self.here()) || matches!(self.here(), b'#' | b'@' | b'.') {
            self.pos += 1;
        }
        self.leaf_from(Name::Word, Name::None, start);
    }

    fn ends_arithmetic(&self, frame: &Arithmetic, here: u8) -> bool {
        frame.depth == 0
            && match frame.form {
                Form::Parentheses => here == b')',
                Form::Brackets | Form::Subscript => here == b']',
                Form::Substring => here == b'}',
            }
    }

    fn end_arithmetic(&mut self, frame: &Arithmetic) {
        match frame.form {
            Form::Parentheses if self.next() == b')' => self.leaf(Name::DoubleParenClose, 2),
            Form::Parentheses => self.unexpected(1),
            Form::Brackets | Form::Subscript => self.leaf(Name::BracketClose, 1),
            Form::Substring => {}
        }
        self.stack.pop();
        self.close_node();
    }

    fn operator_length(&self) -> usize {
        let rest = &self.text[self.pos..self.end];
        match rest {
            [b'<', b'<', b'=', ..] | [b'>', b'>', b'=', ..] => 3,
            [first, second, ..]
                if first == second && matches!(first, b'<' | b'>' | b'*' | b'+' | b'-' | b'=' | b'&' | b'|') =>
            {
                2
            }
            [
                b'<' | b'>' | b'=' | b'!' | b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^',
                b'=',
                ..,
            ] => 2,
            [b'\\', second, ..] if second.is_ascii() => 2,
            _ => 1,
        }
    }

    /// Whether the text at `at`, after `((`, ends with `))`. Otherwise the parentheses are subshells, as in Bash.
    pub(crate) fn is_arithmetic(&mut self, at: usize) -> bool {
        let mut depth = 1_usize;
        let mut pos = at;
        let mut quote = 0;
        while pos < self.end {
            let byte = self.text[pos];
            match byte {
                b'\\' if quote != b'\'' => pos += 1,
                b'\'' | b'"' | b'`' if quote == 0 => quote = byte,
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            pos += 1;
            if depth == 0 || pos - at > self.lookahead {
                break;
            }
        }
        self.lookahead = self.lookahead.saturating_sub(pos - at);
        depth == 0 && self.byte(pos) == b')'
    }

    /// The end of the subscript that starts at `at`, on the same line.
    pub(crate) fn subscript_end(&mut self, at: usize) -> Option<usize> {
        let mut depth = 1_usize;
        let mut pos = at;
        let mut quote = 0;
        while pos < self.end && pos - at <= self.lookahead {
            let byte = self.text[pos];
            match byte {
                b'\n' if quote == 0 => break,
                b'\\' if quote != b'\'' => pos += 1,
                b'\'' | b'"' | b'`' if quote == 0 => quote = byte,
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            pos += 1;
        }
        self.lookahead = self.lookahead.saturating_sub(pos - at);
        (depth == 0).then_some(pos)
    }
}
