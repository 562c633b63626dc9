//! The parser: a stack of frames, each of which reads until it needs another one or ends.

use crate::bytes::{CLASS, META, is_name, is_name_start};
use crate::events::{Event, Step, Unescaped};
use crate::frames::{Frame, HereDocuments, HereState, List, ListState, Rewind, Scope};
use crate::names::Name;
use crate::pending::Pending;

/// A range of the source that is not valid Bash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub start: u32,
    pub end: u32,
    /// The missing token; `Name::None` if a token is unexpected.
    pub missing: Name,
}

/// Constructs that a word or parenthesis closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    If,
    Loop,
    Case,
    Brace,
    Parenthesis,
}

/// A word or operator that ends a list of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closer {
    End,
    Then,
    Elif,
    Else,
    Fi,
    Do,
    Done,
    Esac,
    DoubleSemicolon,
    Brace,
    Parenthesis,
}

impl Closer {
    fn category(self) -> Option<Category> {
        match self {
            Self::End => None,
            Self::Then | Self::Elif | Self::Else | Self::Fi => Some(Category::If),
            Self::Do | Self::Done => Some(Category::Loop),
            Self::Esac | Self::DoubleSemicolon => Some(Category::Case),
            Self::Brace => Some(Category::Brace),
            Self::Parenthesis => Some(Category::Parenthesis),
        }
    }

    pub fn length(self) -> usize {
        match self {
            Self::End => 0,
            Self::Brace | Self::Parenthesis => 1,
            Self::Fi | Self::Do | Self::DoubleSemicolon => 2,
            Self::Then | Self::Elif | Self::Else | Self::Done | Self::Esac => 4,
        }
    }
}

pub struct Parser {
    /// The source, a NUL, then the content of backquotes without escapes, each text followed by a NUL.
    pub text: Vec<u8>,
    source_length: usize,
    /// For the bytes after the source: their positions in the source.
    origins: Vec<u32>,
    pub pos: usize,
    /// Of the text that is being read.
    pub end: usize,
    has_crlf: bool,
    pub events: Vec<Event>,
    pub bodies: Vec<Option<u32>>,
    /// In the order of their events.
    pub unescaped: Vec<Unescaped>,
    pub faults: Vec<Fault>,
    pub stack: Vec<Frame>,
    pub pending: Vec<Pending>,
    /// Here-documents with a lower number belong to a command outside of the substitution.
    pub pending_base: usize,
    /// Open constructs by category, in the innermost substitution.
    pub open: [u32; 5],
    /// The innermost substitution is `${ …; }`, whose brace needs no delimiter after it.
    pub is_brace: bool,
    /// The end of the last leaf.
    pub last_end: u32,
    /// Remaining bytes that may be read ahead, and read again.
    pub lookahead: usize,
    rereading: usize,
}

impl Parser {
    pub fn new(source: &[u8]) -> Self {
        let mut text = Vec::with_capacity(source.len() + 1);
        text.extend_from_slice(source);
        text.push(0);
        let budget = source.len().saturating_mul(8) + (1 << 16);
        Self {
            text,
            source_length: source.len(),
            origins: Vec::new(),
            pos: 0,
            end: source.len(),
            has_crlf: is_crlf(source),
            events: Vec::with_capacity(source.len() / 2),
            bodies: Vec::new(),
            unescaped: Vec::new(),
            faults: Vec::new(),
            stack: Vec::new(),
            pending: Vec::new(),
            pending_base: 0,
            open: [0; 5],
            is_brace: false,
            last_end: 0,
            lookahead: budget,
            rereading: budget,
        }
    }

