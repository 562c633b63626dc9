//! Python and PHP with grammars of tree-sitter.

use std::borrow::Cow;

use serde::Deserialize;
use tree_sitter::Language;

use super::arena::{self, Arena};
use super::character_classes;
use super::dense_grammar::{CheckedGrammar, DenseGrammar};
use super::error_ranges::ErrorRanges;
use super::gap_writer::GapWriter;
use super::keyword_names::KeywordNames;
use super::outdated_syntax::{Outdated, OutdatedSyntax};
use super::text_parser::{Offsets, ShouldStop, Stopped, Syntax, SyntaxTree, TextParser};
use super::tree_builder::TreeBuilder;
use super::tree_walk::Nodes;
use super::walked_node::WalkedNode;
use super::{ErrorSpan, Parsed};
use crate::flat_tree::{FlatTree, NameTable, NodeId};

/// Data of a grammar in the language data.
#[derive(Clone, Deserialize)]
pub struct Grammar {
    /// Kinds with significant white space.
    text_kinds: Vec<String>,
    /// Kinds that are not part of the range of an error around them.
    recovered: Vec<String>,
    /// Keywords that are names.
    #[serde(default)]
    keyword_names: KeywordNames,
    #[serde(default)]
    outdated: Outdated,
    /// Source with most constructs, and an error.
    self_test: String,
}

pub struct TreeSitterAdapter {
    grammar: CheckedGrammar,
    names: KeywordNames,
    arena: Box<Arena>,
    reading: Reading,
}

/// A source, and its form for the grammar, of the same length.
struct Texts<'a> {
    written: &'a str,
    source: &'a str,
}

/// State of a parse.
struct Reading {
    builder: TreeBuilder,
    gaps: GapWriter,
    ranges: ErrorRanges,
    outdated: OutdatedSyntax,
    symbols: Symbols,
    uses_cursor: bool,
}

/// How to read the nodes of a tree.
struct Positions<'a> {
    has_error: bool,
    offsets: &'a Offsets,
}

/// The last written node.
#[derive(Clone, Copy)]
struct Written {
    node: NodeId,
    depth: u32,
}

/// Ids by the grammar's numbers.
struct Symbols {
    /// Kinds by symbol.
    kinds: Vec<u16>,
    fields: Vec<u16>,
    error: u16,
}

impl TreeSitterAdapter {
    pub fn new(language: &DenseGrammar, grammar: &Grammar) -> Result<Self, String> {
        arena::install();
        if !character_classes::are_linked() {
            return Err("analyzer-rs was linked with other character classes than its data; build it again".to_owned());
        }
        let checked = language.checked(&grammar.self_test)?;
        let mut builder = TreeBuilder::new();
        let gaps = GapWriter::new(&mut builder, &grammar.text_kinds);
        let ranges = ErrorRanges::new(&mut builder, &grammar.recovered);
        let outdated = OutdatedSyntax::new(&grammar.outdated, &mut builder);
        let symbols = Symbols::of(&checked.language, &mut builder.names);
        Ok(Self {
            names: grammar.keyword_names.clone(),
            arena: Arena::new(),
            reading: Reading {
                builder,
                gaps,
                ranges,
                outdated,
                symbols,
                uses_cursor: checked.uses_cursor,
            },
            grammar: checked,
        })
    }

    pub fn names_mut(&mut self) -> &mut NameTable {
        &mut self.reading.builder.names
    }

    pub fn parse(&mut self, source: &str, stop: ShouldStop<'_>) -> Parsed {
        let Self {
            grammar,
            names,
            arena,
            reading,
        } = self;
        let written = if names.is_empty() {
            Cow::Borrowed(source)
        } else {
            names.masked(source)
        };
        let texts = Texts {
            written: &written,
            source,
        };
        let mut parser = TextParser::new(grammar);
        let plainly = arena.scope(|| reading.build_plainly(&mut parser, &texts, &mut *stop));
        let built = match plainly.transpose() {
            Some(built) => built,
            None => arena.scope(|| reading.build(&mut parser, &texts, &mut *stop)),
        };
        match built {
            Ok(errors) => Parsed::Tree { errors },
            Err(Stopped::ByCaller) => Parsed::Timeout,
            Err(Stopped::OutOfMemory) => Parsed::OutOfMemory,
        }
    }

    /// The tree of the last `parse`.
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
    fn build_plainly(
        &mut self,
        parser: &mut TextParser<'_>,
        texts: &Texts<'_>,
        stop: ShouldStop<'_>,
    ) -> Result<Option<Vec<ErrorSpan>>, Stopped> {
        let syntax = parser.parse_plainly(texts.written, stop)?;
        Ok(syntax.map(|syntax| self.read(syntax, texts.source)))
    }

    fn build(
        &mut self,
        parser: &mut TextParser<'_>,
        texts: &Texts<'_>,
        stop: ShouldStop<'_>,
    ) -> Result<Vec<ErrorSpan>, Stopped> {
        let syntax = parser.parse(texts.written, stop)?;
        Ok(self.read(syntax, texts.source))
    }

    fn read(&mut self, mut syntax: Syntax, source: &str) -> Vec<ErrorSpan> {
        self.builder.begin();
        self.gaps.begin();
        self.walk(&mut syntax, source);
        let mut errors = self.ranges.of(&self.builder);
        errors.extend(self.outdated.find(&self.builder));
        // The sort is stable.
        errors.sort_by_key(|error| error.start);
        self.builder.spread_broken();
        errors
    }

    fn walk(&mut self, syntax: &mut Syntax, source: &str) {
        let Syntax {
            tree,
            has_error,
            offsets,
        } = syntax;
        let positions = Positions {
            has_error: *has_error,
            offsets,
        };
        let mut walk = match tree {
            SyntaxTree::Plain(tree) => Nodes::of_plain(tree),
            SyntaxTree::Full(tree) => Nodes::of(tree, self.uses_cursor),
        };
        let root = walk.root();
        let mut last = Written {
            node: self.write(&root, &positions, source),
            depth: root.depth,
        };
        loop {
            let nodes = walk.next_nodes();
            if nodes.is_empty() {
                break;
            }
            for read in nodes {
                self.go_on(&last, read.depth, source);
                last = Written {
                    node: self.write(read, &positions, source),
                    depth: read.depth,
                };
            }
        }
        self.go_on(&last, 0, source);
    }

    /// Continues at a node of another depth, or at the end.
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

    fn write(&mut self, read: &WalkedNode, positions: &Positions<'_>, source: &str) -> NodeId {
        let is_missing = positions.has_error && read.is_missing();
        let kind = self.symbols.kind(read.symbol);
        let field = self.symbols.fields[usize::from(read.field)];
        let start = positions.offsets.byte(read.start);
        let end = positions.offsets.byte(read.end);
        self.gaps.before(&mut self.builder, source, start);
        let node = self.builder.push(kind, field, start, end, self.gaps.above());
        self.gaps.written(end);
        if read.symbol == Symbols::ERROR || is_missing {
            self.builder.mark_broken(node);
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
