//! Python, PHP and Bash by tree-sitter.

use std::mem::ManuallyDrop;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

use super::arena::{self, Arena};
use super::dense_grammar::DenseGrammar;
use super::gap_writer::GapWriter;
use super::pieces::{PieceRule, Pieces, cut_into_pieces};
use super::tree_builder::TreeBuilder;
use super::tree_walk::{TreeWalk, WalkedNode};
use super::{ErrorPlace, Parsed};
use crate::parse::flat_tree::{FlatTree, NO_NODE, NameTable, NodeId, slice};

/// What the language data says about a grammar.
#[derive(Clone, Deserialize)]
pub struct Grammar {
    /// Kinds inside which blank source counts.
    text_kinds: Vec<String>,
    /// How a source with errors is cut, so that a fault does not swallow what comes after it.
    pieces: Option<Pieces>,
}

pub struct TreeSitterAdapter {
    languages: Languages,
    arena: Box<Arena>,
    reading: Reading,
}

/// One grammar in its two forms.
struct Languages {
    dense: Language,
    original: Language,
}

/// What a parse writes.
struct Reading {
    builder: TreeBuilder,
    gaps: GapWriter,
    symbols: Symbols,
    pieces: Option<(PieceRule, u16)>,
}

/// The node last written.
#[derive(Clone, Copy)]
struct Written {
    node: NodeId,
    depth: u32,
}

/// Our ids of the grammar's numbers.
struct Symbols {
    /// Kinds by symbol.
    kinds: Vec<u16>,
    fields: Vec<u16>,
    error: u16,
}

/// Asked every few milliseconds whether to stop.
pub type ShouldStop<'a> = &'a mut dyn FnMut() -> bool;

/// A parser that takes more memory than this is stopped.
const MOST_MEMORY: usize = 1 << 30;
/// Parsers that take more than this go on one at a time, however many threads there are.
const MUCH_MEMORY: usize = 1 << 26;
static MUCH: Mutex<()> = Mutex::new(());

/// Why a parse was stopped.
enum Stopped {
    ByCaller,
    OutOfMemory,
}

impl TreeSitterAdapter {
    pub fn new(language: &DenseGrammar, grammar: &Grammar) -> Result<Self, String> {
        arena::install();
        let languages = Languages {
            dense: language.dense(),
            original: language.original(),
        };
        Parser::new()
            .set_language(&languages.original)
            .map_err(|error| error.to_string())?;
        let mut builder = TreeBuilder::new();
        let gaps = GapWriter::new(&mut builder, &grammar.text_kinds);
        let symbols = Symbols::of(&languages.original, &mut builder.names);
        let pieces = match &grammar.pieces {
            Some(pieces) => {
                let rule = PieceRule::new(pieces).map_err(|error| error.to_string())?;
                Some((rule, builder.names.id(&pieces.root)))
            }
            None => None,
        };
        Ok(Self {
            languages,
            arena: Arena::new(),
            reading: Reading {
                builder,
                gaps,
                symbols,
                pieces,
            },
        })
    }

    pub fn names_mut(&mut self) -> &mut NameTable {
        &mut self.reading.builder.names
    }

    pub fn parse(&mut self, source: &str, stop: ShouldStop<'_>) -> Parsed {
        let Self {
            languages,
            arena,
            reading,
        } = self;
        let built = arena.scope(|| reading.build(&mut TextParser::of(languages), source, stop));
        match built {
            Ok(()) => Parsed::Tree {
                errors: std::mem::take(&mut reading.gaps.errors),
            },
            Err(Stopped::ByCaller) => Parsed::Timeout,
            Err(Stopped::OutOfMemory) => Parsed::OutOfMemory,
        }
    }

    /// The tree that the last `parse` made.
    pub fn tree<'a>(&'a self, source: &'a str) -> FlatTree<'a> {
        let builder = &self.reading.builder;
        FlatTree {
            names: &builder.names,
            source,
            texts: source,
            nodes: &builder.nodes,
            broken: &builder.broken,
        }
    }
}

