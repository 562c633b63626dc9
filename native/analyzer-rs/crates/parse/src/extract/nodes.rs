//! Reads a flat tree by selectors.

use std::borrow::Cow;

use super::facts_data::TestData;
use syntax::adapters::json_text::string_value;
use syntax::flat_tree::{FlatTree, NO_NAME, NameTable, NodeId};

/// One step to a child; see `facts_data.rs`.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Field(u16),
    Kind(u16),
    First,
    Last,
}

pub type Selector = Vec<Step>;

#[derive(Debug)]
pub struct Test {
    at: Selector,
    is: Vec<String>,
}

impl Test {
    pub fn compile(data: &TestData, names: &mut NameTable) -> Self {
        Self {
            at: compile_selector(&data.at, names),
            is: data.is.clone(),
        }
    }
}

pub fn compile_selector(written: &str, names: &mut NameTable) -> Selector {
    let step = |step: &str| match step {
        "#first" => Step::First,
        "#last" => Step::Last,
        _ => match step.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(kind) => Step::Kind(names.id(kind)),
            None => Step::Field(names.id(step)),
        },
    };
    written.split('/').map(step).collect()
}

/// Kinds without meaning for facts: anonymous tokens, gaps and comments.
pub struct Noise {
    /// By kind; kinds added to the table later are not included.
    kinds: Vec<bool>,
    null: u16,
    scalar: u16,
}

impl Noise {
    /// Called after all other data is compiled, so that all kinds of the grammar are known.
    pub fn new(names: &mut NameTable, comments: &[String]) -> Self {
        let comments: Vec<u16> = comments.iter().map(|kind| names.id(kind)).collect();
        let is_noise = |kind| names.is_token(kind) || names.name(kind) == "~" || comments.contains(&kind);
        let kinds = (0..names.len() as u16).map(is_noise).collect();
        Self {
            kinds,
            null: names.id("null"),
            scalar: names.id("scalar"),
        }
    }

    fn has(&self, kind: u16) -> bool {
        self.kinds.get(usize::from(kind)).copied().unwrap_or(false)
    }
}

#[derive(Clone, Copy)]
pub struct Nodes<'a> {
    pub tree: FlatTree<'a>,
    noise: &'a Noise,
}

impl<'a> Nodes<'a> {
    pub fn new(tree: FlatTree<'a>, noise: &'a Noise) -> Self {
        Self { tree, noise }
    }

    /// The selected descendant; `None` if it does not exist or is null.
    pub fn select(&self, node: NodeId, selector: &[Step]) -> Option<NodeId> {
        let mut at = node;
        for &step in selector {
            at = self.child(at, step)?;
        }
        (self.tree.kind(at) != self.noise.null).then_some(at)
    }

    /// The children except tokens, comments and gaps.
    pub fn solids(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        let (tree, noise) = (self.tree, self.noise);
        tree.children(node).filter(move |&child| !noise.has(tree.kind(child)))
    }

    /// The node's source; for a scalar its value: the content of a string, the text of others.
    pub fn text(&self, node: NodeId) -> Cow<'a, str> {
        if self.tree.kind(node) == self.noise.scalar {
            string_value(self.tree.text(node))
        } else {
            Cow::Borrowed(self.tree.written(node))
        }
    }

    /// Name of the node's kind; empty without a node.
    pub fn kind(&self, node: impl Into<Option<NodeId>>) -> &'a str {
        node.into()
            .map_or("", |node| self.tree.names.name(self.tree.kind(node)))
    }

    /// The child in a field; `None` if it does not exist or is null.
    pub fn field(&self, node: impl Into<Option<NodeId>>, name: &str) -> Option<NodeId> {
        let id = self.tree.names.find(name).unwrap_or(NO_NAME);
        self.select(node.into()?, &[Step::Field(id)])
    }

    /// All children in a field.
    pub fn fields(&self, node: NodeId, name: &str) -> impl Iterator<Item = NodeId> + use<'a> {
        let tree = self.tree;
        let id = tree.names.find(name).unwrap_or(NO_NAME);
        self.solids(node).filter(move |&child| tree.field(child) == id)
    }

    pub fn children(&self, node: Option<NodeId>) -> impl Iterator<Item = NodeId> + use<'a> {
        let tree = self.tree;
        node.into_iter().flat_map(move |node| tree.children(node))
    }

    pub fn holds(&self, test: &Test, node: NodeId) -> bool {
        self.matched(test, node).is_some()
    }

    /// The text if the test holds for it.
    pub fn matched(&self, test: &Test, node: NodeId) -> Option<Cow<'a, str>> {
        let at = self.select(node, &test.at)?;
        let text = self.text(at);
        test.is.iter().any(|is| *is == text).then_some(text)
    }

    fn child(&self, node: NodeId, step: Step) -> Option<NodeId> {
        let tree = self.tree;
        match step {
            Step::Field(id) => tree.children(node).find(|&child| tree.field(child) == id),
            Step::Kind(id) => tree.children(node).find(|&child| tree.kind(child) == id),
            Step::First => self.solids(node).next(),
            Step::Last => self.solids(node).last(),
        }
    }
}
