//! Records the elements of a canonical stream while it is written, and numbers their distinct openings in order of
//! appearance.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::elements::element_block::Element;
use crate::extract::node_headers::NodeHeader;
use syntax::reuse::{empty, empty_table};

/// Roles whose names are numbered in shapes: variable, property, type, label, function.
const LAST_NAMED_ROLE: u8 = 5;

/// The first of equal openings in the stream.
#[derive(Clone, Copy)]
pub struct OpeningSpan {
    pub from: u32,
    pub to: u32,
    pub header: NodeHeader,
    pub role: u8,
    /// Number from `Identifiers`; `None` without a role.
    pub spelling: Option<u32>,
}

/// The identifier of a leaf: its role, and the number of its spelling.
#[derive(Clone, Copy)]
pub struct Named {
    pub role: u8,
    pub spelling: u32,
}

/// Buffers are reused for each file.
#[derive(Default)]
pub struct ElementRecorder {
    pub openings: Vec<OpeningSpan>,
    pub elements: Vec<Element>,
    /// By number of the header: its opening without text.
    of_headers: Vec<u32>,
    /// By spelling: header and role of its first opening, and that opening.
    of_spellings: Vec<(u32, u32)>,
    /// The other openings with names, by spelling, header and role.
    of_names: FxHashMap<(u32, u32), u32>,
    /// Openings with texts that are not names.
    of_texts: HashTable<u32>,
}

const NONE: u32 = u32::MAX;

impl ElementRecorder {
    pub fn begin(&mut self) {
        empty(&mut self.openings);
        empty(&mut self.elements);
        empty(&mut self.of_spellings);
        self.of_headers.fill(NONE);
        self.of_names.clear();
        empty_table(&mut self.of_texts);
    }

    pub fn count(&self) -> u32 {
        self.elements.len() as u32
    }

    /// Number of closings after the last element so far.
    pub fn last_closings(&self) -> u32 {
        self.elements.last().map_or(0, |last| last.closings)
    }

    #[inline]
    pub fn close(&mut self, brackets: u32) {
        if let Some(last) = self.elements.last_mut() {
            last.closings += brackets;
        }
    }

    /// Adds the element at the end of a stream, which starts with a header at `from`.
    #[inline]
    pub fn add(&mut self, stream: &[u8], from: u32, header: NodeHeader, has_text: bool, named: Option<Named>) {
        let named = named.filter(|it| it.role <= LAST_NAMED_ROLE);
        let span = OpeningSpan {
            from,
            to: stream.len() as u32,
            header,
            role: named.map_or(0, |it| it.role),
            spelling: named.map(|it| it.spelling),
        };
        let opening = match span.spelling {
            Some(spelling) => self.of_name(span, spelling),
            None if has_text => self.of_text(stream, span),
            None => self.of_header(span),
        };
        self.elements.push(Element { opening, closings: 0 });
    }

    /// Adds the line at the end of a leaf with this header.
    pub fn add_line(&mut self, stream: &[u8], from: u32, to: u32, header: NodeHeader) {
        let span = OpeningSpan {
            from,
            to,
            header,
            role: 0,
            spelling: None,
        };
        let opening = self.of_text(stream, span);
        self.elements.push(Element { opening, closings: 0 });
    }

    fn push(&mut self, span: OpeningSpan) -> u32 {
        self.openings.push(span);
        self.openings.len() as u32 - 1
    }

    #[inline]
    fn of_header(&mut self, span: OpeningSpan) -> u32 {
        let at = span.header.number as usize;
        if at >= self.of_headers.len() {
            self.of_headers.resize(at + 1, NONE);
        }
        if self.of_headers[at] == NONE {
            self.of_headers[at] = self.push(span);
        }
        self.of_headers[at]
    }

    #[inline]
    fn of_name(&mut self, span: OpeningSpan, spelling: u32) -> u32 {
        let key = span.header.number << 3 | u32::from(span.role);
        let at = spelling as usize;
        if at >= self.of_spellings.len() {
            self.of_spellings.resize(at + 1, (NONE, NONE));
        }
        match self.of_spellings[at] {
            (first, opening) if first == key => opening,
            (NONE, _) => {
                let opening = self.push(span);
                self.of_spellings[at] = (key, opening);
                opening
            }
            _ => {
                let next = self.openings.len() as u32;
                let opening = *self.of_names.entry((spelling, key)).or_insert(next);
                if opening == next {
                    self.openings.push(span);
                }
                opening
            }
        }
    }

    fn of_text(&mut self, stream: &[u8], span: OpeningSpan) -> u32 {
        let openings = &self.openings;
        let bytes = |it: &OpeningSpan| &stream[it.from as usize..it.to as usize];
        let is_same = |opening: &u32| bytes(&openings[*opening as usize]) == bytes(&span);
        let hash_of = |opening: &u32| hash(bytes(&openings[*opening as usize]));
        let hash = hash(bytes(&span));
        if let Some(opening) = self.of_texts.find(hash, is_same) {
            return *opening;
        }
        self.of_texts.insert_unique(hash, openings.len() as u32, hash_of);
        self.push(span)
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