impl Reading {
    fn build(&mut self, parser: &mut TextParser<'_>, source: &str, stop: ShouldStop<'_>) -> Result<(), Stopped> {
        let tree = parser.parse(source, stop)?;
        self.flatten(&tree, source);
        let whole = damage(&self.gaps.errors, source);
        if !self.gaps.errors.is_empty() && self.pieces.is_some() {
            self.flatten_pieces(parser, source, stop)?;
            if damage(&self.gaps.errors, source) >= whole {
                self.flatten(&tree, source);
            }
        }
        self.builder.spread_broken();
        Ok(())
    }

    fn flatten(&mut self, syntax: &Syntax, source: &str) {
        self.builder.begin();
        self.gaps.begin();
        self.walk(syntax, source, 0, NO_NODE);
    }

    /// Reads each piece by itself and joins them under one root.
    fn flatten_pieces(
        &mut self,
        parser: &mut TextParser<'_>,
        source: &str,
        stop: ShouldStop<'_>,
    ) -> Result<(), Stopped> {
        let Some((rule, root)) = &self.pieces else {
            return Ok(());
        };
        let (pieces, root) = (cut_into_pieces(source, rule), *root);
        let kind = self.builder.nodes.first().map_or(root, |node| node.kind);
        let kind = if kind == self.symbols.error { root } else { kind };
        self.builder.begin();
        self.gaps.begin();
        let root = self.builder.push(kind, 0, 0, source.len() as u32, NO_NODE);
        self.gaps.opened(&self.builder, root);
        for piece in pieces {
            let syntax = parser.parse(&source[piece.clone()], stop)?;
            self.walk(&syntax, source, piece.start as u32, root);
        }
        self.gaps.closed(&mut self.builder, source);
        Ok(())
    }

    /// `base`: bytes before the parsed text; `into`: the node that takes a root's children when it is of its kind.
    fn walk(&mut self, syntax: &Syntax, source: &str, base: u32, into: NodeId) {
        let mut walk = TreeWalk::new(&syntax.tree);
        let is_taken = into != NO_NODE && self.symbols.kind(walk.root.symbol) == self.builder.nodes[into as usize].kind;
        let mut last = (!is_taken).then(|| Written {
            node: self.write(&walk.root, syntax, source, base),
            depth: walk.root.depth,
        });
        loop {
            let nodes = walk.next_nodes();
            if nodes.is_empty() {
                break;
            }
            for read in nodes {
                if let Some(last) = last {
                    self.go_on(&last, read.depth, source);
                }
                last = Some(Written {
                    node: self.write(read, syntax, source, base),
                    depth: read.depth,
                });
            }
        }
        if let Some(last) = last {
            self.go_on(&last, u32::from(is_taken), source);
        }
    }

    /// To a node of another depth, or to the end.
    fn go_on(&mut self, last: &Written, depth: u32, source: &str) {
        if depth > last.depth {
            self.gaps.opened(&self.builder, last.node);
            return;
        }
        self.builder.set_leaf(last.node);
        for _ in depth..last.depth {
            self.gaps.closed(&mut self.builder, source);
        }
    }

    fn write(&mut self, read: &WalkedNode, syntax: &Syntax, source: &str, base: u32) -> NodeId {
        let is_missing = syntax.has_error && read.is_missing();
        let kind = self.symbols.kind(read.symbol);
        let field = self.symbols.fields[usize::from(read.field)];
        let start = base + syntax.offsets.byte(read.start);
        let end = base + syntax.offsets.byte(read.end);
        self.gaps.before(&mut self.builder, source, start);
        let node = self.builder.push(kind, field, start, end, self.gaps.above());
        self.gaps.written(end);
        if read.symbol == Symbols::ERROR || is_missing {
            self.gaps.broken(&mut self.builder, node, is_missing);
        }
        node
    }
}

impl Symbols {
    const ERROR: u16 = u16::MAX;

