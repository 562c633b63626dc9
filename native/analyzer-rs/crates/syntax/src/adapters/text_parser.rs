//! Parses one text with the plain parser, or with tree-sitter.

use std::mem::ManuallyDrop;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use super::arena;
use super::dense_grammar::CheckedGrammar;
use super::plain_parser::{self, PlainParse, PlainTree};
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
pub struct TextParser<'a> {
    grammar: &'a CheckedGrammar,
    /// Locked at most once for a file, whose tree stays in memory until it is walked.
    alone: Option<MutexGuard<'static, ()>>,
    has_error: bool,
}

impl<'a> TextParser<'a> {
    /// The adapter has checked that tree-sitter accepts the grammar.
    pub fn new(grammar: &'a CheckedGrammar) -> Self {
        Self {
            grammar,
            alone: None,
            has_error: false,
        }
    }

    /// The tree of a text without errors; none if tree-sitter has to parse it.
    pub fn parse_plainly(&mut self, text: &str, stop: ShouldStop<'_>) -> Result<Option<Syntax>, Stopped> {
        if !self.grammar.uses_plain_parser {
            return Ok(None);
        }
        let alone = &mut self.alone;
        match plain_parser::parse(&self.grammar.language, text, &mut || should_stop(alone, &mut *stop)) {
            PlainParse::Tree(tree) => Ok(Some(Syntax::plain(tree))),
            PlainParse::Error => {
                self.has_error = true;
                Ok(None)
            }
            PlainParse::Unsure => Ok(None),
            PlainParse::Stopped => match stopped() {
                Stopped::ByCaller => Err(Stopped::ByCaller),
                Stopped::OutOfMemory => Ok(None),
            },
        }
    }

    /// The portable engine's tree of a text. A text is read as UTF-8, without a copy; one with errors as UTF-16, as in the
    /// portable engine, because the parser's error recovery counts bytes of its input.
    pub fn parse(&mut self, text: &str, stop: ShouldStop<'_>) -> Result<Syntax, Stopped> {
        let alone = &mut self.alone;
        let mut progress = |_: &ParseState| {
            if should_stop(alone, &mut *stop) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut options = ParseOptions::new().progress_callback(&mut progress);
        let mut parser = Parser::new();
        let _ = parser.set_language(&self.grammar.language);
        if !self.has_error {
            let tree = read_bytes(&mut parser, text, options.reborrow())?;
            if !tree.root_node().has_error() {
                return Ok(Syntax::full(tree, Offsets::Bytes));
            }
        }
        let tree = read_units(&mut parser, text, options)?;
        Ok(Syntax::full(tree, Offsets::of_units(text)))
    }
}

fn should_stop(alone: &mut Option<MutexGuard<'static, ()>>, stop: ShouldStop<'_>) -> bool {
    if alone.is_none() && arena::used_bytes() > MUCH_MEMORY {
        let _waiting = watch::waiting();
        *alone = Some(MUCH.lock().unwrap_or_else(PoisonError::into_inner));
    }
    arena::used_bytes() > MAX_MEMORY || stop()
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

/// A tree and the unit of its offsets.
pub struct Syntax {
    pub tree: SyntaxTree,
    pub has_error: bool,
    pub offsets: Offsets,
}

pub enum SyntaxTree {
    Plain(PlainTree),
    /// Not dropped, which would visit all of its nodes: the arena frees its memory.
    Full(ManuallyDrop<Tree>),
}

impl Syntax {
    fn plain(tree: PlainTree) -> Self {
        Self {
            tree: SyntaxTree::Plain(tree),
            has_error: false,
            offsets: Offsets::Bytes,
        }
    }

    fn full(tree: ManuallyDrop<Tree>, offsets: Offsets) -> Self {
        Self {
            has_error: tree.root_node().has_error(),
            tree: SyntaxTree::Full(tree),
            offsets,
        }
    }
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
