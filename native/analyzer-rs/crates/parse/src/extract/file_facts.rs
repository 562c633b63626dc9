//! The facts of a file: those of its tree, and the fingerprints of its declarations.

use super::compile::{CompiledFacts, compile_facts};
use super::declarations::{CallbackNode, Declaration};
use super::elements::element_reader::{ComparedBody, ElementNodes, ElementReader};
use super::facts_data::unknown;
use super::facts_pass::{Collected, ExtractedFacts, PassOptions, extract_facts};
use super::file_fingerprints::FileFingerprints;
use super::fingerprint::Fingerprints;
use super::imports::open_reader;
use super::nodes::Nodes;
use super::positions::Positions;
use super::stream::{RootSpan, Stream};
use super::stream_rules::{StreamRules, compile_stream};
use super::syntax_tree::syntax_tree;
use crate::facts::{FileFacts, Within};
use crate::languages::LanguageData;
use rustc_hash::FxHashMap;
use syntax::flat_tree::{FlatTree, NameTable, NodeId};
use syntax::reuse::empty;

/// Declarations nested deeper than this have no fingerprint. Each fingerprint reads all content of the declaration,
/// so the limit prevents quadratic time for deeply nested files.
const DEEPEST: u32 = 200;

/// The same for callbacks that are compared.
const DEEPEST_CALLBACK: usize = 64;

pub struct FileFactsReader {
    facts: CompiledFacts,
    pub rules: StreamRules,
    pub stream: Stream,
    pub fingerprints: Fingerprints,
    collected: Collected,
    positions: Positions,
    /// The nodes of declarations and of the file, in order.
    roots: Vec<NodeId>,
    /// Number of declarations around each.
    depths: Vec<u32>,
    /// Return the file's n-grams too.
    pub grams: bool,
    /// Include the file's element block.
    pub elements: bool,
    /// Read only the file's syntax tree and imports.
    pub tree: bool,
    /// Leave out uses of names.
    pub without_uses: bool,
    /// Imports without a value that the file uses are left out by the compiler.
    pub elides: bool,
    element_reader: ElementReader,
}

impl FileFactsReader {
    /// Fails if the data is invalid.
    pub fn new(data: &LanguageData, names: &mut NameTable) -> Result<Self, String> {
        if open_reader(&data.facts.imports.reader).is_none() {
            return Err(unknown(&data.facts.imports.reader));
        }
        // Before the facts: their data distinguishes tokens from other kinds when all kinds are known.
        let element_reader = ElementReader::new(&data.copies, names);
        Ok(Self {
            rules: compile_stream(&data.stream, names)?,
            facts: compile_facts(&data.facts, names)?,
            stream: Stream::default(),
            fingerprints: Fingerprints::new(&data.parser, &data.id),
            collected: Collected::default(),
            positions: Positions::default(),
            roots: Vec::new(),
            depths: Vec::new(),
            grams: false,
            elements: false,
            tree: false,
            without_uses: false,
            elides: false,
            element_reader,
        })
    }

