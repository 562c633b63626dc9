//! Texts without errors, parsed by `plain/parser.c`: the tree of tree-sitter in less than half of its time, a seventh of a
//! scan of Python and PHP less. It does not recover from errors, and leaves texts with them to tree-sitter.
//! `dense_grammar.rs` compares both at the start.
//!
//! `unsafe`, because C functions are called. Why it is sound: a text is valid UTF-8 and borrowed during the parse, a tree is
//! deleted once, by its owner, which a walk borrows, and only written parts of the buffer are read.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use tree_sitter::Language;
use tree_sitter::ffi::TSLanguage;

use super::walked_node::{NODES_PER_CALL, WalkedNode};

pub enum PlainParse {
    Tree(PlainTree),
    /// The text has an error.
    Error,
    /// Tree-sitter has to decide.
    Unsure,
    Stopped,
}

/// Must be dropped in the scope of the arena in which it was parsed.
pub struct PlainTree(NonNull<Opaque>);

#[repr(C)]
struct Opaque {
    _opaque: [u8; 0],
}

type ShouldStop = unsafe extern "C" fn(payload: *mut c_void) -> bool;

unsafe extern "C" {
    fn analyzer_plain_parse(
        language: *const TSLanguage,
        text: *const u8,
        length: u32,
        should_stop: ShouldStop,
        payload: *mut c_void,
    ) -> NonNull<Opaque>;
    fn analyzer_plain_outcome(tree: NonNull<Opaque>) -> u32;
    fn analyzer_plain_root(tree: NonNull<Opaque>, root: *mut WalkedNode);
    fn analyzer_plain_next(tree: NonNull<Opaque>, nodes: *mut WalkedNode, capacity: u32) -> u32;
    fn analyzer_plain_delete(tree: NonNull<Opaque>);
}

/// `should_stop`: called every few hundred tokens. Memory is allocated with tree-sitter's allocator.
pub fn parse(language: &Language, text: &str, should_stop: &mut dyn FnMut() -> bool) -> PlainParse {
    unsafe extern "C" fn stops(payload: *mut c_void) -> bool {
        // SAFETY: the payload is the closure below, which lives during the call.
        let should_stop = unsafe { &mut *payload.cast::<&mut dyn FnMut() -> bool>() };
        should_stop()
    }
    let Ok(length) = u32::try_from(text.len()) else {
        return PlainParse::Unsure;
    };
    let mut closure = should_stop;
    let payload: *mut &mut dyn FnMut() -> bool = &raw mut closure;
    let grammar = language.clone().into_raw();
    // SAFETY: grammars are static, the text has this length, and the payload is what `stops` expects.
    let tree = PlainTree(unsafe { analyzer_plain_parse(grammar, text.as_ptr(), length, stops, payload.cast()) });
    // SAFETY: the tree is valid until it is dropped.
    match unsafe { analyzer_plain_outcome(tree.0) } {
        0 => PlainParse::Tree(tree),
        1 => PlainParse::Error,
        2 => PlainParse::Unsure,
        _ => PlainParse::Stopped,
    }
}

impl Drop for PlainTree {
    fn drop(&mut self) {
        // SAFETY: nothing uses the tree after this.
        unsafe { analyzer_plain_delete(self.0) };
    }
}

pub struct PlainWalk<'tree> {
    pub root: WalkedNode,
    tree: NonNull<Opaque>,
    nodes: [MaybeUninit<WalkedNode>; NODES_PER_CALL],
    borrowed: PhantomData<&'tree mut PlainTree>,
}

impl<'tree> PlainWalk<'tree> {
    pub fn new(tree: &'tree mut PlainTree) -> Self {
        let mut root = WalkedNode::default();
        // SAFETY: a tree that was parsed has a root; `root` is a valid destination.
        unsafe { analyzer_plain_root(tree.0, &raw mut root) };
        Self {
            root,
            tree: tree.0,
            nodes: [MaybeUninit::uninit(); NODES_PER_CALL],
            borrowed: PhantomData,
        }
    }

