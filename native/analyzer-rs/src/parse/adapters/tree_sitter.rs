//! Python, PHP and Bash by tree-sitter.

use serde::Deserialize;
use tree_sitter::{Language, Parser};

use super::arena::{self, Arena};
use super::dense_grammar::DenseGrammar;
use super::gap_writer::GapWriter;
use super::pieces::{PieceRule, Pieces, cut_into_pieces};
use super::text_parser::{Encoding, ShouldStop, Stopped, Syntax, TextParser};
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
    language: Language,
    first: Encoding,
    arena: Box<Arena>,
    reading: Reading,
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

impl TreeSitterAdapter {
    pub fn new(language: &DenseGrammar, grammar: &Grammar) -> Result<Self, String> {
        arena::install();
        let language = language.dense();
        Parser::new()
            .set_language(&language)
            .map_err(|error| error.to_string())?;
        let mut builder = TreeBuilder::new();
        let gaps = GapWriter::new(&mut builder, &grammar.text_kinds);
        let symbols = Symbols::of(&language, &mut builder.names);
        let pieces = match &grammar.pieces {
            Some(pieces) => {
                let rule = PieceRule::new(pieces).map_err(|error| error.to_string())?;
                Some((rule, builder.names.id(&pieces.root)))
            }
            None => None,
        };
        Ok(Self {
            language,
            // What is cut into pieces often has errors, and would be read twice.
            first: if pieces.is_some() {
                Encoding::Utf16
            } else {
                Encoding::Utf8
            },
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
            language,
            first,
            arena,
            reading,
        } = self;
        let built = arena.scope(|| reading.build(&mut TextParser::new(language, *first), source, stop));
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
    fn build(&mut self, parser: &mut TextParser, source: &str, stop: ShouldStop<'_>) -> Result<(), Stopped> {
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
    fn flatten_pieces(&mut self, parser: &mut TextParser, source: &str, stop: ShouldStop<'_>) -> Result<(), Stopped> {
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

/// Source inside errors, in UTF-16 units as the portable engine counts them; something missing counts as one.
fn damage(errors: &[ErrorPlace], source: &str) -> usize {
    errors
        .iter()
        .map(|error| slice(source, error.start, error.end).encode_utf16().count().max(1))
        .sum()
}
