//! Reads names: of single nodes, and dotted names of expressions.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::compile::CompiledFacts;
use super::cut::{LONGEST, cut, cut_at, scalar_count};
use super::nodes::Nodes;
use super::rules::{Computed, LeafRule, MemberRule, NameRule, ReceiverRule};
use syntax::flat_tree::NodeId;

/// A receiver without a dotted name: a call, a literal, an element.
pub const ELSE: &str = "…";

/// Most have no more than two parts.
pub type Path<'a> = SmallVec<[Cow<'a, str>; 2]>;

#[derive(Clone, Copy)]
pub struct NameReader<'a> {
    pub nodes: Nodes<'a>,
    pub language: &'a CompiledFacts,
}

impl<'a> NameReader<'a> {
    /// The trailing names of an expression, receiver first; the first is `…` if more precedes them. `['…']` if the
    /// expression does not end in a name. At most 200 scalars when joined by dots.
    ///
    /// `target`: whether it is assigned to: then keys count, and a computed member has the name `[text]`.
    pub fn path(&self, node: Option<NodeId>, target: bool) -> Path<'a> {
        let mut path = Path::new();
        self.read_path(&mut path, node, target);
        path
    }

    /// The same, into a reused list.
    pub fn read_path(&self, path: &mut Path<'a>, node: Option<NodeId>, target: bool) {
        let at = self.unwrap(node);
        self.read_path_by(path, at, self.rule(at).map(Rule::from), target);
    }

    /// `member`: the rule for the node itself if it is both a receiver with a name and another kind of node.
    pub fn read_member_path(&self, path: &mut Path<'a>, node: NodeId, member: &'a MemberRule) {
        self.read_path_by(path, Some(node), Some(Rule::Member(member)), false);
    }

    fn read_path_by(&self, path: &mut Path<'a>, node: Option<NodeId>, first: Option<Rule<'a>>, target: bool) {
        path.clear();
        // The remaining length, including dots.
        let mut remaining = LONGEST as isize + 1;
        let mut at = node;
        let mut rule = first;
        loop {
            let name = match (at, rule) {
                (Some(at), Some(Rule::Receiver(receiver))) if !path.is_empty() && !target => {
                    self.receiver(at, receiver)
                }
                (Some(at), Some(rule)) => self.last_name(at, rule, target && path.is_empty(), target),
                _ => None,
            };
            let Some(name) = name else {
                path.push(ELSE.into());
                break;
            };
            remaining -= scalar_count(&name) as isize + 1;
            path.push(name);
            let (Some(Rule::Member(member)), Some(node), true) = (rule, at, remaining >= 0) else {
                break;
            };
            let Some(object) = self.nodes.select(node, &member.object) else {
                break;
            };
            at = self.unwrap(Some(object));
            rule = self.rule(at).map(Rule::from);
        }
        path.reverse();
        shorten(path);
    }

    /// The node of the first name of an expression; the node itself if it is not dotted.
    pub fn first(&self, node: NodeId) -> Option<NodeId> {
        let mut at = self.unwrap(Some(node));
        let mut dotted = false;
        while let (Some(member), Some(NameRule::Member(rule))) = (at, self.rule(at)) {
            at = self.unwrap(self.nodes.select(member, &rule.object));
            dotted = true;
        }
        if dotted { at } else { Some(node) }
    }

    /// The node's name if it is a name or a key; `None` for other nodes and for an empty name.
    pub fn simple(&self, node: impl Into<Option<NodeId>>) -> Option<Cow<'a, str>> {
        let at = self.unwrap(node.into())?;
        match Rule::from(self.rule(Some(at))?) {
            Rule::Member(_) => None,
            rule => self.last_name(at, rule, true, false),
        }
    }

    fn rule(&self, node: Option<NodeId>) -> Option<&'a NameRule> {
        self.language.rules(self.nodes.tree.kind(node?))?.name.as_ref()
    }

    fn unwrap(&self, node: Option<NodeId>) -> Option<NodeId> {
        let mut at = node;
        while let Some(NameRule::Through(inner)) = self.rule(at) {
            at = self.nodes.select(at?, inner);
        }
        at
    }

    fn last_name(&self, node: NodeId, rule: Rule<'a>, keys: bool, computed: bool) -> Option<Cow<'a, str>> {
        match rule {
            Rule::Through | Rule::Receiver(_) => None,
            Rule::Key(_) if !keys => None,
            Rule::Join => self.joined(node),
            Rule::Leaf(leaf) => Some(self.leaf(node, leaf)).filter(|name| !name.is_empty()),
            Rule::Key(leaf) => match self.leaf(node, leaf) {
                // An empty key is written as a computed one: `['']`.
                name if name.is_empty() => computed.then(|| self.computed(Some(node), None)),
                name => Some(name),
            },
            Rule::Member(member) => {
                let name = self.nodes.select(node, &member.name);
                let is_computed = match &member.computed {
                    Computed::Always(always) => *always,
                    Computed::When(test) => self.nodes.holds(test, node),
                };
                if !is_computed {
                    return self.simple(name);
                }
                computed.then(|| self.computed(name, self.nodes.select(node, &member.object)))
            }
        }
    }

    /// `super` of `super()`, `super(C)` of `super(C, self)`.
    fn receiver(&self, node: NodeId, rule: &ReceiverRule) -> Option<Cow<'a, str>> {
        let name = self.simple(self.nodes.select(node, &rule.callee)?)?;
        let list = self.nodes.select(node, &rule.arguments)?;
        if !rule.is.iter().any(|it| *it == name) {
            return None;
        }
        let mut arguments = self.nodes.solids(list);
        let Some(first) = arguments.next() else {
            return Some(name);
        };
        if arguments.nth(1).is_some() {
            return None;
        }
        let argument = self.simple(first)?;
        Some(cut(format!("{name}({argument})").into()))
    }

    /// `[text]` of a computed key; `[]` if there is only a receiver (PHP's `$a[]`).
    pub fn computed(&self, key: Option<NodeId>, object: Option<NodeId>) -> Cow<'a, str> {
        let Some(key) = key.filter(|&key| Some(key) != object) else {
            return "[]".into();
        };
        // Cut before it is joined: a key may be as long as the file, and keys may nest.
        let text = self.nodes.text(key);
        let end = text.char_indices().nth(2 * LONGEST).map_or(text.len(), |(end, _)| end);
        cut(format!("[{}]", &text[..end]).into())
    }

    fn leaf(&self, node: NodeId, rule: &LeafRule) -> Cow<'a, str> {
        let at = match &rule.text {
            Some(selector) => self.nodes.select(node, selector),
            None => Some(node),
        };
        let Some(at) = at else { return "".into() };
        let text = self.nodes.text(at);
        let shown = if !rule.without.is_empty() && text.contains(rule.without.as_slice()) {
            text.replace(rule.without.as_slice(), "").into()
        } else {
            text
        };
        if shown.is_empty() || rule.prefix.is_empty() {
            return cut(shown);
        }
        cut(format!("{}{shown}", rule.prefix).into())
    }

    /// A word of several parts, all literal; `None` if a part expands.
    fn joined(&self, node: NodeId) -> Option<Cow<'a, str>> {
        let tree = self.nodes.tree;
        let end = tree.end_of(node);
        let mut text = String::new();
        let mut at = node + 1;
        while at < end {
            match self.rule(Some(at)) {
                Some(NameRule::Leaf(leaf)) => {
                    text.push_str(&self.leaf(at, leaf));
                    at = tree.end_of(at);
                }
                Some(NameRule::Join) => at += 1,
                _ if tree.is_token(at) => at += 1,
                _ => return None,
            }
        }
        if text.is_empty() { None } else { Some(cut(text.into())) }
    }
}

