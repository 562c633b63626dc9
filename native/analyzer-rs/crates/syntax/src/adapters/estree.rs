//! Writes oxc's tree directly into a flat tree: a serializer that creates nodes instead of a JSON document. Only leaves
//! become JSON texts, in oxc's own buffer. Values that are null or false are dropped, except in a list and as a
//! literal's value.

use oxc_data_structures::code_buffer::CodeBuffer;
use oxc_estree::{
    CompactFormatter, ConfigNoFixes, ESTree, ESTreeSpan, SequenceSerializer, Serializer, StructSerializer,
};

use super::json_text::{normal_string, quoted};
use super::tree_builder::TreeBuilder;
use crate::flat_tree::{NO_NODE, NameTable, NodeId};

/// Names that the writer needs.
struct Known {
    list: u16,
    plain: u16,
    null: u16,
    scalar: u16,
    literal: u16,
    value: u16,
    jsx_identifier: u16,
}

pub struct EstreeWriter {
    pub builder: TreeBuilder,
    known: Known,
    fields: FieldCache,
    types: TypeCache,
    formatter: CompactFormatter,
    buffer: CodeBuffer,
    with_types: bool,
    /// The innermost open node, the field of its next child, and whether that is an item of a list.
    above: NodeId,
    field: u16,
    in_list: bool,
    /// Whether a JSX name contains a backslash.
    has_raw_name: bool,
}

impl EstreeWriter {
    pub fn new() -> Self {
        let mut builder = TreeBuilder::new();
        let names = &mut builder.names;
        let known = Known {
            list: names.id("[]"),
            plain: names.id("{}"),
            null: names.id("null"),
            scalar: names.id("scalar"),
            literal: names.id("Literal"),
            value: names.id("value"),
            jsx_identifier: names.id("JSXIdentifier"),
        };
        Self {
            builder,
            known,
            fields: FieldCache::new(),
            types: TypeCache::new(),
            formatter: oxc_estree::Formatter::new(),
            buffer: CodeBuffer::new(),
            with_types: false,
            above: NO_NODE,
            field: 0,
            in_list: false,
            has_raw_name: false,
        }
    }

    /// Writes the nodes of a program.
    ///
    /// `is_broken`: the program has errors; its scalars may then be invalid JSON.
    ///
    /// Returns the texts of the leaves; `None` if one is invalid JSON.
    pub fn write<T: ESTree>(
        &mut self,
        program: &T,
        length: usize,
        with_types: bool,
        is_broken: bool,
    ) -> Option<String> {
        self.builder.begin();
        self.buffer = CodeBuffer::with_capacity(length);
        self.with_types = with_types;
        self.above = NO_NODE;
        self.field = 0;
        self.in_list = false;
        self.has_raw_name = false;
        program.serialize(&mut *self);
        self.slot();
        let mut texts = std::mem::take(&mut self.buffer).into_string();
        self.normalize(&mut texts, is_broken)?;
        Some(texts)
    }

    /// A node without a position of its own has the position of its parent.
    fn slot(&mut self) {
        let Known {
            list,
            plain,
            null,
            scalar,
            ..
        } = self.known;
        let nodes = &mut self.builder.nodes;
        for at in 1..nodes.len() {
            let kind = nodes[at].kind;
            if kind != scalar && kind != list && kind != plain && kind != null {
                continue;
            }
            let above = nodes[nodes[at].parent as usize];
            nodes[at].start = above.start;
            nodes[at].end = if kind == null { above.start } else { above.end };
        }
    }

