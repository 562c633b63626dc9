//! Decisions about nodes that depend on their siblings. They are made at the parent, before the pass reaches the
//! children, so that looking ahead once is sufficient.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::jsx_text::{clean_jsx_text, is_plain_jsx_string};
use super::kind_tables::{KindSet, slot};
use super::stream_rules::{BlockBodyRule, DocstringRule, JsxRule, KeyStringRule, PairRule, StreamRules, TrailingRule};
use syntax::adapters::json_text::string_value;
use syntax::flat_tree::{FlatTree, NodeId};
use syntax::reuse::empty;

/// The treatment of a node in addition to the rules of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    #[default]
    None,
    Skip,
    Name,
    Text,
    Key,
    Splice,
    Field,
    Token,
    Keep,
    /// The start of the body of an `if`, an `else` or a loop that gets a block.
    Body,
}

/// Whether a kind needs `visit` and `is_transparent`, or another rule for inner nodes.
pub fn is_ruled(rules: &StreamRules, kind: u16) -> bool {
    let is_body = |docstrings: &DocstringRule| docstrings.root == kind || docstrings.body == kind;
    rules.trailing.has(kind)
        || rules.dropped_empty.has(kind)
        || rules.paired_tokens.has(kind)
        || rules.transparent_without.has(kind)
        || rules.nested_clauses.has(kind)
        || rules.texts.has(kind)
        || rules.verbatim_with.has(kind)
        || rules.transparent.has(kind)
        || rules.transparent_single.has(kind)
        || rules.type_contexts.has(kind)
        || rules.docstrings.as_ref().is_some_and(is_body)
        || rules.sorted.as_ref().is_some_and(|(parents, _)| parents.has(kind))
        || rules.key_strings.as_ref().is_some_and(|keys| keys.parents.has(kind))
        || rules
            .block_bodies
            .as_ref()
            .is_some_and(|bodies| bodies.parents.has(kind))
        || rules
            .jsx
            .as_ref()
            .is_some_and(|jsx| jsx.parents.has(kind) || jsx.attribute == kind)
}

pub struct StreamEdits<'a> {
    rules: &'a StreamRules,
    tree: FlatTree<'a>,
    /// By node.
    pub marks: Vec<Mark>,
    /// Of nodes marked `Text` or `Key`.
    texts: FxHashMap<NodeId, Cow<'a, str>>,
    /// Field ids of nodes marked `Field`, kind ids of those marked `Token`, `Text` or `Key`.
    ids: FxHashMap<NodeId, u16>,
    /// First nodes after bodies, by the first node of each, and after clauses that are followed by a part of their body.
    ends: FxHashMap<NodeId, NodeId>,
}

impl<'a> StreamEdits<'a> {
    /// `marks`: a reused buffer.
    pub fn new(rules: &'a StreamRules, tree: FlatTree<'a>, mut marks: Vec<Mark>) -> Self {
        empty(&mut marks);
        marks.resize(tree.nodes.len(), Mark::None);
        Self {
            rules,
            tree,
            marks,
            texts: FxHashMap::default(),
            ids: FxHashMap::default(),
            ends: FxHashMap::default(),
        }
    }

    /// The first node after a node and all that belongs to it.
    #[inline]
    pub fn end(&self, node: NodeId) -> NodeId {
        let end = if self.ends.is_empty() {
            None
        } else {
            self.ends.get(&node)
        };
        end.copied().unwrap_or_else(|| self.tree.end_of(node))
    }

    /// Replaces the mark of a body without a block, which is about to be written, by that of its statement in one.
    /// Returns whether it is an empty statement.
    pub fn begin_body(&mut self, node: NodeId, rule: &BlockBodyRule) -> bool {
        let container = if rule.list == 0 {
            rule.block
        } else {
            self.rules.known.list
        };
        let dropped = self.rules.dropped_in.get(container);
        let is_empty = self.tree.is_token(node) || dropped.is_some_and(|dropped| dropped.has(self.tree.kind(node)));
        self.ends.remove(&node);
        if is_empty {
            self.set(node, Mark::Skip);
        } else if rule.list == 0 {
            self.set(node, Mark::None);
        } else {
            self.set_field(node, 0);
        }
        is_empty
    }

    #[inline]
    pub fn mark(&self, node: NodeId) -> Mark {
        self.marks[node as usize]
    }

