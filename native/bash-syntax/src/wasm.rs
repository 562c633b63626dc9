//! The interface for the portable engine. It writes a source into `source`, calls `parse`, and reads the columns of
//! the tree: offsets there count UTF-16 units, as in its strings.
#![allow(unsafe_code)] // The attribute that exports a function by its name; no memory is read or written by address.

use std::cell::RefCell;

use crate::{NAMES, NO_NODE, Node, Sink, parse as parse_source};

/// Above this number of nodes or bytes the memory of a long source is freed.
const RETAINED: usize = 1 << 20;

#[derive(Default)]
struct Columns {
    kind: Vec<u16>,
    field: Vec<u16>,
    start: Vec<u32>,
    end: Vec<u32>,
    size: Vec<u32>,
    parent: Vec<u32>,
    broken: Vec<u8>,
    /// Of the leaves whose text is not their source: the node, and the range in `text_bytes`.
    texts: Vec<u32>,
    text_bytes: Vec<u8>,
}

#[derive(Default)]
struct State {
    source: Vec<u8>,
    names: Vec<u8>,
    columns: Columns,
    /// Start, end and missing kind of each error.
    errors: Vec<u32>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

impl Sink for Columns {
    fn open(&mut self, node: Node) {
        self.kind.push(node.kind as u16);
        self.field.push(node.field as u16);
        self.start.push(node.start);
        self.end.push(node.end);
        self.size.push(1);
        self.parent.push(node.parent);
        self.broken.push(u8::from(node.is_broken));
    }

    fn close(&mut self, node: u32, end: u32) {
        let node = node as usize;
        self.end[node] = end;
        self.size[node] = (self.kind.len() - node) as u32;
    }

    fn text(&mut self, node: u32, text: &[u8]) {
        let start = self.text_bytes.len() as u32;
        self.text_bytes.extend_from_slice(text);
        self.texts.extend([node, start, self.text_bytes.len() as u32]);
    }
}

impl Columns {
    fn clear(&mut self) {
        if self.kind.capacity() > RETAINED {
            *self = Self::default();
        }
        self.kind.clear();
        self.field.clear();
        self.start.clear();
        self.end.clear();
        self.size.clear();
        self.parent.clear();
        self.broken.clear();
        self.texts.clear();
        self.text_bytes.clear();
    }

    /// A node with a broken descendant is broken: a parent precedes its children.
    fn spread_broken(&mut self) {
        for node in (1..self.broken.len()).rev() {
            let parent = self.parent[node];
            if self.broken[node] == 1 && parent != NO_NODE {
                self.broken[parent as usize] = 1;
            }
        }
    }
}

/// The address at which a source of `length` bytes must be written.
#[unsafe(no_mangle)]
pub extern "C" fn source(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if state.source.capacity() > RETAINED && length <= RETAINED {
            state.source = Vec::new();
        }
        state.source.clear();
        state.source.resize(length, 0);
        state.source.as_mut_ptr()
    })
}

/// Parses the source; returns the number of nodes.
#[unsafe(no_mangle)]
pub extern "C" fn parse() -> usize {
    STATE.with_borrow_mut(|state| {
        let State {
            source,
            columns,
            errors,
            ..
        } = state;
        columns.clear();
        errors.clear();
        let faults = parse_source(source, columns);
        if !faults.is_empty() {
            columns.spread_broken();
        }
        errors.extend(
            faults
                .iter()
                .flat_map(|fault| [fault.start, fault.end, fault.missing as u32]),
        );
        if !source.is_ascii() {
            let units = units(source);
            let offsets = columns.start.iter_mut().chain(&mut columns.end);
            let errors = errors.chunks_exact_mut(3).flat_map(|error| error[..2].iter_mut());
            for offset in offsets.chain(errors) {
                *offset = units[*offset as usize];
            }
        }
        columns.kind.len()
    })
}

/// By offset in bytes, the number of UTF-16 units before it.
fn units(source: &[u8]) -> Vec<u32> {
    let mut units = Vec::with_capacity(source.len() + 1);
    let mut count = 0;
    for &byte in source {
        units.push(count);
        count += match byte {
            0x80..=0xbf => 0,
            0xf0.. => 2,
            _ => 1,
        };
    }
    units.push(count);
    units
}

/// The columns in the order of their struct, then the errors.
#[unsafe(no_mangle)]
pub extern "C" fn column(index: usize) -> *const u8 {
    STATE.with_borrow(|state| {
        let columns = &state.columns;
        match index {
            0 => columns.kind.as_ptr().cast(),
            1 => columns.field.as_ptr().cast(),
            2 => columns.start.as_ptr().cast(),
            3 => columns.end.as_ptr().cast(),
            4 => columns.size.as_ptr().cast(),
            5 => columns.parent.as_ptr().cast(),
            6 => columns.broken.as_ptr(),
            7 => columns.texts.as_ptr().cast(),
            8 => columns.text_bytes.as_ptr(),
            _ => state.errors.as_ptr().cast(),
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn text_count() -> usize {
    STATE.with_borrow(|state| state.columns.texts.len() / 3)
}

#[unsafe(no_mangle)]
pub extern "C" fn error_count() -> usize {
    STATE.with_borrow(|state| state.errors.len() / 3)
}

/// The names of kinds and fields by their numbers, joined by line feeds.
#[unsafe(no_mangle)]
pub extern "C" fn names() -> *const u8 {
    STATE.with_borrow_mut(|state| {
        state.names = NAMES.join("\n").into_bytes();
        state.names.as_ptr()
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn names_length() -> usize {
    STATE.with_borrow(|state| state.names.len())
}