    /// Normalizes escapes, which have several spellings: of the halves of one character, and in files with errors of
    /// any. oxc writes a JSX name as in the source, where a backslash is not an escape of JSON.
    fn normalize(&mut self, texts: &mut String, is_broken: bool) -> Option<()> {
        let wanted = if is_broken { "\\" } else { "\\ud" };
        if !self.has_raw_name && !texts.contains(wanted) {
            return Some(());
        }
        let nodes = &mut self.builder.nodes;
        for at in 1..nodes.len() {
            let node = nodes[at];
            let text = &texts[node.text_start as usize..node.text_end as usize];
            if !text.starts_with('"') || !text.contains('\\') {
                continue;
            }
            let is_raw = nodes[node.parent as usize].kind == self.known.jsx_identifier;
            let normal = if is_raw {
                quoted(&text[1..text.len() - 1])
            } else if text.contains(wanted) {
                normal_string(text)?
            } else {
                continue;
            };
            nodes[at].text_start = texts.len() as u32;
            texts.push_str(&normal);
            nodes[at].text_end = texts.len() as u32;
        }
        Some(())
    }

    fn open(&mut self, kind: u16) -> NodeId {
        let node = self.builder.push(kind, self.field, 0, 0, self.above);
        self.above = node;
        node
    }

    fn close(&mut self, node: NodeId) {
        self.builder.close(node);
        self.above = self.builder.nodes[node as usize].parent;
    }

    fn field_id(&mut self, key: &'static str) -> u16 {
        self.fields.id(key, &mut self.builder.names)
    }

    /// Text that was written since `from` without creating a node is a leaf.
    fn leaf(&mut self, from: usize) {
        let known = &self.known;
        let text = &self.buffer.as_bytes()[from..];
        let kind = match text {
            b"null" => {
                if !self.in_list && !self.is_literal_value() {
                    return;
                }
                known.null
            }
            b"false" if !self.is_literal_value() => return,
            _ => known.scalar,
        };
        let above = self.builder.nodes[self.above as usize].kind;
        self.has_raw_name |= above == known.jsx_identifier && text.contains(&b'\\');
        let to = self.buffer.len();
        let node = self.builder.push(kind, self.field, 0, 0, self.above);
        if kind != self.known.null {
            let node = &mut self.builder.nodes[node as usize];
            node.text_start = from as u32;
            node.text_end = to as u32;
        }
    }

    fn is_literal_value(&self) -> bool {
        let Known { value, literal, .. } = self.known;
        self.field == value && self.builder.nodes[self.above as usize].kind == literal
    }

    fn type_of(&mut self) {
        let kind = self.types.id(&mut self.builder.names);
        self.builder.nodes[self.above as usize].kind = kind;
    }
}

/// Field ids by address and length of their names, which are constants of oxc.
struct FieldCache {
    known: Box<[(usize, usize, u16); Self::SIZE]>,
}

impl FieldCache {
    const SIZE: usize = 1 << 11;

    fn new() -> Self {
        Self {
            known: Box::new([(0, 0, 0); Self::SIZE]),
        }
    }

    fn id(&mut self, key: &'static str, names: &mut NameTable) -> u16 {
        let (address, length) = (key.as_ptr().addr(), key.len());
        let known = &mut self.known[(address ^ (address >> 11)) % Self::SIZE];
        if (known.0, known.1) != (address, length) {
            *known = (address, length, names.id(key));
        }
        known.2
    }
}

/// Kind ids by the JSON text of a `type`, found by its length and the letters that differ most: those before its end,
/// and after that position in others. oxc has far more positions than types.
struct TypeCache {
    known: Box<[(Box<str>, u16)]>,
    written: CodeBuffer,
    /// End of the last one.
    read: usize,
}

impl TypeCache {
    const SIZE: usize = 1 << 11;
    /// Bytes of the buffer for types; then a new one is allocated.
    const WRITTEN: usize = 1 << 14;

    fn new() -> Self {
        Self {
            known: vec![(Box::default(), 0); Self::SIZE].into(),
            written: CodeBuffer::new(),
            read: 0,
        }
    }