    pub fn run(&mut self) {
        self.open_node(Name::Program, Name::None);
        self.push_list(Name::None, true);
        while let Some(&frame) = self.stack.last() {
            match frame {
                Frame::List(frame) => self.list(frame),
                Frame::If(frame) => self.if_statement(frame),
                Frame::Loop(frame) => self.loop_statement(frame),
                Frame::For(frame) => self.for_statement(frame),
                Frame::Case(frame) => self.case_statement(frame),
                Frame::Group => self.group(),
                Frame::Subshell => self.subshell(),
                Frame::Function(frame) => self.function(frame),
                Frame::Simple(frame) => self.simple(frame),
                Frame::Value => self.value(),
                Frame::Array(frame) => self.array(frame),
                Frame::Test(frame) => self.test(frame),
                Frame::Substitution(frame) => self.substitution(frame),
                Frame::Backquote(frame) => self.backquote_end(frame),
                Frame::Word(frame) => self.word(frame),
                Frame::String(frame) => self.string(frame),
                Frame::Expansion(frame) => self.expansion(frame),
                Frame::Arithmetic(frame) => self.arithmetic(frame),
                Frame::HereDocuments(frame) => self.here_documents(frame),
                Frame::Redirection(event) => self.redirection_end(event),
                Frame::Close => {
                    self.stack.pop();
                    self.close_node();
                }
            }
            // Only the list of the program empties the stack: at a word that closes nothing, or at the end.
            if self.stack.is_empty() && !self.at_end() {
                self.stray();
                self.push_list(Name::None, true);
            }
        }
        self.last_end = self.origin(self.end);
        self.close_node();
    }

