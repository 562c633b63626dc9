//! Creates the element block of a file from its canonical stream.

use rustc_hash::{FxHashMap, FxHashSet};

use super::callback_names::callback_name;
use super::copies_data::CopiesData;
use super::opening_hashes::OpeningHashes;
use super::regions::{Region, Regions};
use super::unit_hashes::hash_units;
use super::unit_rules::UnitRules;
use crate::elements::element_block::{Body, Callback, ElementBlock, Unit};
use crate::elements::name_numbers::NameNumbers;
use crate::extract::declarations::CallbackNode;
use crate::extract::nodes::Nodes;
use crate::extract::positions::Positions;
use crate::extract::stream::Stream;
use crate::extract::stream_rules::StreamRules;
use syntax::flat_tree::{FlatTree, NO_NODE, NameTable, NodeId};
use syntax::reuse::empty;

/// A declaration with a body that is compared.
#[derive(Clone, Copy)]
pub struct ComparedBody {
    pub declaration: u32,
    pub body: NodeId,
}

/// The nodes of a file that an element block needs.
#[derive(Default)]
pub struct ElementNodes {
    pub bodies: Vec<ComparedBody>,
    pub callbacks: Vec<CallbackNode>,
    /// Nodes that contain a function and its name.
    pub functions: Vec<NodeId>,
}