    pub fn read(&mut self, tree: FlatTree<'_>, tokens: bool) -> FileFacts {
        let mut positions = std::mem::take(&mut self.positions);
        positions.read(tree.source);
        let mut collected = std::mem::take(&mut self.collected);
        collected.clear();
        let ExtractedFacts {
            imports,
            exports,
            objects,
            scoped_calls,
            references,
            references_truncated,
            ignore_comments,
        } = extract_facts(
            tree,
            &self.facts,
            &positions,
            &mut collected,
            PassOptions {
                without_uses: self.without_uses || self.tree,
                elides: self.elides,
            },
        );
        if self.tree {
            self.collected = collected;
            self.positions = positions;
            self.stream.run(&self.rules, tree, &[0], true, None);
            return FileFacts {
                imports,
                tree: Some(syntax_tree(tree, &self.stream, &self.rules, &self.facts).into()),
                ..FileFacts::default()
            };
        }
        let declarations = &mut collected.declarations;
        empty(&mut self.roots);
        self.roots.push(0);
        self.roots
            .extend(declarations.iter().map(|declaration| declaration.node));
        self.roots.sort_unstable();
        self.roots.dedup();
        nesting(declarations, &mut self.depths);
        let mut compared = ElementNodes::default();
        if self.elements {
            compared = ElementNodes {
                bodies: compared_bodies(tree, declarations, &self.depths),
                callbacks: compared_callbacks(tree, &collected.callbacks),
                functions: function_nodes(declarations),
            };
            self.stream.regions.begin(compared.nodes());
        }
        let units = self.elements.then_some(&self.element_reader.rules);
        self.stream.run(&self.rules, tree, &self.roots, tokens, units);
        let mut file_hashes = FileFingerprints::new(&self.rules, tree, &self.stream, &mut self.fingerprints);
        let mut records = Vec::new();
        let printed = printed_spans(&self.stream, tree, declarations, &self.depths);
        let members = if tokens {
            member_spans(declarations, &printed)
        } else {
            FxHashMap::default()
        };
        let mut completed = Vec::with_capacity(declarations.len());
        for ((index, mut declaration), span) in (0..).zip(declarations.drain(..)).zip(printed) {
            if let Some(span) = self.stream.span_of(declaration.node) {
                declaration.facts.nodes = span.nodes;
            }
            let record = span.and_then(|span| {
                let members = members.get(&index).map_or(&[][..], Vec::as_slice);
                file_hashes.add(&mut declaration, span, members, tokens.then_some(&positions))
            });
            if tokens {
                records.push(record);
            }
            completed.push(declaration.facts);
        }
        let tree_hash = file_hashes.of_file();
        // Before elements, which take as much.
        self.fingerprints.release();
        let tokens = tokens.then_some(records);
        let facts = FileFacts {
            tree_hash,
            errors: None,
            declarations: completed,
            imports,
            exports,
            // Without spare capacity, because facts are stored until all files are read.
            calls: collected.calls.clone().into(),
            objects,
            scoped_calls,
            references,
            references_truncated,
            control: collected.control.clone().into(),
            ignore_comments,
            embedded: Vec::new(),
            tokens,
            grams: self.grams.then(|| self.fingerprints.grams(&self.stream)),
            elements: self.elements.then(|| {
                let nodes = Nodes::new(tree, &self.facts.noise);
                let block = self
                    .element_reader
                    .read(nodes, &self.rules, &mut self.stream, &compared, &positions);
                block.into()
            }),
            tree: None,
        };
        self.collected = collected;
        self.positions = positions;
        facts
    }
}

/// The bodies of declarations without a syntax error.
fn compared_bodies(tree: FlatTree<'_>, declarations: &[Declaration], depths: &[u32]) -> Vec<ComparedBody> {
    let all = (0..).zip(declarations).zip(depths);
    let compared = all.filter(|((_, it), depth)| !tree.is_broken(it.range) && **depth <= DEEPEST);
    compared
        .filter_map(|((declaration, it), _)| it.body.map(|body| ComparedBody { declaration, body }))
        .collect()
}

/// Callbacks without a syntax error that are not in too many others: each is compared with all that is inside.
fn compared_callbacks(tree: FlatTree<'_>, callbacks: &[CallbackNode]) -> Vec<CallbackNode> {
    let mut around: Vec<NodeId> = Vec::new();
    let mut compared = Vec::new();
    for it in callbacks {
        while around.pop_if(|end| *end <= it.node).is_some() {}
        around.push(tree.end_of(it.node));
        if !tree.is_broken(it.node) && around.len() <= DEEPEST_CALLBACK {
            compared.push(*it);
        }
    }
    compared
}

/// The spans of the declarations that have fingerprints.
fn printed_spans<'s>(
    stream: &'s Stream,
    tree: FlatTree<'_>,
    declarations: &[Declaration],
    depths: &[u32],
) -> Vec<Option<&'s RootSpan>> {
    let spans = declarations.iter().zip(depths).map(|(declaration, &depth)| {
        let span = stream.span_of(declaration.node)?;
        let is_printed = !span.bytes.is_empty() && !tree.is_broken(declaration.range) && depth <= DEEPEST;
        is_printed.then_some(span)
    });
    spans.collect()
}

/// The functions directly in each declaration that have token records, in order.
fn member_spans<'s>(
    declarations: &[Declaration],
    printed: &[Option<&'s RootSpan>],
) -> FxHashMap<Within, Vec<&'s RootSpan>> {
    let mut members: FxHashMap<Within, Vec<&RootSpan>> = FxHashMap::default();
    for (declaration, span) in declarations.iter().zip(printed) {
        if let Some(span) = span
            && declaration.body.is_some()
            && declaration.facts.kind.is_function()
        {
            members.entry(declaration.facts.within).or_default().push(span);
        }
    }
    members
}

/// Nodes that contain a function, with and without its name.
fn function_nodes(declarations: &[Declaration]) -> Vec<NodeId> {
    let functions = declarations.iter().filter(|it| it.facts.kind.is_function());
    functions.flat_map(|it| [it.node, it.range]).collect()
}

/// Outer ones first.
fn nesting(declarations: &[Declaration], depths: &mut Vec<u32>) {
    empty(depths);
    for declaration in declarations {
        let around = usize::try_from(declaration.facts.within)
            .ok()
            .and_then(|within| depths.get(within));
        depths.push(around.map_or(0, |depth| depth + 1));
    }
}
