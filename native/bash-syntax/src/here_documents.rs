//! The text of here-documents, which follows the line of their command.

use crate::events::{Event, Step};
use crate::frames::{Frame, HereDocuments, HereState};
use crate::names::Name;
use crate::parser::Parser;
use crate::pending::Pending;

impl Parser {
    pub(crate) fn here_documents(&mut self, mut frame: HereDocuments) {
        if frame.state == HereState::Body {
            return self.here_document_body(frame);
        }
        if frame.next as usize >= self.pending.len() {
            self.pending.truncate(self.pending_base);
            // The node that is closed next ends at the end of the command.
            self.last_end = frame.last_end;
            self.stack.pop();
            return;
        }
        let (body, closing, after) = self.find_end(frame.next as usize);
        let pending = &self.pending[frame.next as usize];
        let (number, is_quoted) = (pending.number, pending.is_quoted);
        frame.event = self.events.len() as u32;
        self.bodies[number as usize] = Some(frame.event);
        self.events.push(Event {
            step: Step::Body,
            kind: Name::None,
            field: Name::None,
            start: number,
            end: frame.event + 1,
        });
        frame.body_end = body as u32;
        frame.closing = closing as u32;
        frame.after = after as u32;
        frame.end = self.end as u32;
        frame.state = HereState::Body;
        self.suspend(Frame::HereDocuments(frame));
        self.end = body;
        if body == self.pos {
            return;
        }
        self.open_node(Name::HeredocBody, Name::None);
        if is_quoted {
            let start = self.pos;
            self.pos = body;
            self.leaf_from(Name::HeredocContent, Name::None, start);
        }
    }

    /// Continues in the text of a here-document.
    fn here_document_body(&mut self, mut frame: HereDocuments) {
        let start = self.pos;
        while self.pos < self.end {
            match self.text[self.pos] {
                b'\\' => self.pos = (self.pos + 2).min(self.end),
                b'$' if self.is_expansion(true) => {
                    self.content(Name::HeredocContent, start);
                    return self.dollar();
                }
                b'`' => {
                    self.content(Name::HeredocContent, start);
                    return self.backquote(true);
                }
                _ => self.pos += 1,
            }
        }
        self.content(Name::HeredocContent, start);
        let is_open = self.events[frame.event as usize + 1..]
            .first()
            .is_some_and(|event| event.step == Step::Open && event.kind == Name::HeredocBody);
        if is_open {
            self.close_node();
        }
        self.end = frame.end as usize;
        let (closing, after) = (frame.closing as usize, frame.after as usize);
        if closing < after {
            self.pos = self.line_end(closing).min(after);
            self.leaf_from(Name::HeredocEnd, Name::None, closing);
        }
        self.pos = after;
        self.events.push(Event {
            step: Step::BodyEnd,
            kind: Name::None,
            field: Name::None,
            start: 0,
            end: 0,
        });
        self.events[frame.event as usize].end = self.events.len() as u32;
        frame.next += 1;
        frame.state = HereState::Next;
        self.suspend(Frame::HereDocuments(frame));
    }

    fn content(&mut self, kind: Name, start: usize) {
        if self.pos > start {
            self.leaf_from(kind, Name::None, start);
        }
    }

    /// The end of the text of a here-document, the start of its delimiter, and where the source continues. Without a
    /// delimiter it extends to the end, as in Bash.
    fn find_end(&mut self, pending: usize) -> (usize, usize, usize) {
        let found = self.find_delimiter(&self.pending[pending]);
        let (.., after) = found;
        self.lookahead = self.lookahead.saturating_sub(after - self.pos);
        found
    }

    fn find_delimiter(&self, pending: &Pending) -> (usize, usize, usize) {
        let Pending {
            delimiter, strips_tabs, ..
        } = pending;
        let mut line = self.pos;
        while line < self.end && line - self.pos <= self.lookahead {
            let feed = self.line_feed(line);
            let mut start = line;
            while *strips_tabs && self.text[start] == b'\t' && start < feed {
                start += 1;
            }
            if self.text[start..self.line_end(line).max(start)] == delimiter[..] {
                return (line, start, (feed + 1).min(self.end));
            }
            line = feed + 1;
        }
        (self.end, self.end, self.end)
    }
}
