//! `[[ … ]]`: a flat run of words and operators.

use crate::frames::{Expected, Frame, Mode, Test};
use crate::names::Name;
use crate::parser::Parser;

impl Parser {
    pub(crate) fn test(&mut self, mut frame: Test) {
        loop {
            self.blanks();
            let (here, next) = (self.here(), self.next());
            match here {
                b'\n' => {
                    if frame.is_complete && frame.depth == 0 && !self.goes_on() {
                        return self.end_test(false);
                    }
                    self.suspend(Frame::Test(frame));
                    if self.newline() {
                        return;
                    }
                    continue;
                }
                0 if self.at_end() => return self.end_test(false),
                b']' if self.is_word(b"]]") => return self.end_test(true),
                b'&' | b'|' if next == here => {
                    self.leaf(Name::Operator, 2);
                    frame.is_complete = false;
                    frame.expected = Expected::First;
                    continue;
                }
                b'#' => {
                    let end = self.line_end(self.pos);
                    let start = self.pos;
                    self.pos = end;
                    self.leaf_from(Name::Comment, Name::None, start);
                    continue;
                }
                _ => {}
            }
            if frame.is_regex {
                frame.is_regex = false;
                frame.expected = Expected::First;
                self.suspend(Frame::Test(frame));
                return self.push_word(Name::None, Mode::Regex);
            }
            match here {
                b'(' => {
                    frame.depth += 1;
                    self.leaf(Name::Operator, 1);
                }
                b')' if frame.depth > 0 => {
                    frame.depth -= 1;
                    frame.is_complete = true;
                    self.leaf(Name::Operator, 1);
                }
                b'<' | b'>' if next != b'(' => {
                    self.leaf(Name::Operator, 1);
                    frame.is_complete = false;
                    frame.expected = Expected::Second;
                }
                b'!' if self.is_delimiter(self.pos + 1) && next != b'(' => self.leaf(Name::Operator, 1),
                b';' | b'&' | b'|' | b')' => return self.end_test(false),
                _ => {
                    let is_operator = self.is_binary_operator();
                    frame.is_regex = here == b'=' && next == b'~' && is_operator;
                    frame.is_complete = !is_operator;
                    let was_expected = frame.expected;
                    frame.expected = self.expected_after(was_expected, is_operator);
                    if is_operator && frame.expected == Expected::Variable {
                        self.name_last_word();
                    }
                    self.suspend(Frame::Test(frame));
                    if !self.plain_word(Name::None) {
                        return self.push_word(Name::None, Mode::Command);
                    }
                    if was_expected == Expected::Variable {
                        self.name_last_word();
                    }
                }
            }
        }
    }

    /// The operand after the word at the position.
    fn expected_after(&self, expected: Expected, is_operator: bool) -> Expected {
        let is_unary = expected == Expected::First && (self.is_word(b"-v") || self.is_word(b"-R"));
        match () {
            () if is_unary || is_operator && self.compares_numbers() => Expected::Variable,
            () if is_operator => Expected::Second,
            () => Expected::First,
        }
    }

    /// Whether a test continues after the line end at the position.
    fn goes_on(&self) -> bool {
        let rest = self.text[self.pos..self.end].trim_ascii_start();
        rest.starts_with(b"&&") || rest.starts_with(b"||") || rest.starts_with(b"]]")
    }

    fn is_binary_operator(&self) -> bool {
        [
            &b"=="[..],
            b"=",
            b"!=",
            b"=~",
            b"-eq",
            b"-ne",
            b"-lt",
            b"-le",
            b"-gt",
            b"-ge",
            b"-nt",
            b"-ot",
            b"-ef",
        ]
        .iter()
        .any(|operator| self.is_word(operator))
    }

    fn compares_numbers(&self) -> bool {
        [b"-eq", b"-ne", b"-lt", b"-le", b"-gt", b"-ge"]
            .iter()
            .any(|operator| self.is_word(*operator))
    }

    fn end_test(&mut self, is_closed: bool) {
        if is_closed {
            self.leaf(Name::TestClose, 2);
        } else {
            self.missing(Name::TestClose);
        }
        self.stack.pop();
        self.close_node();
    }
}