    fn of(language: &Language, names: &mut NameTable) -> Self {
        let error = names.id("ERROR");
        let kinds = (0..language.node_kind_count() as u16)
            .map(|symbol| {
                let name = language.node_kind_for_id(symbol).unwrap_or("");
                if language.node_kind_is_named(symbol) {
                    names.id(name)
                } else {
                    names.id(&format!("'{name}"))
                }
            })
            .collect();
        let fields = (0..=language.field_count() as u16)
            .map(|field| names.id(language.field_name_for_id(field).unwrap_or("")))
            .collect();
        Self { kinds, fields, error }
    }

    fn kind(&self, symbol: u16) -> u16 {
        self.kinds.get(usize::from(symbol)).copied().unwrap_or(self.error)
    }
}

struct TextParser<'a> {
    parser: Parser,
    languages: &'a Languages,
}

impl<'a> TextParser<'a> {
    fn of(languages: &'a Languages) -> Self {
        Self {
            parser: Parser::new(),
            languages,
        }
    }

    /// The parser's tree of a text. Its error recovery counts bytes of its input and follows the order of the grammar's
    /// tables, so a text with errors is read again in the portable engine's encoding, UTF-16, by the grammar as it comes.
    fn parse(&mut self, text: &str, stop: ShouldStop<'_>) -> Result<Syntax, Stopped> {
        let Self { parser, languages } = self;
        let bytes = text.as_bytes();
        let mut alone = None;
        let mut progress = |_: &ParseState| {
            if alone.is_none() && arena::used_bytes() > MUCH_MEMORY {
                alone = Some(MUCH.lock().unwrap_or_else(PoisonError::into_inner));
            }
            if arena::used_bytes() > MOST_MEMORY || stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut options = ParseOptions::new().progress_callback(&mut progress);
        // That the parser takes the grammar was seen when the adapter was made.
        let _ = parser.set_language(&languages.dense);
        let read = &mut |at: usize, _| bytes.get(at..).unwrap_or_default();
        let tree = parser
            .parse_with_options(read, None, Some(options.reborrow()))
            .ok_or_else(stopped)?;
        let tree = ManuallyDrop::new(tree);
        if !tree.root_node().has_error() {
            return Ok(Syntax {
                tree,
                has_error: false,
                offsets: Offsets::Bytes,
                _alone: alone,
            });
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        let _ = parser.set_language(&languages.original);
        let read = &mut |at: usize, _| units.get(at..).unwrap_or_default();
        let tree = parser
            .parse_utf16_le_with_options(read, None, Some(options))
            .ok_or_else(stopped)?;
        Ok(Syntax {
            has_error: tree.root_node().has_error(),
            tree: ManuallyDrop::new(tree),
            offsets: Offsets::of_units(text),
            _alone: alone,
        })
    }
}

fn stopped() -> Stopped {
    if arena::used_bytes() > MOST_MEMORY {
        Stopped::OutOfMemory
    } else {
        Stopped::ByCaller
    }
}

/// A tree of tree-sitter and what its offsets count.
///
/// The tree is not dropped, which would visit each of its nodes: the arena takes its memory back.
struct Syntax {
    tree: ManuallyDrop<Tree>,
    has_error: bool,
    offsets: Offsets,
    /// Held until the tree is walked, where it is large.
    _alone: Option<MutexGuard<'static, ()>>,
}

enum Offsets {
    Bytes,
    /// Bytes of UTF-16 over a text of ASCII alone.
    Twice,
    /// The byte in UTF-8 at which each UTF-16 unit begins.
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

    fn byte(&self, offset: u32) -> u32 {
        match self {
            Self::Bytes => offset,
            Self::Twice => offset / 2,
            Self::Units(units) => units.get(offset as usize / 2).or(units.last()).copied().unwrap_or(0),
        }
    }
}

/// Source inside errors, in UTF-16 units as the portable engine counts them; something missing counts as one.
fn damage(errors: &[ErrorPlace], source: &str) -> usize {
    errors
        .iter()
        .map(|error| slice(source, error.start, error.end).encode_utf16().count().max(1))
        .sum()
}
