//! The marks of a stream and the headers after them: length-prefixed kinds, each created once.

use rustc_hash::FxHashMap;

use super::stream_rules::StreamRules;
use syntax::flat_tree::NameTable;

pub const OPEN: u8 = b'(';
pub const CLOSE: u8 = b')';
pub const LEAF: u8 = b'.';

/// Range of a header's bytes in the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeHeader {
    from: u32,
    length: u32,
    /// Equal for headers of equal bytes, consecutive from 0.
    pub number: u32,
}

/// Padding after the last header, so that a piece of this fixed length can be copied for most headers, which are
/// shorter: a copy of fixed length needs no call.
const PIECE: usize = 48;

#[derive(Default)]
pub struct NodeHeaders {
    /// Concatenated, then `PIECE` unused bytes.
    bytes: Vec<u8>,
    /// By kind, then by field; inner nodes, then leaves.
    known: [Vec<Vec<NodeHeader>>; 2],
    numbers: FxHashMap<Box<[u8]>, u32>,
}

impl NodeHeaders {
    #[inline]
    pub fn bytes(&self, header: NodeHeader) -> &[u8] {
        &self.bytes[header.from as usize..(header.from + header.length) as usize]
    }

    #[inline]
    pub fn write(
        &mut self,
        stream: &mut Vec<u8>,
        rules: &StreamRules,
        names: &NameTable,
        mark: u8,
        kind: u16,
        field: u16,
    ) -> NodeHeader {
        let header = self.header(rules, names, mark, kind, field);
        match self.bytes[header.from as usize..].first_chunk::<PIECE>() {
            Some(piece) if header.length as usize <= PIECE => {
                let end = stream.len() + header.length as usize;
                stream.extend_from_slice(piece);
                stream.truncate(end);
            }
            _ => stream.extend_from_slice(self.bytes(header)),
        }
        header
    }

    #[inline]
    pub fn header(&mut self, rules: &StreamRules, names: &NameTable, mark: u8, kind: u16, field: u16) -> NodeHeader {
        let field = if rules.fields { field } else { 0 };
        let known = &self.known[usize::from(mark == LEAF)];
        let found = known
            .get(usize::from(kind))
            .and_then(|by_field| by_field.get(usize::from(field)));
        match found {
            Some(&header) if header.length > 0 => header,
            _ => self.make(rules, names, mark, kind, field),
        }
    }

    #[cold]
    fn make(&mut self, rules: &StreamRules, names: &NameTable, mark: u8, kind: u16, field: u16) -> NodeHeader {
        let shown = if kind == rules.known.scalar {
            ""
        } else {
            names.name(kind)
        };
        let text = if field == 0 {
            shown.to_owned()
        } else {
            format!("{}:{shown}", names.name(field))
        };
        let from = self.bytes.len().saturating_sub(PIECE);
        self.bytes.truncate(from);
        self.bytes.push(mark);
        write_text(&mut self.bytes, &text);
        let next = self.numbers.len() as u32;
        let header = NodeHeader {
            from: from as u32,
            length: (self.bytes.len() - from) as u32,
            number: *self.numbers.entry(self.bytes[from..].into()).or_insert(next),
        };
        self.bytes.resize(self.bytes.len() + PIECE, 0);
        let by_kind = &mut self.known[usize::from(mark == LEAF)];
        if by_kind.len() <= usize::from(kind) {
            by_kind.resize_with(usize::from(kind) + 1, Vec::new);
        }
        let by_field = &mut by_kind[usize::from(kind)];
        if by_field.len() <= usize::from(field) {
            by_field.resize_with(usize::from(field) + 1, NodeHeader::default);
        }
        by_field[usize::from(field)] = header;
        header
    }
}

/// The number of a string's UTF-8 bytes, then the bytes.
pub fn write_text(stream: &mut Vec<u8>, text: &str) {
    write_number(stream, text.len());
    stream.extend_from_slice(text.as_bytes());
}

/// Unsigned LEB128.
pub fn write_number(stream: &mut Vec<u8>, value: usize) {
    let mut rest = value;
    while rest >= 0x80 {
        stream.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    stream.push(rest as u8);
}

/// The offset after a length (unsigned LEB128) and that number of bytes.
pub fn text_end(stream: &[u8], from: usize) -> usize {
    let mut at = from;
    let mut length = 0;
    let mut shift = 0;
    loop {
        let byte = stream[at];
        at += 1;
        length |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return at + length;
        }
        shift += 7;
    }
}
