//! Decides which nodes are units: a language's `copies` data, compiled against a name table.

use rustc_hash::FxHashMap;

use super::copies_data::{CopiesData, WeightlessData};
use crate::extract::kind_tables::KindSet;
use crate::extract::nodes::{Nodes, Selector, compile_selector};
use syntax::flat_tree::{FlatTree, NameTable, NodeId};

enum WeightlessTest {
    Is(Selector, Vec<String>),
    Only(Selector, Vec<String>),
    Without(Selector),
    Each {
        list: Selector,
        at: Vec<Selector>,
        named: Vec<String>,
    },
}

pub struct UnitRules {
    /// Languages of one class are compared with each other.
    pub language_class: String,
    units: KindSet,
    item_parents: KindSet,
    /// Kinds and fields: items of the list in that field.
    item_lists: Vec<(u16, u16)>,
    list: u16,
    separators: KindSet,
    wrappers: KindSet,
    weightless: FxHashMap<u16, Vec<WeightlessTest>>,
}

impl UnitRules {
    pub fn new(data: &CopiesData, names: &mut NameTable) -> Self {
        let mut ids = |kinds: &[String]| kinds.iter().map(|kind| names.id(kind)).collect::<KindSet>();
        let (units, separators, wrappers) = (ids(&data.units), ids(&data.separators), ids(&data.wrappers));
        let mut item_parents = KindSet::default();
        let mut item_lists = Vec::new();
        for written in &data.items_in {
            match written.split_once('.') {
                None => item_parents.insert(names.id(written)),
                Some((kind, field)) => item_lists.push((names.id(kind), names.id(field))),
            }
        }
        let mut weightless = FxHashMap::default();
        for (kind, tests) in &data.weightless {
            let tests = tests.iter().map(|test| compile_test(test, names)).collect();
            weightless.insert(names.id(kind), tests);
        }
        Self {
            language_class: data.class.clone(),
            units,
            item_parents,
            item_lists,
            list: names.id("[]"),
            separators,
            wrappers,
            weightless,
        }
    }

    /// Whether a node of the stream is a unit by its kind, or as an item of its parent.
    #[inline]
    pub fn is_unit(&self, tree: FlatTree<'_>, node: NodeId) -> bool {
        self.is_unit_kind(tree.kind(node)) || self.is_item(tree, node)
    }

    pub fn is_unit_kind(&self, kind: u16) -> bool {
        self.units.has(kind)
    }

    /// Whether a node neither counts nor ends a sequence.
    pub fn is_weightless(&self, nodes: Nodes<'_>, node: NodeId) -> bool {
        let tests = self.weightless.get(&nodes.tree.kind(node));
        tests.is_some_and(|tests| tests.is_empty() || tests.iter().any(|test| holds(test, nodes, node)))
    }

    pub fn is_separator(&self, kind: u16) -> bool {
        self.separators.has(kind)
    }

    /// The outermost node that contains this one and no other counted node.
    pub fn wrapper_of(&self, tree: FlatTree<'_>, node: NodeId) -> NodeId {
        let mut at = node;
        while let Some(parent) = tree.parent(at) {
            let kind = tree.kind(parent);
            let is_only = kind != self.list || tree.node(parent).size == tree.node(at).size + 1;
            if !self.wrappers.has(kind) || !is_only {
                break;
            }
            at = parent;
        }
        at
    }

    #[inline]
    fn is_item(&self, tree: FlatTree<'_>, node: NodeId) -> bool {
        let Some(parent) = tree.parent(node) else {
            return false;
        };
        let above = tree.kind(parent);
        if above == self.list {
            let slot = (tree.kind_above(parent), tree.field(parent));
            return self.item_lists.contains(&slot);
        }
        self.item_parents.has(above) && !tree.is_token(node)
    }
}

fn compile_test(data: &WeightlessData, names: &mut NameTable) -> WeightlessTest {
    match data {
        WeightlessData::Is { at, is } => WeightlessTest::Is(compile_selector(at, names), is.clone()),
        WeightlessData::Only { at, only } => WeightlessTest::Only(compile_selector(at, names), only.clone()),
        WeightlessData::Without { without } => WeightlessTest::Without(compile_selector(without, names)),
        WeightlessData::Each { each, at, named } => WeightlessTest::Each {
            list: compile_selector(each, names),
            at: at.iter().map(|it| compile_selector(it, names)).collect(),
            named: named.clone(),
        },
    }
}

fn holds(test: &WeightlessTest, nodes: Nodes<'_>, node: NodeId) -> bool {
    let has = |kinds: &[String], kind: &str| kinds.iter().any(|it| it == kind);
    match test {
        WeightlessTest::Without(at) => nodes.select(node, at).is_none(),
        WeightlessTest::Each { list, at, named } => nodes.select(node, list).is_some_and(|list| {
            nodes.solids(list).all(|child| {
                let mut selected = at.iter().filter_map(|it| nodes.select(child, it));
                selected.any(|it| has(named, &nodes.text(it)))
            })
        }),
        WeightlessTest::Is(at, kinds) => nodes.select(node, at).is_some_and(|at| has(kinds, nodes.kind(at))),
        WeightlessTest::Only(at, kinds) => nodes.select(node, at).is_some_and(|at| {
            nodes.solids(at).all(|child| {
                let kind = nodes.kind(child);
                has(kinds, kind) || has(kinds, &format!("{kind}/{}", nodes.kind(nodes.solids(child).next())))
            })
        }),
    }
}
