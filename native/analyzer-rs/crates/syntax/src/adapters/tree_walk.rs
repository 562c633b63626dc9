//! The visible nodes of a tree, in the order of the text: of a tree of tree-sitter from `tree_walk.c`, which takes a tenth of
//! a scan less than tree-sitter's cursor, or from the cursor; of a tree of the plain parser from that.
//! `dense_grammar.rs` compares them at the start.
//!
//! `unsafe`, because C functions are called. Why it is sound: the walk borrows the tree, the layout of a node is C's,
//! and only written parts of the buffer are read.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use tree_sitter::ffi::TSTree;
use tree_sitter::{Tree, TreeCursor};

use super::plain_parser::{PlainTree, PlainWalk};
use super::walked_node::{NODES_PER_CALL, WalkedNode};

#[repr(C)]
struct Walk {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn analyzer_walk_new(tree: *const TSTree, root: *mut WalkedNode) -> NonNull<Walk>;
    fn analyzer_walk_next(walk: NonNull<Walk>, nodes: *mut WalkedNode, capacity: u32) -> u32;
    fn analyzer_walk_delete(walk: NonNull<Walk>);
}

pub struct TreeWalk<'tree> {
    pub root: WalkedNode,
    walk: NonNull<Walk>,
    nodes: [MaybeUninit<WalkedNode>; NODES_PER_CALL],
    tree: PhantomData<&'tree Tree>,
}

impl<'tree> TreeWalk<'tree> {
    /// Allocates memory with tree-sitter's allocator.
    pub fn new(tree: &'tree Tree) -> Self {
        let mut root = WalkedNode::default();
        // SAFETY: a node refers to its tree, which is borrowed; `root` is a valid destination.
        let walk = unsafe { analyzer_walk_new(tree.root_node().into_raw().tree, &raw mut root) };
        Self {
            root,
            walk,
            nodes: [MaybeUninit::uninit(); NODES_PER_CALL],
            tree: PhantomData,
        }
    }

    /// The next nodes below the root, parents before children; empty at the end.
    pub fn next_nodes(&mut self) -> &[WalkedNode] {
        // SAFETY: the walk is valid until it is dropped, and the buffer has space for the requested number of nodes.
        let count = unsafe { analyzer_walk_next(self.walk, self.nodes.as_mut_ptr().cast(), NODES_PER_CALL as u32) };
        // SAFETY: this number of nodes was written.
        unsafe { std::slice::from_raw_parts(self.nodes.as_ptr().cast(), count as usize) }
    }
}

/// The same nodes from tree-sitter's cursor.
pub struct CursorWalk<'tree> {
    pub root: WalkedNode,
    cursor: TreeCursor<'tree>,
    nodes: Vec<WalkedNode>,
    is_at_end: bool,
}

impl<'tree> CursorWalk<'tree> {
    pub fn new(tree: &'tree Tree) -> Self {
        let cursor = tree.walk();
        Self {
            root: current(&cursor),
            cursor,
            nodes: Vec::with_capacity(NODES_PER_CALL),
            is_at_end: false,
        }
    }

    /// The next nodes below the root, parents before children; empty at the end.
    pub fn next_nodes(&mut self) -> &[WalkedNode] {
        self.nodes.clear();
        while self.nodes.len() < NODES_PER_CALL && !self.is_at_end {
            if self.go_on() {
                self.nodes.push(current(&self.cursor));
            } else {
                self.is_at_end = true;
            }
        }
        &self.nodes
    }

    /// Moves to the next node in pre-order; false after the last one, when the cursor is at the root again.
    fn go_on(&mut self) -> bool {
        if self.cursor.goto_first_child() {
            return true;
        }
        while !self.cursor.goto_next_sibling() {
            if !self.cursor.goto_parent() {
                return false;
            }
        }
        true
    }
}

fn current(cursor: &TreeCursor<'_>) -> WalkedNode {
    let node = cursor.node();
    WalkedNode {
        start: node.start_byte() as u32,
        end: node.end_byte() as u32,
        depth: cursor.depth(),
        symbol: node.kind_id(),
        field: cursor.field_id().map_or(0, u16::from),
        is_missing: node.is_missing().into(),
    }
}

/// The nodes of a tree in one of the three ways.
pub enum Nodes<'tree> {
    Plain(Box<PlainWalk<'tree>>),
    Walk(Box<TreeWalk<'tree>>),
    Cursor(CursorWalk<'tree>),
}

impl<'tree> Nodes<'tree> {
    pub fn of(tree: &'tree Tree, uses_cursor: bool) -> Self {
        if uses_cursor {
            Self::Cursor(CursorWalk::new(tree))
        } else {
            Self::Walk(Box::new(TreeWalk::new(tree)))
        }
    }

    pub fn of_plain(tree: &'tree mut PlainTree) -> Self {
        Self::Plain(Box::new(PlainWalk::new(tree)))
    }

    pub fn root(&self) -> WalkedNode {
        match self {
            Self::Plain(walk) => walk.root,
            Self::Walk(walk) => walk.root,
            Self::Cursor(walk) => walk.root,
        }
    }

    /// The next nodes below the root, parents before children; empty at the end.
    pub fn next_nodes(&mut self) -> &[WalkedNode] {
        match self {
            Self::Plain(walk) => walk.next_nodes(),
            Self::Walk(walk) => walk.next_nodes(),
            Self::Cursor(walk) => walk.next_nodes(),
        }
    }

    /// The root and all other nodes.
    pub fn all(mut self) -> Vec<WalkedNode> {
        let mut all = vec![self.root()];
        loop {
            let nodes = self.next_nodes();
            if nodes.is_empty() {
                return all;
            }
            all.extend_from_slice(nodes);
        }
    }
}

impl Drop for TreeWalk<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses the walk after this.
        unsafe { analyzer_walk_delete(self.walk) };
    }
}