    /// Id of the text written since the last one.
    fn id(&mut self, names: &mut NameTable) -> u16 {
        let json = &self.written.as_str()[self.read..];
        let sign = json.as_bytes().last_chunk().map_or(0, |end| u64::from_le_bytes(*end)) ^ json.len() as u64;
        let mut slot = (sign.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 53) as usize;
        while *self.known[slot].0 != *json {
            if self.known[slot].0.is_empty() {
                self.known[slot] = (json.into(), names.id(&json.replace('"', "")));
            } else {
                slot = (slot + 1) % Self::SIZE;
            }
        }
        let id = self.known[slot].1;
        self.read = self.written.len();
        if self.read > Self::WRITTEN {
            self.written = CodeBuffer::with_capacity(Self::WRITTEN * 2);
            self.read = 0;
        }
        id
    }
}

impl Default for EstreeWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl<'w> Serializer for &'w mut EstreeWriter {
    type Formatter = CompactFormatter;
    type StructSerializer = NodeWriter<'w>;
    type SequenceSerializer = ListWriter<'w>;

    fn include_ts_fields(&self) -> bool {
        self.with_types
    }

    fn ranges(&self) -> bool {
        false
    }

    fn serialize_struct(self) -> NodeWriter<'w> {
        let node = self.open(self.known.plain);
        NodeWriter { writer: self, node }
    }

    fn serialize_sequence(self) -> ListWriter<'w> {
        let node = self.open(self.known.list);
        ListWriter { writer: self, node }
    }

    fn record_fix_path(&mut self) {}

    fn buffer_mut(&mut self) -> &mut CodeBuffer {
        &mut self.buffer
    }

    fn buffer_and_formatter_mut(&mut self) -> (&mut CodeBuffer, &mut CompactFormatter) {
        (&mut self.buffer, &mut self.formatter)
    }
}

/// Writes the fields of an object.
pub struct NodeWriter<'w> {
    writer: &'w mut EstreeWriter,
    node: NodeId,
}

impl StructSerializer for NodeWriter<'_> {
    type Config = ConfigNoFixes;
    type Formatter = CompactFormatter;

    fn serialize_field<T: ESTree + ?Sized>(&mut self, key: &'static str, value: &T) {
        let writer = &mut *self.writer;
        let from = writer.buffer.len();
        if key == "type" {
            // Not part of the texts of leaves: there is one for each node.
            std::mem::swap(&mut writer.buffer, &mut writer.types.written);
            value.serialize(&mut *writer);
            std::mem::swap(&mut writer.buffer, &mut writer.types.written);
            writer.type_of();
            return;
        }
        let nodes = writer.builder.count();
        let field = writer.field_id(key);
        writer.field = field;
        writer.in_list = false;
        value.serialize(&mut *writer);
        if writer.builder.count() == nodes {
            writer.leaf(from);
        }
    }

    fn serialize_js_field<T: ESTree + ?Sized>(&mut self, key: &'static str, value: &T) {
        if !self.writer.with_types {
            self.serialize_field(key, value);
        }
    }

    fn serialize_ts_field<T: ESTree + ?Sized>(&mut self, key: &'static str, value: &T) {
        if self.writer.with_types {
            self.serialize_field(key, value);
        }
    }

    fn serialize_span<S: ESTreeSpan>(&mut self, span: S) {
        let [start, end] = span.range();
        let node = &mut self.writer.builder.nodes[self.node as usize];
        node.start = start;
        node.end = end;
    }

    fn end(self) {
        self.writer.close(self.node);
    }

    fn include_ts_fields(&self) -> bool {
        self.writer.with_types
    }

    fn ranges(&self) -> bool {
        false
    }
}

/// Writes the items of a list.
pub struct ListWriter<'w> {
    writer: &'w mut EstreeWriter,
    node: NodeId,
}

impl SequenceSerializer for ListWriter<'_> {
    fn serialize_element<T: ESTree + ?Sized>(&mut self, value: &T) {
        let writer = &mut *self.writer;
        let from = writer.buffer.len();
        let nodes = writer.builder.count();
        writer.field = 0;
        writer.in_list = true;
        value.serialize(&mut *writer);
        if writer.builder.count() == nodes {
            writer.leaf(from);
        }
    }

    fn end(self) {
        self.writer.close(self.node);
    }
}
