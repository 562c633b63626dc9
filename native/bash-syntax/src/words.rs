//! Words and their parts.

use crate::bytes::{CLASS, GLOB, META, PLAIN, QUOTED, WORD};
use crate::frames::{Frame, Mode, Quoted, Word};
use crate::names::Name;
use crate::parser::Parser;

impl Parser {
    /// Reads the word at the position, or reports that it is missing.
    pub(crate) fn word_here(&mut self, field: Name, mode: Mode) {
        let here = self.here();
        let is_process = matches!(here, b'<' | b'>') && self.next() == b'(';
        if self.is_delimiter(self.pos) && !is_process {
            return self.missing(Name::MissingWord);
        }
        if !self.plain_word(field) {
            self.push_word(field, mode);
        }
    }

    pub(crate) fn push_word(&mut self, field: Name, mode: Mode) {
        let node = self.open_tentative(field);
        self.stack.push(Frame::Word(Word {
            mode,
            depth: 0,
            node,
            parts: 0,
        }));
    }

    /// Reads a word of a command that is one leaf, as most are.
    pub(crate) fn plain_word(&mut self, field: Name) -> bool {
        let start = self.pos;
        let mut at = start;
        loop {
            let byte = self.byte(at);
            let class = CLASS[usize::from(byte)];
            if class & WORD != 0 || class & GLOB != 0 && self.byte(at + 1) != b'(' {
                at += 1;
            } else if at > start
                && (class & META != 0 && !(matches!(byte, b'<' | b'>') && self.byte(at + 1) == b'(') || at >= self.end)
            {
                break;
            } else {
                return false;
            }
        }
        self.pos = at;
        self.leaf_from(Name::Word, field, start);
        true
    }

    fn word_part(&mut self, frame: &mut Word, kind: Name, start: usize) {
        if self.pos > start {
            self.leaf_from(kind, Name::None, start);
            frame.parts = frame.parts.saturating_add(1);
        }
    }

    pub(crate) fn word(&mut self, mut frame: Word) {
        let kind = if frame.mode == Mode::Regex {
            Name::Regex
        } else {
            Name::Word
        };
        let mut start = self.pos;
        loop {
            let byte = self.here();
            if CLASS[usize::from(byte)] & PLAIN != 0 {
                self.pos += 1;
                continue;
            }
            if self.at_end() || self.ends_word(&mut frame, byte) {
                break;
            }
            match byte {
                b'\\' if self.continued() > 0 => {
                    self.word_part(&mut frame, kind, start);
                    self.pos += self.continued();
                    start = self.pos;
                }
                b'\\' => self.pos = (self.pos + 2).min(self.end),
                b'\'' => {
                    self.word_part(&mut frame, kind, start);
                    self.raw_string(Name::RawString);
                    frame.parts = frame.parts.saturating_add(1);
                    start = self.pos;
                }
                b'$' if !self.is_expansion(false) => self.pos += 1,
                b'"' | b'`' | b'$' => {
                    self.word_part(&mut frame, kind, start);
                    frame.parts = frame.parts.saturating_add(1);
                    self.suspend(Frame::Word(frame));
                    let depth = self.stack.len();
                    match byte {
                        b'"' => self.open_string(Name::Quote, 1),
                        b'`' => self.backquote(false),
                        _ => self.dollar(),
                    }
                    if self.stack.len() > depth {
                        return;
                    }
                    start = self.pos;
                }
                b'<' | b'>' if self.next() == b'(' && frame.depth == 0 && matches!(frame.mode, Mode::Command) => {
                    self.word_part(&mut frame, kind, start);
                    frame.parts = frame.parts.saturating_add(1);
                    self.suspend(Frame::Word(frame));
                    return self.process_substitution();
                }
                _ => self.pos += 1,
            }
        }
        self.word_part(&mut frame, kind, start);
        if frame.parts > 1 {
            self.set_kind(frame.node, Name::Concatenation);
        }
        self.stack.pop();
        self.close_node();
    }

    /// Whether the word ends before the byte at the position, which is not plain.
    fn ends_word(&self, frame: &mut Word, byte: u8) -> bool {
        match frame.mode {
            Mode::Parameter => byte == b'}',
            Mode::Pattern => matches!(byte, b'}' | b'/'),
            Mode::Command | Mode::Regex => {
                let class = CLASS[usize::from(byte)];
                match byte {
                    b'(' if frame.depth > 0 || frame.mode == Mode::Regex || self.opens_pattern() => {
                        frame.depth += 1;
                        false
                    }
                    b')' if frame.depth > 0 => {
                        frame.depth -= 1;
                        false
                    }
                    b'|' | b';' | b'<' | b'>' if frame.mode == Mode::Regex => false,
                    b'&' if frame.mode == Mode::Regex => self.next() == b'&',
                    b'\r' => frame.depth == 0 && self.ends_line(),
                    b'<' | b'>' if self.next() == b'(' && frame.mode == Mode::Command => false,
                    _ => frame.depth == 0 && class & META != 0,
                }
            }
        }
    }

    /// Whether the parenthesis at the position starts an extended pattern: `@(`.
    fn opens_pattern(&self) -> bool {
        self.pos > 0 && CLASS[usize::from(self.text[self.pos - 1])] & GLOB != 0
    }

    /// `'…'` and `$'…'`.
    pub(crate) fn raw_string(&mut self, kind: Name) {
        let rewind = self.mark();
        let is_ansi = kind == Name::AnsiCString;
        self.pos += if is_ansi { 2 } else { 1 };
        while self.pos < self.end {
            match self.text[self.pos] {
                b'\'' => {
                    self.pos += 1;
                    return self.leaf_from(kind, Name::None, rewind.position as usize);
                }
                b'\\' if is_ansi => self.pos = (self.pos + 2).min(self.end),
                _ => self.pos += 1,
            }
        }
        self.unterminated(&rewind);
    }

    /// `"…"`, whose opening token has that length.
    pub(crate) fn open_string(&mut self, token: Name, length: usize) {
        let rewind = self.mark();
        self.open_node(Name::String, Name::None);
        self.leaf(token, length);
        self.stack.push(Frame::String(Quoted { rewind }));
    }

    pub(crate) fn string(&mut self, frame: Quoted) {
        let mut start = self.pos;
        loop {
            let byte = self.here();
            match byte {
                b'"' => break,
                _ if CLASS[usize::from(byte)] & QUOTED != 0 => self.pos += 1,
                0 if self.at_end() => {
                    self.stack.pop();
                    return self.unterminated(&frame.rewind);
                }
                b'\\' => self.pos = (self.pos + 2).min(self.end),
                b'`' => {
                    self.string_content(start);
                    let depth = self.stack.len();
                    self.backquote(true);
                    if self.stack.len() > depth {
                        return;
                    }
                    start = self.pos;
                }
                b'$' if self.is_expansion(true) => {
                    self.string_content(start);
                    let depth = self.stack.len();
                    self.dollar();
                    if self.stack.len() > depth {
                        return;
                    }
                    start = self.pos;
                }
                _ => self.pos += 1,
            }
        }
        self.string_content(start);
        self.leaf(Name::Quote, 1);
        self.stack.pop();
        self.close_node();
    }

    fn string_content(&mut self, start: usize) {
        if self.pos > start {
            self.leaf_from(Name::StringContent, Name::None, start);
        }
    }
}
