//! Parses one text with tree-sitter.

use std::mem::ManuallyDrop;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

use super::arena;
use base::watch;

/// Called every few milliseconds: whether to stop.
pub type ShouldStop<'a> = &'a mut dyn FnMut() -> bool;

/// A parser that needs more memory is stopped.
const MAX_MEMORY: usize = 1 << 30;
/// Files whose parsers need more memory are parsed one at a time, by any number of threads.
const MUCH_MEMORY: usize = 1 << 26;
static MUCH: Mutex<()> = Mutex::new(());

/// Why a parse was stopped.
pub enum Stopped {
    ByCaller,
    OutOfMemory,
}

/// The parser of one file.
pub struct TextParser {
    parser: Parser,
    /// Locked at most once for a file, whose tree stays in memory until it is walked.
    alone: Option<MutexGuard<'static, ()>>,
}

impl TextParser {
    pub fn new(language: &Language) -> Self {
        let mut parser = Parser::new();
        // The adapter has checked that the parser accepts the grammar.
        let _ = parser.set_language(language);
        Self { parser, alone: None }
    }

    /// The portable engine's tree of a text. A text is read as UTF-8, without a copy; one with errors is parsed again
    /// as UTF-16, as in the portable engine, because the parser's error recovery counts bytes of its input.
    pub fn parse(&mut self, text: &str, stop: ShouldStop<'_>) -> Result<Syntax, Stopped> {
        let Self { parser, alone } = self;
        let mut progress = |_: &ParseState| {
            if alone.is_none() && arena::used_bytes() > MUCH_MEMORY {
                let _waiting = watch::waiting();
                *alone = Some(MUCH.lock().unwrap_or_else(PoisonError::into_inner));
            }
            if arena::used_bytes() > MAX_MEMORY || stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut options = ParseOptions::new().progress_callback(&mut progress);
        let tree = read_bytes(parser, text, options.reborrow())?;
        let (tree, offsets) = if tree.root_node().has_error() {
            (read_units(parser, text, options)?, Offsets::of_units(text))
        } else {
            (tree, Offsets::Bytes)
        };
        Ok(Syntax {
            has_error: tree.root_node().has_error(),
            tree,
            offsets,
        })
    }
}

fn read_bytes(parser: &mut Parser, text: &str, options: ParseOptions<'_>) -> Result<ManuallyDrop<Tree>, Stopped> {
    let read = &mut |at: usize, _| text.as_bytes().get(at..).unwrap_or_default();
    let tree = parser.parse_with_options(read, None, Some(options));
    tree.map(ManuallyDrop::new).ok_or_else(stopped)
}

fn read_units(parser: &mut Parser, text: &str, options: ParseOptions<'_>) -> Result<ManuallyDrop<Tree>, Stopped> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let read = &mut |at: usize, _| units.get(at..).unwrap_or_default();
    let tree = parser.parse_utf16_le_with_options(read, None, Some(options));
    tree.map(ManuallyDrop::new).ok_or_else(stopped)
}

fn stopped() -> Stopped {
    if arena::used_bytes() > MAX_MEMORY {
        Stopped::OutOfMemory
    } else {
        Stopped::ByCaller
    }
}

/// A tree of tree-sitter and the unit of its offsets.
///
/// The tree is not dropped, which would visit all of its nodes: the arena frees its memory.
pub struct Syntax {
    pub tree: ManuallyDrop<Tree>,
    pub has_error: bool,
    pub offsets: Offsets,
}

pub enum Offsets {
    Bytes,
    /// Bytes of UTF-16 for an ASCII text.
    Twice,
    /// The UTF-8 offset of each UTF-16 unit.
    Units(Vec<u32>),
}

impl Offsets {
    fn of_units(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Twice;
        }
        let mut units = Vec::with_capacity(text.len() + 1);
        for (at, one) in text.char_indices() {
            units.push(at as u32);
            if one.len_utf16() == 2 {
                units.push((at + one.len_utf8()) as u32);
            }
        }
        units.push(text.len() as u32);
        Self::Units(units)
    }

    /// The byte offset in the text of an offset of the tree.
    pub fn byte(&self, offset: u32) -> u32 {
        match self {
            Self::Bytes => offset,
            Self::Twice => offset / 2,
            Self::Units(units) => units.get(offset as usize / 2).or(units.last()).copied().unwrap_or(0),
        }
    }
}
