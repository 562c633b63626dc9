//! The visible nodes of a tree of tree-sitter, in the order of the text, as `tree_walk.c` finds them.
//!
//! `unsafe`, because functions in C are called. What makes it sound: the tree is borrowed for as long as the walk, the
//! layout of a node is C's, and of the buffer no more is read than was written.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use tree_sitter::Tree;
use tree_sitter::ffi::TSTree;

/// Nodes that are asked for at once.
const ROOM: usize = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkedNode {
    /// In bytes of what the parser read.
    pub start: u32,
    pub end: u32,
    /// How many visible nodes it is inside of.
    pub depth: u32,
    pub symbol: u16,
    /// 0: none.
    pub field: u16,
    is_missing: u32,
}

#[repr(C)]
struct Walk {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn analyzer_walk_new(tree: *const TSTree, root: *mut WalkedNode) -> NonNull<Walk>;
    fn analyzer_walk_next(walk: NonNull<Walk>, nodes: *mut WalkedNode, room: u32) -> u32;
    fn analyzer_walk_delete(walk: NonNull<Walk>);
}

pub struct TreeWalk<'tree> {
    pub root: WalkedNode,
    walk: NonNull<Walk>,
    nodes: [MaybeUninit<WalkedNode>; ROOM],
    tree: PhantomData<&'tree Tree>,
}

impl WalkedNode {
    /// The parser put it there, because the text lacks it.
    pub fn is_missing(&self) -> bool {
        self.is_missing != 0
    }
}

impl<'tree> TreeWalk<'tree> {
    /// Memory is taken from tree-sitter's allocator.
    pub fn new(tree: &'tree Tree) -> Self {
        let mut root = WalkedNode::default();
        // SAFETY: a node of a tree knows the tree, which is borrowed; `root` is there to be written.
        let walk = unsafe { analyzer_walk_new(tree.root_node().into_raw().tree, &raw mut root) };
        Self {
            root,
            walk,
            nodes: [MaybeUninit::uninit(); ROOM],
            tree: PhantomData,
        }
    }

    /// The next nodes below the root, each before its children; none when all were given.
    pub fn next_nodes(&mut self) -> &[WalkedNode] {
        // SAFETY: the walk is one until it is dropped, and there is room for as many nodes as are asked for.
        let count = unsafe { analyzer_walk_next(self.walk, self.nodes.as_mut_ptr().cast(), ROOM as u32) };
        // SAFETY: so many were written.
        unsafe { std::slice::from_raw_parts(self.nodes.as_ptr().cast(), count as usize) }
    }
}

impl Drop for TreeWalk<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses the walk after this.
        unsafe { analyzer_walk_delete(self.walk) };
    }
}
