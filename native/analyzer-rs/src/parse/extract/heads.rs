//! The marks of a stream and the heads behind them: length-prefixed kinds, each made once.

use super::stream_rules::StreamRules;
use crate::parse::flat_tree::NameTable;

pub const OPEN: u8 = b'(';
pub const CLOSE: u8 = b')';
pub const LEAF: u8 = b'.';

/// Place of a head's bytes in the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Head {
    from: u32,
    length: u32,
}

/// Room behind the last head, so that of most heads, which are shorter, a piece of this one length can be copied: that
/// takes no call.
const PIECE: usize = 48;

#[derive(Default)]
pub struct Heads {
    /// One after another, then `PIECE` bytes that mean nothing.
    bytes: Vec<u8>,
    /// By kind, then by field; inner nodes, then leaves.
    known: [Vec<Vec<Head>>; 2],
}

impl Heads {
    #[inline]
    pub fn bytes(&self, head: Head) -> &[u8] {
        &self.bytes[head.from as usize..(head.from + head.length) as usize]
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
    ) {
        let head = self.head(rules, names, mark, kind, field);
        match self.bytes[head.from as usize..].first_chunk::<PIECE>() {
            Some(piece) if head.length as usize <= PIECE => {
                let end = stream.len() + head.length as usize;
                stream.extend_from_slice(piece);
                stream.truncate(end);
            }
            _ => stream.extend_from_slice(self.bytes(head)),
        }
    }

    #[inline]
    pub fn head(&mut self, rules: &StreamRules, names: &NameTable, mark: u8, kind: u16, field: u16) -> Head {
        let field = if rules.fields { field } else { 0 };
        let known = &self.known[usize::from(mark == LEAF)];
        let found = known
            .get(usize::from(kind))
            .and_then(|by_field| by_field.get(usize::from(field)));
        match found {
            Some(&head) if head.length > 0 => head,
            _ => self.make(rules, names, mark, kind, field),
        }
    }

    #[cold]
    fn make(&mut self, rules: &StreamRules, names: &NameTable, mark: u8, kind: u16, field: u16) -> Head {
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
        let head = Head {
            from: from as u32,
            length: (self.bytes.len() - from) as u32,
        };
        self.bytes.resize(self.bytes.len() + PIECE, 0);
        let by_kind = &mut self.known[usize::from(mark == LEAF)];
        if by_kind.len() <= usize::from(kind) {
            by_kind.resize_with(usize::from(kind) + 1, Vec::new);
        }
        let by_field = &mut by_kind[usize::from(kind)];
        if by_field.len() <= usize::from(field) {
            by_field.resize_with(usize::from(field) + 1, Head::default);
        }
        by_field[usize::from(field)] = head;
        head
    }
}

/// The number of a text's UTF-8 bytes, then these.
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
