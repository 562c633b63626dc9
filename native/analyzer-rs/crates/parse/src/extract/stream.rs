//! Writes the canonical stream of a complete file once: an inner node is `(` kind … `)`, a leaf `.` kind text, kinds
//! and texts length-prefixed (docs/specifications/fingerprints.md). Streams of functions are ranges of it, so the work is linear in
//! the size of the file.

use std::borrow::Cow;
use std::ops::Range;

use super::elements::element_recorder::{ElementRecorder, Named};
use super::elements::regions::Regions;
use super::elements::unit_rules::UnitRules;
use super::here_document::here_document_text;
use super::identifiers::{Identifier, Identifiers};
use super::joined_text::joined_text;
use super::kind_tables::slot;
use super::literals::{normal_literal, normal_newlines};
use super::node_headers::{CLOSE, LEAF, NodeHeader, NodeHeaders, OPEN, write_text};
use super::roles::Roles;
use super::stream_edits::{Mark, StreamEdits, has_child};
use super::stream_rules::{LITERAL, PROPERTY, Role, SYNTAX, StreamRules};
use super::traits::{COUNTED, DROPPED, LIST, NULL, RULED, SCALAR, TOKEN, Traits};
use syntax::flat_tree::{FlatTree, NodeId};
use syntax::reuse::empty;

/// Data of one pass about a root: a function, a class or the file. Offsets are into the stream's bytes.
#[derive(Clone, Debug)]
pub struct RootSpan {
    pub node: NodeId,
    /// Mark and kind of the root itself, without its field, which depends on its parent.
    pub header: NodeHeader,
    /// After the header; an empty range if the root is not in the stream.
    pub bytes: Range<u32>,
    /// Number of counted nodes, without the own name.
    pub nodes: u32,
    /// Range of the own name's element; empty if there is none.
    pub name: Range<u32>,
    pub name_leaves: Range<u32>,
    /// The identifiers inside, as indices into the list.
    pub identifiers: Range<u32>,
    pub leaves: Range<u32>,
}

/// A leaf of the stream; only if requested.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    pub node: NodeId,
    pub kind: u16,
    pub role: Role,
    /// Range of its text in the stream's bytes.
    pub from: u32,
    pub to: u32,
}

/// The result of a pass; its buffers are reused for each file.
#[derive(Default)]
pub struct Stream {
    pub bytes: Vec<u8>,
    pub leaves: Vec<Leaf>,
    pub identifiers: Identifiers,
    /// In the order of the roots.
    pub spans: Vec<RootSpan>,
    pub headers: NodeHeaders,
    /// Only if requested.
    pub regions: Regions,
    /// Only if requested.
    pub elements: ElementRecorder,
    traits: Traits,
    marks: Vec<Mark>,
    open: Vec<OpenNode>,
}

/// An open node: its end, the number of brackets it closes, its root.
struct OpenNode {
    end: NodeId,
    brackets: u32,
    root: Option<usize>,
}

impl Stream {
    /// `roots`: nodes in order; each gets a span. `units`: fills the regions, which the caller has started.
    pub fn run(
        &mut self,
        rules: &StreamRules,
        tree: FlatTree<'_>,
        roots: &[NodeId],
        keep_leaves: bool,
        units: Option<&UnitRules>,
    ) {
        empty(&mut self.bytes);
        empty(&mut self.leaves);
        self.identifiers.begin();
        empty(&mut self.spans);
        empty(&mut self.open);
        if units.is_some() {
            self.elements.begin();
        }
        let marks = std::mem::take(&mut self.marks);
        let mut pass = Pass {
            rules,
            tree,
            roles: Roles { rules, tree },
            edits: StreamEdits::new(rules, tree, marks),
            keep_leaves,
            units,
            counted: 0,
            name: None,
            type_end: 0,
            stream: self,
        };
        pass.run(roots);
        self.marks = pass.edits.marks;
    }

    pub fn span_of(&self, root: NodeId) -> Option<&RootSpan> {
        let at = self.spans.binary_search_by_key(&root, |span| span.node).ok()?;
        self.spans.get(at)
    }
}

/// The own name that is being written.
struct NameInProgress {
    root: usize,
    end: NodeId,
    counted: u32,
}

