//! Commands inside of words: `$( … )`, `` ` … ` ``, `<( … )`, `${ …; }`.

use crate::frames::{Backquote, Frame, Substitution};
use crate::names::Name;
use crate::parser::{Category, Closer, Parser};

impl Parser {
    pub(crate) fn command_substitution(&mut self) {
        self.open_node(Name::CommandSubstitution, Name::None);
        self.leaf(Name::SubstitutionOpen, 2);
        self.push_substitution(false);
    }

    pub(crate) fn process_substitution(&mut self) {
        self.open_node(Name::ProcessSubstitution, Name::None);
        let token = if self.here() == b'<' {
            Name::InputProcessOpen
        } else {
            Name::OutputProcessOpen
        };
        self.leaf(token, 2);
        self.push_substitution(false);
    }

    /// `${ …; }` and `${|…; }`.
    pub(crate) fn function_substitution(&mut self) {
        self.open_node(Name::CommandSubstitution, Name::None);
        let length = 2 + usize::from(self.byte(self.pos + 2) == b'|');
        self.leaf(Name::FunctionSubstitutionOpen, length);
        self.push_substitution(true);
    }

    fn push_substitution(&mut self, is_brace: bool) {
        let scope = self.open_scope(self.pending.len());
        self.is_brace = is_brace;
        self.enter(if is_brace {
            Category::Brace
        } else {
            Category::Parenthesis
        });
        self.stack.push(Frame::Substitution(Substitution { scope, is_brace }));
        self.push_list(Name::None, true);
    }

    pub(crate) fn substitution(&mut self, frame: Substitution) {
        let (closer, token) = if frame.is_brace {
            (Closer::Brace, Name::BraceClose)
        } else {
            (Closer::Parenthesis, Name::ParenClose)
        };
        if self.closer() == Some(closer) {
            self.leaf(token, 1);
        } else if self.gives_up() {
            self.missing(token);
        } else {
            return self.push_list(Name::None, true);
        }
        self.close_scope(&frame.scope);
        self.stack.pop();
        self.close_node();
    }

    /// `` ` … ` ``: its content is read as a separate text, without the backslashes that protect it.
    pub(crate) fn backquote(&mut self, is_quoted: bool) {
        let rewind = self.mark();
        let start = self.pos + 1;
        let is_escaped = |next: u8| matches!(next, b'`' | b'\\' | b'$') || is_quoted && next == b'"';
        let mut has_escapes = false;
        let mut close = start;
        loop {
            match self.byte(close) {
                b'`' => break,
                _ if close >= self.end => return self.unterminated(&rewind),
                b'\\' => {
                    has_escapes |= is_escaped(self.byte(close + 1));
                    close += 2;
                }
                _ => close += 1,
            }
        }
        self.open_node(Name::CommandSubstitution, Name::None);
        self.leaf(Name::Backquote, 1);
        let scope = self.open_scope(self.pending.len());
        let frame = Backquote {
            scope,
            end: self.end as u32,
            resume: close as u32,
        };
        self.stack.push(Frame::Backquote(frame));
        if has_escapes {
            let mut bytes = Vec::with_capacity(close - start);
            let mut origins = Vec::with_capacity(close - start + 1);
            let mut at = start;
            while at < close {
                origins.push(self.origin(at));
                if self.text[at] == b'\\' && is_escaped(self.text[at + 1]) {
                    at += 1;
                }
                bytes.push(self.text[at]);
                at += 1;
            }
            origins.push(self.origin(close));
            self.pos = self.add_text(&bytes, &origins);
            self.end = self.pos + bytes.len();
        } else {
            self.end = close;
        }
        self.push_list(Name::None, true);
    }

    pub(crate) fn backquote_end(&mut self, frame: Backquote) {
        if !self.at_end() {
            self.stray();
            return self.push_list(Name::None, true);
        }
        self.end = frame.end as usize;
        self.pos = frame.resume as usize;
        self.leaf(Name::Backquote, 1);
        self.close_scope(&frame.scope);
        self.stack.pop();
        self.close_node();
    }
}
