//! The parts of a stream that are units or bodies of declarations.

use super::element_recorder::ElementRecorder;
use super::unit_rules::UnitRules;
use syntax::flat_tree::{FlatTree, NodeId};
use syntax::reuse::empty;

/// Units nested deeper than this are not recorded, because each is hashed separately.
const DEEPEST: u32 = 64;

#[derive(Clone, Copy, Debug)]
pub struct Region {
    pub node: NodeId,
    /// First element, and number of elements.
    pub first: u32,
    pub count: u32,
    /// Brackets of the nodes inside that close after its last element.
    pub last_closings: u32,
    pub nodes: u32,
    pub is_unit: bool,
    /// The statement of a body that has a block in the stream but not in the source.
    pub is_alone: bool,
    /// Of a line of a text, whose node is the part of the text in which it starts.
    pub line: Option<LineSpan>,
}

/// Where a line starts and ends in the source, and the first node after its text.
#[derive(Clone, Copy, Debug)]
pub struct LineSpan {
    pub start: u32,
    pub end: u32,
    pub text_end: NodeId,
}

struct OpenRegion {
    region: usize,
    end: NodeId,
    depth: usize,
    is_unit: bool,
    is_line: bool,
}

#[derive(Default)]
pub struct Regions {
    /// In pre-order.
    pub list: Vec<Region>,
    bodies: Vec<NodeId>,
    next_body: usize,
    open: Vec<OpenRegion>,
    depth: u32,
    /// Of the last block that only the stream has.
    inserted: Option<NodeId>,
}

impl Regions {
    /// `bodies`: nodes in order.
    pub fn begin(&mut self, bodies: impl IntoIterator<Item = NodeId>) {
        empty(&mut self.list);
        empty(&mut self.open);
        empty(&mut self.bodies);
        self.bodies.extend(bodies);
        self.bodies.sort_unstable();
        self.next_body = 0;
        self.depth = 0;
        self.inserted = None;
    }

    /// A block that only the stream has begins before its statement.
    pub fn insert(&mut self, tree: FlatTree<'_>, node: NodeId, depth: usize, first: u32, counted: u32) {
        if self.depth < DEEPEST && !tree.is_broken(node) {
            self.begin_region(tree, node, true, depth, first, counted);
            self.inserted = Some(node);
        }
    }

    /// A node of the stream begins. `depth`: number of open nodes; `first`: number of elements in the stream; `counted`:
    /// number of nodes in it.
    #[inline]
    pub fn reach(
        &mut self,
        rules: &UnitRules,
        tree: FlatTree<'_>,
        node: NodeId,
        depth: usize,
        first: u32,
        counted: u32,
    ) {
        while self.bodies.get(self.next_body).is_some_and(|body| *body < node) {
            self.next_body += 1;
        }
        let is_body = self.bodies.get(self.next_body) == Some(&node);
        let is_unit = rules.is_unit(tree, node) && self.depth < DEEPEST && !tree.is_broken(node);
        if is_body || is_unit {
            self.begin_region(tree, node, is_unit, depth, first, counted);
        }
    }

    fn begin_region(
        &mut self,
        tree: FlatTree<'_>,
        node: NodeId,
        is_unit: bool,
        depth: usize,
        first: u32,
        counted: u32,
    ) {
        let region = self.list.len();
        self.list.push(Region {
            node,
            first,
            count: 0,
            last_closings: 0,
            nodes: 0_u32.wrapping_sub(counted),
            is_unit,
            is_alone: self.inserted == Some(node),
            line: None,
        });
        self.open.push(OpenRegion {
            region,
            end: tree.end_of(node),
            depth,
            is_unit,
            is_line: false,
        });
        self.depth += u32::from(is_unit);
    }

    /// A part of a line begins, which may be the first one. `part`: node that is a part of the text; `start`: of the line
    /// in the source, if this is its first part.
    pub fn open_line(&mut self, tree: FlatTree<'_>, part: NodeId, start: u32, depth: usize, first: u32, counted: u32) {
        let text = tree.parent(part).unwrap_or(0);
        let text_end = tree.end_of(text);
        if self.has_line(text_end) || self.depth >= DEEPEST || tree.is_broken(text) {
            return;
        }
        self.begin_region(tree, part, true, depth, first, counted);
        let (Some(region), Some(open)) = (self.list.last_mut(), self.open.last_mut()) else {
            return;
        };
        open.end = text_end;
        open.is_line = true;
        region.line = Some(LineSpan {
            start,
            end: tree.node(text).end,
            text_end,
        });
    }

    /// A line ends with a line feed. `end`: after it in the source.
    pub fn close_line(&mut self, tree: FlatTree<'_>, part: NodeId, end: u32, elements: &ElementRecorder, counted: u32) {
        let text_end = tree.end_of(tree.parent(part).unwrap_or(0));
        if !self.has_line(text_end) {
            return;
        }
        if let Some(open) = self.open.last()
            && let Some(line) = &mut self.list[open.region].line
        {
            line.end = end;
        }
        self.close(text_end, 0, elements, counted);
    }

    /// Whether a line of the text that ends there is open.
    fn has_line(&self, text_end: NodeId) -> bool {
        self.open.last().is_some_and(|it| it.is_line && it.end == text_end)
    }

    /// Ends the innermost region if it ends before `node` and all nodes opened in it are closed. Returns whether it
    /// ended.
    #[inline]
    pub fn close(&mut self, node: NodeId, depth: usize, elements: &ElementRecorder, counted: u32) -> bool {
        let Some(open) = self.open.pop_if(|open| open.end <= node && open.depth >= depth) else {
            return false;
        };
        let region = &mut self.list[open.region];
        region.count = elements.count() - region.first;
        region.last_closings = elements.last_closings();
        region.nodes = region.nodes.wrapping_add(counted);
        self.depth -= u32::from(open.is_unit);
        true
    }
}