    pub fn set(&mut self, node: NodeId, mark: Mark) {
        self.marks[node as usize] = mark;
    }

    pub fn id(&self, node: NodeId) -> Option<u16> {
        self.ids.get(&node).copied()
    }

    pub fn text(&self, node: NodeId) -> Cow<'a, str> {
        self.texts.get(&node).cloned().unwrap_or_default()
    }

    /// Visits the children of a node that is about to be written or spliced.
    pub fn visit(&mut self, node: NodeId) {
        let rules = self.rules;
        let kind = self.tree.kind(node);
        if let Some(trailing) = rules.trailing.get(kind) {
            self.trailing(node, trailing);
        }
        if let Some(empty) = rules.dropped_empty.get(kind) {
            self.empty(node, empty);
        }
        if let Some(pair) = rules.paired_tokens.get(kind) {
            self.pair(node, pair);
        }
        if let Some((parents, kinds)) = &rules.sorted
            && parents.has(kind)
        {
            self.sort(node, kinds);
        }
        if let Some(docstrings) = &rules.docstrings {
            self.docstring(node, docstrings);
        }
        if let Some(keys) = rules.key_strings.as_ref().filter(|keys| keys.parents.has(kind)) {
            self.key(node, keys);
        }
        if let Some(bodies) = rules.block_bodies.as_ref().filter(|bodies| bodies.parents.has(kind)) {
            self.bodies(node, bodies);
        }
        if let Some(jsx) = &rules.jsx {
            if jsx.parents.has(kind) {
                self.jsx_children(node, jsx);
            } else if kind == jsx.attribute {
                self.jsx_attribute(node, jsx);
            }
        }
    }

    /// Whether the children of a node replace it; marks the list of a single one.
    pub fn is_transparent(&mut self, node: NodeId) -> bool {
        let (rules, tree) = (self.rules, self.tree);
        let kind = tree.kind(node);
        if rules.transparent.has(kind) {
            return !self.keeps_grouping(node);
        }
        if let Some(&without) = rules.transparent_without.get(kind) {
            return !self.keeps_grouping(node)
                && tree.children(node).all(|child| tree.kind(child) != without)
                && tree.children(node).any(|child| !tree.is_token(child));
        }
        let size = tree.node(node).size;
        if !rules.transparent_single.has(kind) || size < 3 {
            return false;
        }
        let (list, only) = (node + 1, node + 2);
        if tree.node(list).size != size - 1 || tree.node(only).size != size - 2 {
            return false;
        }
        self.set(list, Mark::Splice);
        self.set_field(only, tree.field(node));
        true
    }

    fn keeps_grouping(&self, node: NodeId) -> bool {
        let tree = self.tree;
        let parent = tree.parent(node).unwrap_or(0);
        let above = tree.kind(parent);
        self.rules.significant_grouping.iter().any(|rule| {
            let is_there = rule.slots.has(slot(above, tree.field(node))) || rule.slots.has(slot(above, 0));
            tree.kind(node) == rule.kind
                && is_there
                && (rule.beside == 0 || has_child(tree, parent, rule.beside))
                && tree.children(node).any(|child| rule.children.has(tree.kind(child)))
        })
    }

    fn set_field(&mut self, node: NodeId, field: u16) {
        self.set(node, Mark::Field);
        self.ids.insert(node, field);
    }

    fn set_text(&mut self, node: NodeId, kind: u16, text: Cow<'a, str>) {
        self.set(node, Mark::Text);
        self.ids.insert(node, kind);
        self.texts.insert(node, text);
    }

    fn trailing(&mut self, node: NodeId, rule: &TrailingRule) {
        let mut last = None;
        let mut tokens = 0;
        for child in self.tree.children(node) {
            let kind = self.tree.kind(child);
            if kind == rule.token {
                tokens += 1;
                last = Some(child);
            } else if !self.rules.dropped.has(kind) && !self.rules.closers.has(kind) {
                last = None;
            }
        }
        if let Some(last) = last.filter(|_| tokens > rule.others) {
            self.set(last, Mark::Skip);
        }
    }

    fn empty(&mut self, node: NodeId, kinds: &KindSet) {
        let tree = self.tree;
        for child in tree.children(node) {
            if kinds.has(tree.kind(child)) && tree.children(child).all(|inner| tree.is_token(inner)) {
                self.set(child, Mark::Skip);
            }
        }
    }

    fn pair(&mut self, node: NodeId, pair: &PairRule) {
        let tree = self.tree;
        let mut children = tree.children(node);
        let Some(first) = children.find(|&child| tree.kind(child) == pair.token) else {
            return;
        };
        let Some(last) = children.filter(|&child| tree.kind(child) == pair.closing).last() else {
            return;
        };
        for (token, kind) in [(first, pair.first), (last, pair.last)] {
            self.set(token, Mark::Token);
            self.ids.insert(token, kind);
        }
    }

    /// A string alone as the first statement of a body.
    fn docstring(&mut self, node: NodeId, rule: &DocstringRule) {
        let tree = self.tree;
        let kind = tree.kind(node);
        if kind != rule.root && !(kind == rule.body && rule.bodies.has(tree.kind_above(node))) {
            return;
        }
        let mut children = tree.children(node);
        let Some(first) = children.find(|&child| !self.rules.dropped.has(tree.kind(child))) else {
            return;
        };
        let literal = first + 1;
        let is_statement = tree.kind(first) == rule.statement && tree.node(first).size > 1;
        let is_alone = is_statement && tree.node(literal).size == tree.node(first).size - 1;
        if is_alone && rule.literal.has(tree.kind(literal)) && is_plain_string(tree, literal, rule) {
            self.set(first, Mark::Skip);
        }
    }

    /// Sorts modifiers.
    fn sort(&mut self, node: NodeId, kinds: &[u16]) {
        let tree = self.tree;
        let order_of = |child: NodeId| kinds.iter().position(|&kind| kind == tree.kind(child));
        let found: Vec<NodeId> = tree.children(node).filter(|&child| order_of(child).is_some()).collect();
        let mut sorted = found.clone();
        sorted.sort_by_key(|&child| order_of(child));
        for (at, modifier) in found.into_iter().zip(sorted) {
            self.set_text(at, tree.kind(modifier), tree.written(modifier).to_lowercase().into());
        }
    }

    fn key(&mut self, node: NodeId, rule: &KeyStringRule) {
        let tree = self.tree;
        if scalar_is_true(tree, node, rule.unless) {
            return;
        }
        let mut differs = false;
        for child in tree.children(node) {
            if rule.slots.has(slot(tree.kind(node), tree.field(child))) {
                let value = tree.text(child + 1);
                differs = value == rule.shorthand_differs;
                if tree.kind(child) == rule.literal {
                    self.key_string(child, value, rule);
                }
            }
            if differs && tree.field(child) == rule.shorthand && tree.text(child) == "true" {
                self.set(child, Mark::Keep);
            }
        }
    }

    fn key_string(&mut self, key: NodeId, value: &'a str, rule: &KeyStringRule) {
        let Some(inner) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            return;
        };
        let (kind, text) = if is_plain_key(inner) {
            (rule.identifier, value)
        } else if is_whole_key(inner) {
            (rule.literal, inner)
        } else {
            return;
        };
        self.set(key, Mark::Key);
        self.ids.insert(key, kind);
        self.texts.insert(key, text.into());
    }

    fn bodies(&mut self, node: NodeId, rule: &BlockBodyRule) {
        let tree = self.tree;
        let above = tree.kind(node);
        let is_dangling = rule.dangling != 0 && has_child(tree, node, rule.dangling);
        // First node of the last body, or a clause with one.
        let mut last: Option<NodeId> = None;
        let mut body = None;
        for child in tree.children(node) {
            let kind = tree.kind(child);
            if rule.slots.has(slot(above, tree.field(child))) && !self.rules.dropped.has(kind) {
                let is_block = kind == rule.block && !self.rules.transparent.has(kind);
                let started = last.filter(|&last| {
                    !is_block && self.mark(last) == Mark::Body && tree.field(last) == tree.field(child)
                });
                if let Some(first) = started {
                    self.ends.insert(first, self.end(child));
                    continue;
                }
                last = Some(child);
                body = Some(child);
                if !is_block && (!is_dangling || !rule.parents.has(kind)) {
                    self.set(child, Mark::Body);
                }
            } else if rule.parents.has(kind) {
                last = Some(child);
            } else if let Some(last) = last.filter(|_| rule.trailing.has(kind)) {
                self.ends.insert(last, self.end(child));
            }
        }
        match (body, self.rules.trailing.get(above)) {
            (Some(body), _) => {
                if let Some(&end) = self.ends.get(&node) {
                    self.ends.insert(body, end);
                }
            }
            (None, Some(trailing)) => self.empty_body(node, trailing.token),
            (None, None) => {}
        }
    }

    /// A loop of which the body is the token that is dropped as the last one: PHP's `for (;;);`.
    fn empty_body(&mut self, node: NodeId, token: u16) {
        let tree = self.tree;
        for child in tree.children(node) {
            if tree.kind(child) == token && self.mark(child) == Mark::Skip {
                self.set(child, Mark::Body);
            }
        }
    }

    /// Joins adjacent text and string containers to one text, as React reads them.
    fn jsx_children(&mut self, node: NodeId, rule: &JsxRule) {
        let tree = self.tree;
        for list in tree.children(node).filter(|&list| tree.field(list) == rule.list) {
            let mut joined: Option<(NodeId, Cow<'a, str>)> = None;
            for child in tree.children(list) {
                match (jsx_text(tree, child, rule), &mut joined) {
                    (None, _) => self.flush(joined.take(), rule),
                    (Some(part), None) => joined = Some((child, part)),
                    (Some(part), Some((_, text))) => {
                        text.to_mut().push_str(&part);
                        self.set(child, Mark::Skip);
                    }
                }
            }
            self.flush(joined, rule);
        }
    }

    fn flush(&mut self, joined: Option<(NodeId, Cow<'a, str>)>, rule: &JsxRule) {
        match joined {
            Some((first, text)) if text.is_empty() => self.set(first, Mark::Skip),
            Some((first, text)) => self.set_text(first, rule.text, text),
            None => {}
        }
    }

    fn jsx_attribute(&mut self, node: NodeId, rule: &JsxRule) {
        let tree = self.tree;
        for child in tree.children(node).filter(|&child| tree.kind(child) == rule.container) {
            let literal = child + 1;
            if jsx_string(tree, literal, rule).is_some_and(|value| is_plain_jsx_string(&value)) {
                self.set(child, Mark::Splice);
                self.set_field(literal, tree.field(child));
            }
        }
    }
}

fn jsx_text<'a>(tree: FlatTree<'a>, node: NodeId, rule: &JsxRule) -> Option<Cow<'a, str>> {
    let kind = tree.kind(node);
    if kind == rule.text {
        return Some(clean_jsx_text(tree.written(node)));
    }
    if kind != rule.container {
        return None;
    }
    if tree.kind(node + 1) == rule.empty {
        return Some("".into());
    }
    jsx_string(tree, node + 1, rule).filter(|value| is_plain_jsx_string(value))
}

