//! The visible nodes of a tree of tree-sitter, in the order of the text, from `tree_walk.c`.
//!
//! `unsafe`, because C functions are called. Why it is sound: the walk borrows the tree, the layout of a node is C's,
//! and only written parts of the buffer are read.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use tree_sitter::Tree;
use tree_sitter::ffi::TSTree;

/// Number of nodes per call.
const ROOM: usize = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkedNode {
    /// In bytes of the parser's input.
    pub start: u32,
    pub end: u32,
    /// Number of visible ancestors.
    pub depth: u32,
    pub symbol: u16,
    /// 0 for none.
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
    /// The parser inserted it, because the text lacks it.
    pub fn is_missing(&self) -> bool {
        self.is_missing != 0
    }
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
            nodes: [MaybeUninit::uninit(); ROOM],
            tree: PhantomData,
        }
    }

    /// The next nodes below the root, parents before children; empty at the end.
    pub fn next_nodes(&mut self) -> &[WalkedNode] {
        // SAFETY: the walk is valid until it is dropped, and the buffer has space for the requested number of nodes.
        let count = unsafe { analyzer_walk_next(self.walk, self.nodes.as_mut_ptr().cast(), ROOM as u32) };
        // SAFETY: this number of nodes was written.
        unsafe { std::slice::from_raw_parts(self.nodes.as_ptr().cast(), count as usize) }
    }
}

impl Drop for TreeWalk<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses the walk after this.
        unsafe { analyzer_walk_delete(self.walk) };
    }
}
