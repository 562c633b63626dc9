//! Lists of commands: `a && b | c; d &`.

use crate::frames::{Frame, List, ListState};
use crate::names::Name;
use crate::parser::Parser;

impl Parser {
    pub(crate) fn list(&mut self, mut frame: List) {
        match frame.state {
            ListState::Statement => self.statement(frame),
            ListState::Command | ListState::Pipeline => {
                if self.gap() {
                    return;
                }
                if frame.state == ListState::Pipeline {
                    frame.pipeline = self.open_tentative(Name::None);
                }
                if self.closer().is_some() || matches!(self.here(), b';' | b'|' | b'&') && self.next() != b'>' {
                    self.missing(Name::MissingCommand);
                    frame.is_compound = false;
                    frame.state = ListState::AfterCommand;
                    frame.redirected = self.open_tentative(Name::None);
                    return self.suspend(Frame::List(frame));
                }
                self.command(frame);
            }
            ListState::AfterCommand => self.after_command(frame),
        }
    }

    fn statement(&mut self, mut frame: List) {
        if self.gap() {
            return;
        }
        if self.closer().is_some() {
            if frame.is_empty && !frame.may_be_empty {
                self.missing(Name::MissingCommand);
            }
            self.stack.pop();
            return;
        }
        match self.here() {
            b';' => return self.unexpected(1),
            b'&' if self.next() != b'>' => {
                return self.unexpected(if self.next() == b'&' { 2 } else { 1 });
            }
            b'|' => return self.unexpected(if self.next() == b'|' { 2 } else { 1 }),
            _ => {}
        }
        frame.is_empty = false;
        frame.list = self.open_tentative(frame.field);
        frame.pipeline = self.open_tentative(Name::None);
        self.command(frame);
    }

    /// A command, or the `!` and `time` before it.
    fn command(&mut self, mut frame: List) {
        loop {
            let is_last = match self.here() {
                b'!' if self.is_delimiter(self.pos + 1) => {
                    self.mark_pipeline(&frame, Name::NegatedCommand);
                    self.leaf(Name::Not, 1);
                    false
                }
                b't' if self.is_word(b"time") && self.is_time() => {
                    self.mark_pipeline(&frame, Name::Pipeline);
                    self.leaf(Name::Time, 4);
                    self.blanks();
                    while self.is_word(b"-p") || self.is_word(b"--") {
                        self.leaf(Name::Word, 2);
                        self.blanks();
                    }
                    false
                }
                _ => true,
            };
            if is_last {
                break;
            }
            self.blanks();
            // Both may occur without a command.
            if matches!(self.here(), b'\n' | b';' | b'#') || self.closer().is_some() {
                frame.redirected = self.open_tentative(Name::None);
                frame.is_compound = false;
                frame.state = ListState::AfterCommand;
                return self.suspend(Frame::List(frame));
            }
        }
        frame.redirected = self.open_tentative(Name::None);
        frame.state = ListState::AfterCommand;
        frame.is_compound = self.is_compound();
        self.suspend(Frame::List(frame));
        if frame.is_compound {
            self.compound(Name::None);
        } else if !self.function_definition() && !self.coprocess() {
            self.simple_command();
        }
    }

    fn mark_pipeline(&mut self, frame: &List, kind: Name) {
        if self.events[frame.pipeline as usize].kind == Name::None {
            self.set_kind(frame.pipeline, kind);
        }
    }

    /// The keyword `time`, and not a command of that name with other options.
    fn is_time(&self) -> bool {
        let after = self.text[self.pos + 4..self.end]
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t'));
        let Some(after) = after.map(|at| self.pos + 4 + at) else {
            return true;
        };
        self.byte(after) != b'-' || matches!(self.byte(after + 1), b'p' | b'-') && self.is_delimiter(after + 2)
    }

    fn after_command(&mut self, mut frame: List) {
        self.blanks();
        if frame.is_compound && self.redirection() {
            self.set_kind(frame.redirected, Name::RedirectedStatement);
            return;
        }
        let (here, next) = (self.here(), self.next());
        if here == b'|' && next != b'|' {
            self.close_node();
            self.set_kind(frame.pipeline, Name::Pipeline);
            match next {
                b'&' => self.leaf(Name::PipeBoth, 2),
                _ => self.leaf(Name::Pipe, 1),
            }
            frame.state = ListState::Command;
            return self.suspend(Frame::List(frame));
        }
        if here == b'&' && next == b'&' || here == b'|' {
            self.close_node();
            self.close_node();
            self.set_kind(frame.list, Name::List);
            self.leaf(if here == b'&' { Name::And } else { Name::Or }, 2);
            frame.state = ListState::Pipeline;
            return self.suspend(Frame::List(frame));
        }
        let is_end = matches!(here, b'\n' | b'#') || self.closer().is_some();
        if !is_end && !matches!(here, b';' | b'&') {
            // A word after a compound command, or an opening parenthesis.
            let end = (self.pos + 1..self.end)
                .find(|&at| self.is_delimiter(at))
                .unwrap_or(self.end);
            return self.unexpected(end - self.pos);
        }
        self.close_node();
        self.close_node();
        self.close_node();
        match here {
            b';' if next != b';' && next != b'&' => self.pos += 1,
            b'&' => self.leaf(Name::Background, 1),
            _ => {}
        }
        frame.state = ListState::Statement;
        self.suspend(Frame::List(frame));
    }
}