/// A rule about names, by reference.
#[derive(Clone, Copy)]
enum Rule<'a> {
    Leaf(&'a LeafRule),
    Key(&'a LeafRule),
    Member(&'a MemberRule),
    Receiver(&'a ReceiverRule),
    Through,
    Join,
}

impl<'a> From<&'a NameRule> for Rule<'a> {
    fn from(rule: &'a NameRule) -> Self {
        match rule {
            NameRule::Leaf(leaf) => Self::Leaf(leaf),
            NameRule::Key(leaf) => Self::Key(leaf),
            NameRule::Member(member) => Self::Member(member),
            NameRule::Receiver(receiver) => Self::Receiver(receiver),
            NameRule::Through(_) => Self::Through,
            NameRule::Join => Self::Join,
        }
    }
}

/// Drops leading names until the dotted string fits, and cuts the last one if it is too long itself.
fn shorten(path: &mut Path<'_>) {
    let length = path.iter().map(|name| scalar_count(name) + 1).sum::<usize>();
    if path.len() == 1 || length <= LONGEST + 1 {
        return;
    }
    let mut remaining = LONGEST as isize - 1;
    let is_led = path.first().is_some_and(|name| name == ELSE);
    let mut shown = 0;
    for name in path[usize::from(is_led)..].iter().rev() {
        remaining -= scalar_count(name) as isize + 1;
        if remaining < 0 {
            break;
        }
        shown += 1;
    }
    if shown == 0 {
        let last = path.pop().unwrap_or_default();
        path.clear();
        path.extend([ELSE.into(), cut_at(last, LONGEST - 2)]);
        return;
    }
    path.drain(..path.len() - shown);
    path.insert(0, ELSE.into());
}
