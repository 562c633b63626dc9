//! Creates the element block of a file from its canonical stream.

use rustc_hash::{FxHashMap, FxHashSet};

use super::copies_data::CopiesData;
use super::element_scan::{ScannedElements, scan_elements};
use super::opening_hashes::OpeningHashes;
use super::regions::{Region, Regions};
use super::unit_hashes::hash_units;
use super::unit_rules::UnitRules;
use crate::parse::elements::element_block::{Body, ElementBlock, Unit};
use crate::parse::elements::name_numbers::NameNumbers;
use crate::parse::extract::nodes::Nodes;
use crate::parse::extract::positions::Positions;
use crate::parse::extract::stream::Stream;
use crate::parse::extract::stream_rules::StreamRules;
use crate::parse::flat_tree::{NO_NODE, NameTable, NodeId};

/// A declaration with a body that is compared.
#[derive(Clone, Copy)]
pub struct ComparedBody {
    pub declaration: u32,
    pub body: NodeId,
}

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

    /// `stream`: of the tree, with the regions; `functions`: nodes that contain a function and its name.
    pub fn read(
        &mut self,
        nodes: Nodes<'_>,
        rules: &StreamRules,
        stream: &Stream,
        compared: &[ComparedBody],
        functions: &[NodeId],
        positions: &Positions,
    ) -> Vec<u8> {
        let mut scanned = scan_elements(stream);
        let mut block = ElementBlock {
            openings: self.hashes.of(&stream.bytes, &scanned.openings),
            elements: std::mem::take(&mut scanned.elements),
            units: self.units(nodes, rules, &stream.regions, &scanned, functions, positions),
            bodies: bodies_of(compared, &stream.regions, &scanned),
        };
        hash_units(&mut block, &mut self.numbers);
        block.encode()
    }

    fn units(
        &self,
        nodes: Nodes<'_>,
        rules: &StreamRules,
        regions: &Regions,
        scanned: &ScannedElements,
        functions: &[NodeId],
        positions: &Positions,
    ) -> Vec<Unit> {
        let tree = nodes.tree;
        let wrapped = functions.iter().map(|node| self.rules.wrapper_of(tree, *node));
        let alone: FxHashSet<NodeId> = wrapped.chain(functions.iter().copied()).collect();
        // By parent: its last unit with its node.
        let mut last: FxHashMap<NodeId, (u32, NodeId)> = FxHashMap::default();
        let mut around: Vec<(u32, NodeId)> = Vec::new();
        let mut units: Vec<Unit> = Vec::new();
        for region in &regions.list {
            let range = ElementRange::of(region, scanned);
            let node = region.node;
            if !region.is_unit || range.count == 0 || self.rules.is_weightless(nodes, node) {
                continue;
            }
            let number = units.len() as u32;
            while around.pop_if(|(_, end)| *end <= node).is_some() {}
            let read = tree.node(node);
            let end = read.end.max(read.start);
            let before = last.insert(read.parent, (number, node));
            let before = before.filter(|(_, before)| self.are_adjacent(nodes, rules, *before, node));
            units.push(Unit {
                first: range.first,
                count: range.count,
                last_closings: range.last_closings,
                nodes: region.nodes,
                is_function: alone.contains(&node),
                previous: before.map(|(unit, _)| unit),
                parent: around.last().map(|(unit, _)| *unit),
                start_line: positions.line(read.start),
                end_line: positions.line(read.start.max(end.saturating_sub(1))),
                start_byte: read.start,
                end_byte: end,
                hash: 0,
                shape: 0,
            });
            around.push((number, tree.end_of(node)));
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

/// A region as a range of elements.
struct ElementRange {
    first: u32,
    count: u32,
    last_closings: u32,
}

impl ElementRange {
    fn of(region: &Region, scanned: &ScannedElements) -> Self {
        let at = |offset: u32| scanned.ranges.partition_point(|(start, _)| *start < offset);
        let (first, end) = (at(region.from), at(region.to));
        let last_end = end.checked_sub(1).map_or(region.to, |last| scanned.ranges[last].1);
        Self {
            first: first as u32,
            count: (end - first) as u32,
            last_closings: region.to.saturating_sub(last_end),
        }
    }
}

fn bodies_of(compared: &[ComparedBody], regions: &Regions, scanned: &ScannedElements) -> Vec<Body> {
    let bodies = compared.iter().filter_map(|compared| {
        let region = regions
            .list
            .binary_search_by_key(&compared.body, |region| region.node)
            .ok()?;
        let range = ElementRange::of(&regions.list[region], scanned);
        (range.count > 0).then_some(Body {
            declaration: compared.declaration,
            first: range.first,
            count: range.count,
            last_closings: range.last_closings,
        })
    });
    bodies.collect()
}