    #[inline]
    pub fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.text[at] } else { 0 }
    }

    #[inline]
    pub fn here(&self) -> u8 {
        self.byte(self.pos)
    }

    #[inline]
    pub fn next(&self) -> u8 {
        self.byte(self.pos + 1)
    }

    #[inline]
    pub fn at_end(&self) -> bool {
        self.pos >= self.end
    }

    /// The offset of a position in the source.
    #[inline]
    pub fn origin(&self, at: usize) -> u32 {
        if at <= self.source_length {
            at as u32
        } else {
            self.origins[at - self.source_length - 1]
        }
    }

    /// Adds a text that is read like the source; returns its start.
    pub fn add_text(&mut self, bytes: &[u8], origins: &[u32]) -> usize {
        let start = self.text.len();
        self.text.extend_from_slice(bytes);
        self.text.push(0);
        self.origins.extend_from_slice(origins);
        start
    }

    /// Replaces the top frame, before others are pushed.
    #[inline]
    pub fn suspend(&mut self, frame: Frame) {
        if let Some(top) = self.stack.last_mut() {
            *top = frame;
        }
    }

    pub fn push_list(&mut self, field: Name, may_be_empty: bool) {
        self.stack.push(Frame::List(List {
            state: ListState::Statement,
            field,
            list: 0,
            pipeline: 0,
            redirected: 0,
            is_compound: false,
            is_empty: true,
            may_be_empty,
        }));
    }

    #[inline]
    pub fn open_node(&mut self, kind: Name, field: Name) -> u32 {
        let event = self.events.len() as u32;
        let start = self.origin(self.pos);
        self.events.push(Event {
            step: Step::Open,
            kind,
            field,
            start,
            end: start,
        });
        event
    }

    /// A node that is written only once it has a kind.
    #[inline]
    pub fn open_tentative(&mut self, field: Name) -> u32 {
        self.open_node(Name::None, field)
    }

    #[inline]
    pub fn set_kind(&mut self, event: u32, kind: Name) {
        self.events[event as usize].kind = kind;
    }

    #[inline]
    pub fn close_node(&mut self) {
        let end = self.last_end;
        self.events.push(Event {
            step: Step::Close,
            kind: Name::None,
            field: Name::None,
            start: end,
            end,
        });
    }

    /// A leaf from `start` to the position.
    #[inline]
    pub fn leaf_from(&mut self, kind: Name, field: Name, start: usize) {
        if start > self.source_length {
            self.add_unescaped(start);
        }
        let (start, end) = (self.origin(start), self.origin(self.pos));
        self.events.push(Event {
            step: Step::Leaf,
            kind,
            field,
            start,
            end,
        });
        self.last_end = end;
    }

    /// Records the text of the next leaf, from `start` to the position, if it differs from the source.
    fn add_unescaped(&mut self, start: usize) {
        let source = self.origin(start) as usize..self.origin(self.pos) as usize;
        if self.text[source] != self.text[start..self.pos] {
            self.unescaped.push(Unescaped {
                event: self.events.len() as u32,
                start: start as u32,
                end: self.pos as u32,
            });
        }
    }

    /// A leaf of the next `length` bytes.
    #[inline]
    pub fn leaf(&mut self, kind: Name, length: usize) {
        let start = self.pos;
        self.pos = (start + length).min(self.end);
        self.leaf_from(kind, Name::None, start);
    }

    /// The next `length` bytes are an error.
    pub fn unexpected(&mut self, length: usize) {
        let start = self.pos;
        self.pos = (start + length.max(1)).min(self.end);
        // Not within a character.
        while self.pos < self.end && self.text[self.pos] & 0xc0 == 0x80 {
            self.pos += 1;
        }
        let (start, end) = (self.origin(start), self.origin(self.pos));
        self.events.push(Event {
            step: Step::Broken,
            kind: Name::Error,
            field: Name::None,
            start,
            end,
        });
        self.last_end = end;
        self.fault(Fault {
            start,
            end,
            missing: Name::None,
        });
    }

    /// A token is missing at the position.
    pub fn missing(&mut self, kind: Name) {
        let at = self.origin(self.pos);
        self.events.push(Event {
            step: Step::Broken,
            kind,
            field: Name::None,
            start: at,
            end: at,
        });
        self.fault(Fault {
            start: at,
            end: at,
            missing: kind,
        });
    }

    /// Reports one error even if several tokens are missing at the same position.
    fn fault(&mut self, fault: Fault) {
        let is_known = self
            .faults
            .last()
            .is_some_and(|last| fault.start <= last.end && last.start <= fault.start && fault.end <= last.end);
        if !is_known {
            self.faults.push(fault);
        }
    }

    /// Skips blanks and continued lines.
    #[inline]
    pub fn blanks(&mut self) {
        loop {
            match self.here() {
                b' ' | b'\t' => self.pos += 1,
                b'\\' if self.continued() > 0 => self.pos += self.continued(),
                b'\r' if self.ends_line() => self.pos += 1,
                _ => return,
            }
        }
    }

    /// The length of a backslash and line end at the position; 0 without one.
    #[inline]
    pub fn continued(&self) -> usize {
        match self.next() {
            b'\n' => 2,
            b'\r' if self.has_crlf && self.byte(self.pos + 2) == b'\n' => 3,
            _ => 0,
        }
    }

    /// Whether the CR at the position belongs to a line end.
    #[inline]
    pub fn ends_line(&self) -> bool {
        self.has_crlf && (self.next() == b'\n' || self.pos + 1 >= self.end)
    }

    pub fn line_feed(&self, from: usize) -> usize {
        let end = self.end.max(from);
        self.text[from..end]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(end, |at| from + at)
    }

    /// The end of the line at `from`, without a CR that belongs to it.
    pub fn line_end(&self, from: usize) -> usize {
        let feed = self.line_feed(from);
        if self.has_crlf && feed > from && self.text[feed - 1] == b'\r' {
            feed - 1
        } else {
            feed
        }
    }

    /// Skips line ends and comments between commands. Returns whether the text of here-documents comes first.
    #[must_use]
    pub fn gap(&mut self) -> bool {
        loop {
            self.blanks();
            match self.here() {
                b'\n' => {
                    if self.newline() {
                        return true;
                    }
                }
                b'#' => self.comment(),
                _ => return false,
            }
        }
    }

    /// Reads a line end. Returns whether here-documents come next.
    #[must_use]
    pub fn newline(&mut self) -> bool {
        self.pos += 1;
        if self.pending.len() <= self.pending_base {
            return false;
        }
        self.stack.push(Frame::HereDocuments(HereDocuments {
            state: HereState::Next,
            next: self.pending_base as u32,
            event: 0,
            body_end: 0,
            closing: 0,
            after: 0,
            end: 0,
            last_end: self.last_end,
        }));
        true
    }

    fn comment(&mut self) {
        let start = self.pos;
        self.pos = self.line_end(start);
        let last_end = self.last_end;
        self.leaf_from(Name::Comment, Name::None, start);
        self.last_end = last_end;
    }

    /// Whether a word of the position's text ends at `at`.
    #[inline]
    pub fn is_delimiter(&self, at: usize) -> bool {
        let byte = self.byte(at);
        CLASS[usize::from(byte)] & META != 0
            || at >= self.end
            || byte == b'\r' && self.has_crlf && (self.byte(at + 1) == b'\n' || at + 1 >= self.end)
    }

    /// Whether this word is at the position.
    #[inline]
    pub fn is_word(&self, word: &[u8]) -> bool {
        let end = self.pos + word.len();
        end <= self.end && &self.text[self.pos..end] == word && self.is_delimiter(end)
    }

    /// The length of the name at a position.
    pub fn name_length(&self, at: usize) -> usize {
        if !is_name_start(self.byte(at)) {
            return 0;
        }
        (at..).take_while(|&at| is_name(self.byte(at))).count()
    }

    /// The token at the position that ends a list of commands, if any.
    #[inline]
    pub fn closer(&self) -> Option<Closer> {
        match self.here() {
            0 if self.at_end() => Some(Closer::End),
            b')' => Some(Closer::Parenthesis),
            b';' if matches!(self.next(), b';' | b'&') => Some(Closer::DoubleSemicolon),
            b'}' if self.is_delimiter(self.pos + 1) || self.ends_substitution() => Some(Closer::Brace),
            b't' if self.is_word(b"then") => Some(Closer::Then),
            b'e' if self.is_word(b"else") => Some(Closer::Else),
            b'e' if self.is_word(b"elif") => Some(Closer::Elif),
            b'e' if self.is_word(b"esac") => Some(Closer::Esac),
            b'f' if self.is_word(b"fi") => Some(Closer::Fi),
            b'd' if self.is_word(b"do") => Some(Closer::Do),
            b'd' if self.is_word(b"done") => Some(Closer::Done),
            _ => None,
        }
    }

    fn ends_substitution(&self) -> bool {
        self.is_brace && self.open == [0, 0, 0, 1, 0]
    }

    pub fn enter(&mut self, category: Category) {
        self.open[category as usize] += 1;
    }

    pub fn leave(&mut self, category: Category) {
        let count = &mut self.open[category as usize];
        *count = count.saturating_sub(1);
    }

    /// The list of a construct ended at a word that is not its own. Returns whether the construct ends here, without
    /// its closing word, because the word closes an enclosing one; otherwise the word was skipped as an error.
    pub fn gives_up(&mut self) -> bool {
        let closer = self.closer().unwrap_or(Closer::End);
        let is_outer = closer
            .category()
            .is_none_or(|category| self.open[category as usize] > 0);
        if !is_outer {
            self.stray();
        }
        is_outer
    }

    /// The word at the position closes nothing.
    pub fn stray(&mut self) {
        let length = self.closer().map_or(1, Closer::length);
        self.unexpected(length);
    }

    pub fn open_scope(&mut self, pending: usize) -> Scope {
        let scope = Scope {
            pending: self.pending_base as u32,
            open: self.open,
            is_brace: self.is_brace,
        };
        self.pending_base = pending;
        self.open = [0; 5];
        self.is_brace = false;
        scope
    }

    pub fn close_scope(&mut self, scope: &Scope) {
        self.pending_base = scope.pending as usize;
        self.open = scope.open;
        self.is_brace = scope.is_brace;
    }

    /// The state before the node that is opened next.
    pub fn mark(&self) -> Rewind {
        Rewind {
            event: self.events.len() as u32,
            position: self.pos as u32,
            pending: self.pending.len() as u32,
        }
    }

    /// The construct opened at `rewind` is not closed: its first line is an error, and reading continues after it.
    /// The nodes since then are discarded. If too much was read again already, the rest of the text is the error.
    pub fn unterminated(&mut self, rewind: &Rewind) {
        let start = rewind.position as usize;
        self.events.truncate(rewind.event as usize);
        while self.unescaped.last().is_some_and(|last| last.event >= rewind.event) {
            self.unescaped.pop();
        }
        self.pending.truncate((rewind.pending as usize).max(self.pending_base));
        self.pos = start;
        let again = self.end - start;
        let end = if again <= self.rereading {
            self.line_end(start)
        } else {
            self.end
        };
        self.rereading = self.rereading.saturating_sub(again);
        // Errors in the text that is read again are found again.
        let first = self.origin(start);
        while self.faults.last().is_some_and(|last| last.start >= first) {
            self.faults.pop();
        }
        self.unexpected(end - start);
    }
}

/// Whether every line ends in CRLF, as in Windows checkouts. In other sources CR is a letter for the shell.
fn is_crlf(source: &[u8]) -> bool {
    let mut lines = source.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').peekable();
    lines.peek().is_some() && lines.all(|(at, _)| at > 0 && source[at - 1] == b'\r')
}
