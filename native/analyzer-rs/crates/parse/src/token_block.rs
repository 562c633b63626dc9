//! Token records in a compact form; `packages/core/src/parse/tokens/token-block.ts` describes and reads it.

use rustc_hash::FxHashMap;

use base::json_text::{push_format, push_list, push_quoted};

use super::facts::{DeclarationFacts, TokenRecord, TokenRole};

/// One block for all functions of a file, in the order of its declarations. Empty if it has no record.
pub fn token_block(declarations: &[DeclarationFacts], records: &[Option<TokenRecord>]) -> Vec<u8> {
    let mut writer = BlockWriter::default();
    for (declaration, record) in declarations.iter().zip(records) {
        writer.add(record.as_ref(), declaration.start_line);
    }
    writer.finish()
}

#[derive(Default)]
struct BlockWriter<'r> {
    words: FxHashMap<(TokenRole, &'r str), u32>,
    texts: FxHashMap<&'r str, u32>,
    word_list: Vec<(TokenRole, &'r str)>,
    text_list: Vec<&'r str>,
    lengths: Vec<usize>,
    records: Vec<u8>,
}

impl<'r> BlockWriter<'r> {
    fn add(&mut self, record: Option<&'r TokenRecord>, first_line: u32) {
        let start = self.records.len();
        if let Some(record) = record {
            push_unsigned(&mut self.records, record.role.len() as u32);
            for (role, kind) in record.role.iter().zip(record.kind.iter()) {
                let next = self.word_list.len() as u32;
                let word = *self.words.entry((*role, kind)).or_insert(next);
                if word == next {
                    self.word_list.push((*role, kind));
                }
                push_unsigned(&mut self.records, word);
            }
            for text in record.text.iter() {
                let next = self.text_list.len() as u32;
                let number = *self.texts.entry(text).or_insert(next);
                if number == next {
                    self.text_list.push(text);
                }
                push_unsigned(&mut self.records, number);
            }
            let mut before = first_line;
            for &line in &record.line {
                push_signed(&mut self.records, line.cast_signed() - before.cast_signed());
                before = line;
            }
        }
        self.lengths.push(self.records.len() - start);
    }

    fn finish(self) -> Vec<u8> {
        if self.records.is_empty() {
            return Vec::new();
        }
        let mut header = String::from("{\"words\":[");
        for (index, (role, kind)) in self.word_list.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            push_format(&mut header, format_args!("{comma}[\"{}\",", role.name()));
            push_quoted(&mut header, kind);
            header.push(']');
        }
        header.push_str("],\"texts\":");
        push_list(&mut header, self.text_list.iter().copied());
        header.push_str(",\"lengths\":[");
        for (index, length) in self.lengths.iter().enumerate() {
            push_format(
                &mut header,
                format_args!("{}{length}", if index == 0 { "" } else { "," }),
            );
        }
        header.push_str("]}");
        let mut block = Vec::with_capacity(4 + header.len() + self.records.len());
        block.extend_from_slice(&(header.len() as u32).to_le_bytes());
        block.extend_from_slice(header.as_bytes());
        block.extend_from_slice(&self.records);
        block
    }
}

/// Seven bits per byte, the least significant first; the eighth bit is set if more bytes follow.
pub fn push_unsigned(out: &mut Vec<u8>, value: u32) {
    let mut rest = value;
    while rest >= 0x80 {
        out.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// ZigZag encoding, so that small numbers of both signs are short: 0, -1, 1, -2, 2 … are written as 0, 1, 2, 3, 4 …
pub fn push_signed(out: &mut Vec<u8>, value: i32) {
    push_unsigned(out, ((value << 1) ^ (value >> 31)).cast_unsigned());
}