    /// The next nodes below the root, parents before children; empty at the end.
    pub fn next_nodes(&mut self) -> &[WalkedNode] {
        // SAFETY: the tree is borrowed, and the buffer has space for the requested number of nodes.
        let count = unsafe { analyzer_plain_next(self.tree, self.nodes.as_mut_ptr().cast(), NODES_PER_CALL as u32) };
        // SAFETY: this number of nodes was written.
        unsafe { std::slice::from_raw_parts(self.nodes.as_ptr().cast(), count as usize) }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use tree_sitter::{Language, Parser};

    use super::super::arena;
    use super::super::tree_walk::Nodes;
    use super::super::walked_node::WalkedNode;
    use super::{PlainParse, parse};

    const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../fixtures");
    /// Some make a text invalid, some ambiguous.
    const PIECES: [&str; 24] = [
        "(", ")", "[", "{", "}", ":", ",", "=", "\n", "    ", "\"", "'''", "print ", "match ", "type ", "*", "->",
        "?>", "<?php ", "#", "/*", "é", "\u{feff}", "<<<A\n",
    ];
    const MUTANTS_PER_SOURCE: u64 = 12;

    fn grammars() -> [(&'static str, Language); 2] {
        [
            ("php", tree_sitter_php::LANGUAGE.into()),
            ("py", tree_sitter_python::LANGUAGE.into()),
        ]
    }

    fn sources(folder: &Path, ending: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).expect("a folder of fixtures") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                found.extend(sources(&path, ending));
            } else if path.extension().is_some_and(|known| known == ending) {
                found.push(path);
            }
        }
        found.sort();
        found
    }

    fn texts(ending: &str) -> Vec<String> {
        let paths = sources(Path::new(FIXTURES), ending);
        let texts: Vec<_> = paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
        assert!(texts.len() > 20, "{} texts", texts.len());
        texts
    }

    /// A text in which a piece replaces a few characters, by a linear congruential generator.
    fn mutant(text: &str, seed: u64) -> String {
        let mut state = seed;
        let mut below = |limit: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let characters: Vec<char> = text.chars().collect();
        let at = below(characters.len() + 1);
        let piece = PIECES[below(PIECES.len())];
        let removed = below(4).min(characters.len() - at);
        let before = characters[..at].iter().copied();
        let after = characters[at + removed..].iter().copied();
        before.chain(piece.chars()).chain(after).collect()
    }

    /// By tree-sitter; none for a text with an error.
    fn expected(language: &Language, text: &str) -> Option<Vec<WalkedNode>> {
        let mut parser = Parser::new();
        parser.set_language(language).expect("a grammar");
        let tree = parser.parse(text, None).expect("a tree");
        (!tree.root_node().has_error()).then(|| Nodes::of(&tree, true).all())
    }

    fn found(language: &Language, text: &str) -> Option<Vec<WalkedNode>> {
        match parse(language, text, &mut || false) {
            PlainParse::Tree(mut tree) => Some(Nodes::of_plain(&mut tree).all()),
            PlainParse::Error => None,
            PlainParse::Unsure => panic!("unsure of {text}"),
            PlainParse::Stopped => panic!("stopped"),
        }
    }

    #[test]
    fn trees_are_those_of_tree_sitter() {
        arena::install();
        for (ending, language) in grammars() {
            let mut valid = 0;
            for (text, number) in texts(ending).iter().zip(0..) {
                let mutants = (0..MUTANTS_PER_SOURCE).map(|seed| mutant(text, number * MUTANTS_PER_SOURCE + seed));
                for text in mutants.chain([text.clone()]) {
                    let nodes = expected(&language, &text);
                    assert_eq!(found(&language, &text), nodes, "{text}");
                    valid += u64::from(nodes.is_some());
                }
            }
            assert!(valid > 100, "{ending}: {valid} texts without errors");
        }
    }

    #[test]
    fn a_parse_stops_when_asked() {
        arena::install();
        let [(_, php), _] = grammars();
        let text = format!("<?php {}", "f($a); ".repeat(10_000));
        let mut calls = 0;
        let mut stop = || {
            calls += 1;
            calls == 3
        };
        assert!(matches!(parse(&php, &text, &mut stop), PlainParse::Stopped));
        assert_eq!(calls, 3);
    }
}