impl ElementNodes {
    /// Each body once.
    pub fn nodes(&self) -> Vec<NodeId> {
        let bodies = self.bodies.iter().map(|it| it.body);
        let mut nodes: Vec<NodeId> = bodies.chain(self.callbacks.iter().map(|it| it.body)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

/// Nodes of a callback that can be compared: the least value of `--min-near`.
pub const MIN_NODES: u32 = 12;

pub struct ElementReader {
    pub rules: UnitRules,
    hashes: OpeningHashes,
    numbers: NameNumbers,
}

impl ElementReader {
    pub fn new(data: &CopiesData, names: &mut NameTable) -> Self {
        let rules = UnitRules::new(data, names);
        Self {
            hashes: OpeningHashes::new(&rules.language_class),
            rules,
            numbers: NameNumbers::default(),
        }
    }

    /// `stream`: of the tree, with the elements and regions; its bytes are freed if they are many.
    pub fn read(
        &mut self,
        nodes: Nodes<'_>,
        rules: &StreamRules,
        stream: &mut Stream,
        compared: &ElementNodes,
        positions: &Positions,
    ) -> Vec<u8> {
        let openings = self.hashes.of(stream);
        empty(&mut stream.bytes);
        empty(&mut stream.identifiers.list);
        let mut block = ElementBlock {
            openings,
            elements: std::mem::take(&mut stream.elements.elements),
            units: self.units(nodes, rules, &stream.regions, &compared.functions, positions),
            bodies: bodies_of(&compared.bodies, &stream.regions),
            callbacks: callbacks_of(nodes, &compared.callbacks, &stream.regions, positions),
        };
        empty(&mut stream.regions.list);
        hash_units(&mut block, &mut self.numbers);
        let encoded = block.encode();
        stream.elements.elements = block.elements;
        encoded
    }

    fn units(
        &self,
        nodes: Nodes<'_>,
        rules: &StreamRules,
        regions: &Regions,
        functions: &[NodeId],
        positions: &Positions,
    ) -> Vec<Unit> {
        let tree = nodes.tree;
        let wrapped = functions.iter().map(|node| self.rules.wrapper_of(tree, *node));
        let alone: FxHashSet<NodeId> = wrapped.chain(functions.iter().copied()).collect();
        // By parent: its last unit with its node.
        let mut last: FxHashMap<NodeId, (u32, NodeId)> = FxHashMap::default();
        let mut around: Vec<(u32, NodeId, bool)> = Vec::new();
        let mut units: Vec<Unit> = Vec::new();
        for region in &regions.list {
            let node = region.node;
            let is_line = region.line.is_some();
            if !region.is_unit || region.count == 0 || !is_line && self.rules.is_weightless(nodes, node) {
                continue;
            }
            let number = units.len() as u32;
            let after = region.line.map_or_else(|| tree.end_of(node), |line| line.text_end);
            while around.pop_if(|(_, end, _)| *end <= node).is_some() {}
            let follows = around
                .pop_if(|(_, end, was_line)| is_line && *was_line && *end == after)
                .is_some();
            if is_line && !follows {
                let end = end_of_text(tree, tree.parent(node).unwrap_or(0));
                for (unit, ..) in &around {
                    extend(&mut units[*unit as usize], end, positions);
                }
            }
            let read = tree.node(node);
            let (start, end) = region
                .line
                .map_or((read.start, read.end), |line| (line.start, line.end));
            let end = end.max(start);
            // No other unit has the same parent as one that is alone in its block.
            let parent = if region.is_alone {
                tree.count() + node
            } else {
                read.parent
            };
            let before = last.insert(parent, (number, node));
            let before = before.filter(|(_, before)| is_line || self.are_adjacent(nodes, rules, *before, node));
            units.push(Unit {
                first: region.first,
                count: region.count,
                last_closings: region.last_closings,
                nodes: region.nodes,
                is_function: alone.contains(&node),
                previous: before.map(|(unit, _)| unit),
                parent: around.last().map(|(unit, ..)| *unit),
                start_line: positions.line(start),
                end_line: positions.line(start.max(end.saturating_sub(1))),
                start_byte: start,
                end_byte: end,
                hash: 0,
                shape: 0,
            });
            around.push((number, after, is_line));
        }
        units
    }

    /// Whether no node between two siblings ends a sequence.
    fn are_adjacent(&self, nodes: Nodes<'_>, rules: &StreamRules, before: NodeId, after: NodeId) -> bool {
        let tree = nodes.tree;
        let above = rules.dropped_in.get(tree.kind_above(after));
        let mut at = tree.end_of(before);
        while at < after && at != NO_NODE {
            let kind = tree.kind(at);
            let is_passed = self.rules.is_separator(kind)
                || kind == rules.known.gap
                || rules.dropped.has(kind)
                || above.is_some_and(|dropped| dropped.has(kind))
                || self.rules.is_weightless(nodes, at);
            if !is_passed {
                return false;
            }
            at = tree.end_of(at);
        }
        true
    }
}

/// The end of a text of lines in the source, with the delimiter after it.
fn end_of_text(tree: FlatTree<'_>, text: NodeId) -> u32 {
    let after = tree.end_of(text);
    let is_delimiter = after < tree.count() && tree.parent(after) == tree.parent(text);
    let end = tree.node(text).end;
    if is_delimiter {
        end.max(tree.node(after).end)
    } else {
        end
    }
}

/// Extends a unit around a text to its end, since a here-document begins after the rest of its line.
fn extend(unit: &mut Unit, end: u32, positions: &Positions) {
    if end > unit.end_byte {
        unit.end_byte = end;
        unit.end_line = positions.line(unit.start_byte.max(end.saturating_sub(1)));
    }
}

fn bodies_of(compared: &[ComparedBody], regions: &Regions) -> Vec<Body> {
    let bodies = compared.iter().filter_map(|compared| {
        region_of(regions, compared.body).map(|range| Body {
            declaration: compared.declaration,
            first: range.first,
            count: range.count,
            last_closings: range.last_closings,
        })
    });
    bodies.collect()
}

/// The region of a node that has elements.
fn region_of(regions: &Regions, node: NodeId) -> Option<&Region> {
    let region = regions.list.binary_search_by_key(&node, |region| region.node).ok()?;
    Some(&regions.list[region]).filter(|it| it.count > 0)
}

/// Without hashes.
fn callbacks_of(nodes: Nodes<'_>, found: &[CallbackNode], regions: &Regions, positions: &Positions) -> Vec<Callback> {
    let callbacks = found.iter().filter_map(|it| {
        let region = region_of(regions, it.body).filter(|region| region.nodes >= MIN_NODES)?;
        let read = nodes.tree.node(it.node);
        let end = read.end.max(read.start);
        Some(Callback {
            name: callback_name(nodes, it.node),
            first: region.first,
            count: region.count,
            last_closings: region.last_closings,
            nodes: region.nodes,
            start_line: positions.line(read.start),
            end_line: positions.line(read.start.max(end.saturating_sub(1))),
            start_byte: read.start,
            end_byte: end,
            hash: 0,
            shape: 0,
        })
    });
    callbacks.collect()
}