struct Pass<'a, 's> {
    rules: &'a StreamRules,
    tree: FlatTree<'a>,
    roles: Roles<'a>,
    edits: StreamEdits<'a>,
    keep_leaves: bool,
    units: Option<&'s UnitRules>,
    counted: u32,
    name: Option<NameInProgress>,
    /// First node after the annotation.
    type_end: NodeId,
    stream: &'s mut Stream,
}

impl<'a> Pass<'a, '_> {
    fn run(&mut self, roots: &[NodeId]) {
        let tree = self.tree;
        let mut roots = roots.iter().copied().peekable();
        let mut node = 0;
        while node < tree.count() {
            self.close_until(node);
            self.end_name(node);
            let mut is_root = false;
            while let Some(root) = roots.next_if(|&root| root <= node) {
                is_root = root == node;
                self.begin_span(root);
            }
            node = self.step(node, is_root);
        }
        self.close_until(tree.count());
        for root in roots {
            self.begin_span(root);
        }
    }

    /// Writes a node, or its complete subtree. Returns the next node to visit.
    fn step(&mut self, node: NodeId, is_root: bool) -> NodeId {
        let tree = self.tree;
        let read = tree.node(node);
        let (kind, next) = (read.kind, node + read.size);
        if self.edits.mark(node) == Mark::Body {
            self.begin_body(node);
        }
        let mark = self.edits.mark(node);
        let traits = self.stream.traits.of(self.rules, tree.names, kind);
        if mark == Mark::Skip || (mark != Mark::Keep && self.is_dropped(node, traits)) {
            return next;
        }
        if let Some(units) = self.units {
            let (depth, first) = (self.stream.open.len(), self.stream.elements.count());
            if read.size > 1 && self.in_text_lines(node) {
                let (start, counted) = (read.start, self.counted);
                self.stream.regions.open_line(tree, node, start, depth, first, counted);
            }
            self.stream.regions.reach(units, tree, node, depth, first, self.counted);
        }
        match mark {
            Mark::Name => self.begin_name(next),
            Mark::Text => {
                let text = self.edits.text(node);
                self.leaf(node, self.edits.id(node).unwrap_or(kind), LITERAL, &text);
                return next;
            }
            Mark::Key => {
                self.key(node);
                return next;
            }
            Mark::Splice => return node + 1,
            _ => {}
        }
        if traits & RULED != 0 {
            if self.rules.type_contexts.has(kind) {
                self.type_end = self.type_end.max(next);
            }
            self.edits.visit(node);
            if self.edits.is_transparent(node) || self.opens_clauses(kind) {
                return node + 1;
            }
            if self.writes_text(node, kind) {
                return next;
            }
        }
        if read.size == 1 {
            self.plain_leaf(node, kind, traits);
            return next;
        }
        let field = if mark == Mark::Field {
            self.edits.id(node).unwrap_or(0)
        } else {
            read.field
        };
        let shown = self.shown(kind);
        if is_root {
            let header = self.stream.headers.header(self.rules, tree.names, OPEN, shown, 0);
            let counted = self.counted;
            let span = self.last_span();
            span.header = header;
            span.nodes = 0_u32.wrapping_sub(counted);
        }
        self.open(shown, field);
        if is_root {
            self.after_header();
        }
        let root = is_root.then(|| self.stream.spans.len() - 1);
        self.stream.open.push(OpenNode {
            end: self.edits.end(node),
            brackets: 1,
            root,
        });
        if is_root {
            self.mark_name(node, kind);
        }
        node + 1
    }

    /// Opens the block of a body that has none in the source.
    fn begin_body(&mut self, node: NodeId) {
        let Some(rule) = &self.rules.block_bodies else { return };
        let end = self.edits.end(node);
        if self.units.is_some_and(|units| units.is_unit_kind(rule.block)) {
            let (depth, first) = (self.stream.open.len(), self.stream.elements.count());
            self.stream.regions.insert(self.tree, node, depth, first, self.counted);
        }
        self.open(rule.block, self.tree.field(node));
        let has_list = !self.edits.begin_body(node, rule) && rule.list != 0;
        if has_list {
            self.open(self.rules.known.list, rule.list);
        }
        self.stream.open.push(OpenNode {
            end,
            brackets: 1 + u32::from(has_list),
            root: None,
        });
    }

    fn shown(&self, kind: u16) -> u16 {
        self.rules.renamed.get(kind).copied().unwrap_or(kind)
    }

    fn at(&self) -> u32 {
        self.stream.bytes.len() as u32
    }

    fn begin_span(&mut self, node: NodeId) {
        let at = self.at();
        let identifier = self.stream.identifiers.count();
        let leaf = self.stream.leaves.len() as u32;
        self.stream.spans.push(RootSpan {
            node,
            header: NodeHeader::default(),
            bytes: at..at,
            nodes: 0,
            name: at..at,
            name_leaves: leaf..leaf,
            identifiers: identifier..identifier,
            leaves: leaf..leaf,
        });
    }

    fn last_span(&mut self) -> &mut RootSpan {
        self.stream.spans.last_mut().expect("a root has just got its span")
    }

    fn after_header(&mut self) {
        let at = self.at();
        let leaf = self.stream.leaves.len() as u32;
        let span = self.last_span();
        span.bytes.start = at;
        span.name = at..at;
        span.leaves.start = leaf;
    }

    fn close_until(&mut self, node: NodeId) {
        loop {
            if self.units.is_some() {
                let Stream {
                    open,
                    regions,
                    elements,
                    ..
                } = &mut *self.stream;
                if regions.close(node, open.len(), elements, self.counted) {
                    continue;
                }
            }
            let Some(open) = self.stream.open.pop_if(|open| open.end <= node) else {
                return;
            };
            self.close(open.brackets);
            let Some(root) = open.root else { continue };
            let at = self.at();
            let identifiers = self.stream.identifiers.count();
            let leaves = self.stream.leaves.len() as u32;
            let span = &mut self.stream.spans[root];
            span.bytes.end = at;
            span.nodes = span.nodes.wrapping_add(self.counted);
            span.identifiers.end = identifiers;
            span.leaves.end = leaves;
        }
    }

    /// The child with the name of the root that was just opened.
    fn mark_name(&mut self, node: NodeId, kind: u16) {
        let tree = self.tree;
        let Some(&field) = self.rules.name_fields.get(kind) else {
            return;
        };
        let is_name =
            |child: &NodeId| tree.field(*child) == field && !(self.rules.fields && tree.node(*child).size == 1);
        if let Some(child) = tree.children(node).find(is_name) {
            self.edits.set(child, Mark::Name);
        }
    }

    fn begin_name(&mut self, end: NodeId) {
        let Some(root) = self.stream.open.iter().rev().find_map(|open| open.root) else {
            return;
        };
        let at = self.at();
        let leaf = self.stream.leaves.len() as u32;
        let span = &mut self.stream.spans[root];
        span.name.start = at;
        span.name_leaves.start = leaf;
        self.name = Some(NameInProgress {
            root,
            end,
            counted: self.counted,
        });
    }

    fn end_name(&mut self, node: NodeId) {
        if let Some(NameInProgress { root, counted, .. }) = self.name.take_if(|name| name.end == node) {
            let at = self.at();
            let leaf = self.stream.leaves.len() as u32;
            let span = &mut self.stream.spans[root];
            span.name.end = at;
            span.name_leaves.end = leaf;
            span.nodes = span.nodes.wrapping_sub(self.counted - counted);
        }
    }

    fn is_dropped(&self, node: NodeId, traits: u8) -> bool {
        if traits & DROPPED != 0 {
            return true;
        }
        let (tree, rules) = (self.tree, self.rules);
        let above = tree.kind_above(node);
        let kind = tree.kind(node);
        if rules.dropped_in.get(above).is_some_and(|dropped| dropped.has(kind)) {
            return true;
        }
        let field = tree.field(node);
        if !rules.fields || field == 0 || traits & (LIST | NULL | SCALAR) == 0 {
            return false;
        }
        let at = slot(above, field);
        if rules.skipped.has(at) {
            return true;
        }
        if traits & SCALAR != 0 && tree.text(node) != "false" || rules.required.has(at) {
            return false;
        }
        traits & LIST == 0 || self.is_empty_list(node, kind)
    }

    fn is_empty_list(&self, list: NodeId, kind: u16) -> bool {
        let dropped_in = self.rules.dropped_in.get(kind);
        let is_dropped = |item: NodeId| {
            self.edits.mark(item) == Mark::Skip || dropped_in.is_some_and(|dropped| dropped.has(self.tree.kind(item)))
        };
        self.tree.children(list).all(is_dropped)
    }

    /// A clause that closes with its parent: `else if` as an `if` in an `else`.
    fn opens_clauses(&mut self, kind: u16) -> bool {
        let rules = self.rules;
        let Some(clauses) = rules.nested_clauses.get(kind) else {
            return false;
        };
        let Some(above) = self.stream.open.last_mut() else {
            return false;
        };
        above.brackets += clauses.len() as u32;
        for &clause in clauses {
            self.open(clause, 0);
        }
        true
    }

    /// A node that contains only plain text and escapes, as one leaf.
    fn writes_text(&mut self, node: NodeId, kind: u16) -> bool {
        let (tree, rules) = (self.tree, self.rules);
        if rules
            .verbatim_with
            .get(kind)
            .is_some_and(|&with| has_child(tree, node, with))
        {
            let text = normal_newlines(tree.written(node).into());
            self.leaf(node, kind, LITERAL, &text);
            return true;
        }
        let Some(rule) = rules.texts.get(kind) else {
            return false;
        };
        let Some(joined) = joined_text(tree, node, rule, rules) else {
            return false;
        };
        let text = if rules.newlines.has(kind) {
            normal_newlines(joined)
        } else {
            joined
        };
        self.leaf(node, if rule.shown == 0 { kind } else { rule.shown }, LITERAL, &text);
        true
    }

    fn plain_leaf(&mut self, node: NodeId, kind: u16, traits: u8) {
        let (tree, rules) = (self.tree, self.rules);
        if traits & TOKEN != 0 {
            self.token(node, kind);
            return;
        }
        let written = tree.text(node);
        let role = self.roles.of(node, written, node < self.type_end);
        let mut text = self.roles.name(node, written);
        if let Some(&literal) = rules.literals.get(kind) {
            text = match text {
                Cow::Borrowed(text) => normal_literal(literal, text),
                Cow::Owned(text) => normal_literal(literal, &text).into_owned().into(),
            };
        }
        if rules.fields {
            if (rules.newlines.has(kind) || rules.newlines.has(tree.field(node))) && text.contains("\\r\\n") {
                text = text.replace("\\r\\n", "\\n").into();
            }
        } else if rules.newlines.has(kind) {
            text = normal_newlines(text);
        }
        if text.is_empty() && rules.dropped_blank.has(kind) {
            return;
        }
        if let Some(documents) = &rules.here_documents
            && documents.all.has(tree.kind_above(node))
        {
            text = here_document_text(tree, node, text, documents);
        }
        if self.in_text_lines(node) {
            self.text_lines(node, self.shown(kind), &text);
        } else {
            self.leaf(node, self.shown(kind), role, &text);
        }
    }

    fn in_text_lines(&self, node: NodeId) -> bool {
        let documents = self.rules.here_documents.as_ref().filter(|it| it.lines);
        documents.is_some_and(|it| it.bodies.has(self.tree.kind_above(node)))
    }

    /// A leaf as an element without text, and one for each line that is not blank. Each of their words counts as a node.
    fn text_lines(&mut self, node: NodeId, kind: u16, text: &str) {
        let tree = self.tree;
        let from = self.at();
        let field = tree.field(node);
        let header = {
            let Stream { headers, bytes, .. } = &mut *self.stream;
            headers.write(bytes, self.rules, tree.names, LEAF, kind, field)
        };
        if self.units.is_some() {
            let Stream { bytes, elements, .. } = &mut *self.stream;
            elements.add(bytes, from, header, false, None);
        }
        write_text(&mut self.stream.bytes, text);
        self.count(kind);
        let to = self.at();
        let text_from = to - text.len() as u32;
        if self.keep_leaves {
            self.stream.leaves.push(Leaf {
                node,
                kind,
                role: LITERAL,
                from: text_from,
                to,
            });
        }
        let (mut at, mut source) = (text_from, tree.node(node).start);
        for line in text.split_inclusive('\n') {
            let (depth, first) = (self.stream.open.len(), self.stream.elements.count());
            let (written, is_whole) = line.strip_suffix('\n').map_or((line, false), |it| (it, true));
            let words = written.split([' ', '\t', '\r']).filter(|it| !it.is_empty()).count() as u32;
            if words > 0 {
                if self.units.is_some() {
                    let (counted, end) = (self.counted, at + written.len() as u32);
                    let Stream {
                        bytes,
                        regions,
                        elements,
                        ..
                    } = &mut *self.stream;
                    regions.open_line(tree, node, source, depth, first, counted);
                    elements.add_line(bytes, at, end, header);
                }
                self.counted += words;
            }
            if is_whole {
                source = line_end(tree.source, source, tree.node(node).end);
                if self.units.is_some() {
                    let Stream { regions, elements, .. } = &mut *self.stream;
                    regions.close_line(tree, node, source, elements, self.counted);
                }
            }
            at += line.len() as u32;
        }
    }

    fn token(&mut self, node: NodeId, kind: u16) {
        let tree = self.tree;
        let is_paired = self.edits.mark(node) == Mark::Token;
        let shown = if is_paired {
            self.edits.id(node).unwrap_or(kind)
        } else {
            self.shown(kind)
        };
        let text = if self.rules.token_text { tree.text(node) } else { "" };
        if is_paired {
            // With its own spelling replaced by that of its token.
            let bare = |kind| tree.names.name(kind).get(1..).unwrap_or("");
            self.leaf(node, shown, SYNTAX, &text.replacen(bare(kind), bare(shown), 1));
        } else {
            self.leaf(node, shown, SYNTAX, text);
        }
    }

    /// `'a': 1` as `a: 1`, `'1': a` as `1: a`.
    fn key(&mut self, node: NodeId) {
        let rules = self.rules;
        let Some(rule) = &rules.key_strings else { return };
        let kind = self.edits.id(node).unwrap_or(rule.literal);
        let is_name = kind == rule.identifier;
        let (field, role) = if is_name {
            (rule.name, PROPERTY)
        } else {
            (rule.value, LITERAL)
        };
        let text = self.edits.text(node);
        self.open(kind, self.tree.field(node));
        self.write(node, rules.known.scalar, field, role, &text);
        self.close(1);
    }

    fn close(&mut self, brackets: u32) {
        // Almost no node closes more than one bracket.
        self.stream.bytes.push(CLOSE);
        for _ in 1..brackets {
            self.stream.bytes.push(CLOSE);
        }
        if self.units.is_some() {
            self.stream.elements.close(brackets);
        }
    }

    fn count(&mut self, kind: u16) {
        let traits = self.stream.traits.of(self.rules, self.tree.names, kind);
        self.counted += u32::from(traits & COUNTED != 0);
    }

    fn open(&mut self, kind: u16, field: u16) {
        let Stream {
            headers,
            bytes,
            elements,
            ..
        } = &mut *self.stream;
        let from = bytes.len() as u32;
        let header = headers.write(bytes, self.rules, self.tree.names, OPEN, kind, field);
        if self.units.is_some() {
            elements.add(bytes, from, header, false, None);
        }
        self.count(kind);
    }

    fn leaf(&mut self, node: NodeId, kind: u16, role: Role, text: &str) {
        let edited = if self.edits.mark(node) == Mark::Field {
            self.edits.id(node)
        } else {
            None
        };
        self.write(node, kind, edited.unwrap_or(self.tree.field(node)), role, text);
        self.count(kind);
    }

    fn write(&mut self, node: NodeId, kind: u16, field: u16, role: Role, text: &str) {
        let Stream {
            headers,
            bytes,
            identifiers,
            leaves,
            elements,
            ..
        } = &mut *self.stream;
        let from = bytes.len() as u32;
        let header = headers.write(bytes, self.rules, self.tree.names, LEAF, kind, field);
        write_text(bytes, text);
        let to = bytes.len() as u32;
        let text_from = to - text.len() as u32;
        let mut named = None;
        if role != LITERAL && role != SYNTAX {
            let spelling = identifiers.number(bytes, text_from, to);
            named = Some(Named { role, spelling });
            let leaf = leaves.len() as u32;
            identifiers.list.push(Identifier {
                from,
                to,
                node,
                spelling,
                leaf,
                role,
            });
        }
        if self.units.is_some() {
            elements.add(bytes, from, header, !text.is_empty(), named);
        }
        if self.keep_leaves {
            leaves.push(Leaf {
                node,
                kind,
                role,
                from: text_from,
                to,
            });
        }
    }
}

/// After the line feed at or after a position, at most `most`.
fn line_end(source: &str, from: u32, most: u32) -> u32 {
    let rest = source.as_bytes().get(from as usize..).unwrap_or_default();
    let feed = rest.iter().position(|it| *it == b'\n');
    feed.map_or(most, |feed| most.min(from + feed as u32 + 1))
}