fn jsx_string<'a>(tree: FlatTree<'a>, node: NodeId, rule: &JsxRule) -> Option<Cow<'a, str>> {
    let text = tree.text(node + 1);
    (tree.kind(node) == rule.literal && text.starts_with('"')).then(|| string_value(text))
}

fn is_plain_string(tree: FlatTree<'_>, literal: NodeId, rule: &DocstringRule) -> bool {
    let mut prefixes = (literal..tree.end_of(literal)).filter(|&node| tree.kind(node) == rule.prefix);
    prefixes.all(|node| {
        let prefix = tree.text(node).to_lowercase();
        !rule.not_prefixes.iter().any(|letter| prefix.contains(letter.as_str()))
    })
}

/// `[A-Za-z_$][A-Za-z0-9_$]*`
fn is_plain_key(key: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    key.bytes().all(is_part) && key.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}

/// `0`, or up to 15 digits without a leading 0.
fn is_whole_key(key: &str) -> bool {
    let is_number = key.len() <= 15 && key.bytes().all(|byte| byte.is_ascii_digit());
    key == "0" || (is_number && !key.is_empty() && !key.starts_with('0'))
}

/// Whether a node has a child of that kind or in that field.
pub fn has_child(tree: FlatTree<'_>, node: NodeId, id: u16) -> bool {
    tree.children(node)
        .any(|child| tree.kind(child) == id || tree.field(child) == id)
}

/// Whether a scalar child in that field is true.
pub fn scalar_is_true(tree: FlatTree<'_>, node: NodeId, field: u16) -> bool {
    tree.children(node)
        .find(|&child| tree.field(child) == field)
        .is_some_and(|child| tree.text(child) == "true")
}
