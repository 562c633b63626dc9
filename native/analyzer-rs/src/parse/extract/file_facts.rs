//! Everything of a file's facts: what its tree says, and the fingerprints of what it declares.

use super::compile::{CompiledFacts, compile_facts};
use super::declarations::Declaration;
use super::facts_pass::{Collected, ExtractedFacts, extract_facts};
use super::fingerprint::{Fingerprints, OwnNames, own_references, token_record};
use super::positions::Positions;
use super::roles::Roles;
use super::stream::Stream;
use super::stream_rules::{StreamRules, compile_stream};
use crate::parse::adapters::json_text::quoted;
use crate::parse::facts::{DeclarationKind, FileFacts, TokenRecord};
use crate::parse::flat_tree::{FlatTree, NameTable, NodeId};
use crate::parse::languages::LanguageData;

/// Declarations inside more than this many others have no fingerprint. Each fingerprint reads all that is inside, so
/// without a bound a file that is nothing but nesting would cost the square of its size.
const DEEPEST: u32 = 200;

pub struct FileFactsReader {
    facts: CompiledFacts,
    pub rules: StreamRules,
    pub stream: Stream,
    pub fingerprints: Fingerprints,
    collected: Collected,
    positions: Positions,
    /// Hand out the file's grams too.
    pub grams: bool,
}

impl FileFactsReader {
    /// An error when the data does not fit.
    pub fn new(data: &LanguageData, names: &mut NameTable) -> Result<Self, String> {
        Ok(Self {
            rules: compile_stream(&data.stream, names)?,
            facts: compile_facts(&data.facts, names)?,
            stream: Stream::default(),
            fingerprints: Fingerprints::new(&data.parser, &data.id),
            collected: Collected::default(),
            positions: Positions::default(),
            grams: false,
        })
    }

    pub fn read(&mut self, tree: FlatTree<'_>, tokens: bool) -> FileFacts {
        let mut positions = std::mem::take(&mut self.positions);
        positions.read(tree.source);
        let mut collected = std::mem::take(&mut self.collected);
        collected.clear();
        let ExtractedFacts { imports, exports } = extract_facts(tree, &self.facts, &positions, &mut collected);
        let declarations = &mut collected.declarations;
        let mut roots: Vec<NodeId> = declarations
            .iter()
            .map(|declaration| declaration.node)
            .chain([0])
            .collect();
        roots.sort_unstable();
        roots.dedup();
        self.stream.run(&self.rules, tree, &roots, tokens);
        let depths = nesting(declarations);
        let mut records = Vec::new();
        let mut completed = Vec::with_capacity(declarations.len());
        for (mut declaration, depth) in declarations.drain(..).zip(depths) {
            let mut record = None;
            if let Some(span) = self.stream.span_of(declaration.node) {
                declaration.facts.nodes = self.stream.spans[span].nodes;
                let is_written = !self.stream.spans[span].bytes.is_empty();
                if is_written && !tree.is_broken(declaration.range) && depth <= DEEPEST {
                    record = self.print(tree, &mut declaration, span, tokens.then_some(&positions));
                }
            }
            if tokens {
                records.push(record);
            }
            completed.push(declaration.facts);
        }
        let tree_hash = match self.stream.span_of(0) {
            Some(file) => self.fingerprints.tree(&self.stream, &self.stream.spans[file]),
            None => [0; 32],
        };
        let tokens = tokens.then_some(records);
        let facts = FileFacts {
            tree_hash,
            errors: None,
            declarations: completed,
            imports,
            exports,
            // Copies take no more than they hold: facts are held until all files are read.
            calls: collected.calls.clone(),
            control: collected.control.clone(),
            tokens,
            grams: self.grams.then(|| self.fingerprints.grams(&self.stream)),
        };
        self.collected = collected;
        self.positions = positions;
        facts
    }

    /// Adds the fingerprints to the facts. Returns the token record, where positions are given for one.
    fn print(
        &mut self,
        tree: FlatTree<'_>,
        declaration: &mut Declaration,
        span: usize,
        positions: Option<&Positions>,
    ) -> Option<TokenRecord> {
        let span = &self.stream.spans[span];
        if !matches!(
            declaration.facts.kind,
            DeclarationKind::Function | DeclarationKind::Method
        ) {
            declaration.facts.tree_hash = Some(self.fingerprints.tree(&self.stream, span));
            return None;
        }
        if !declaration.has_body {
            return None;
        }
        let own = self.own_names(tree, declaration);
        let roles = Roles {
            rules: &self.rules,
            tree,
        };
        let own = own_references(&self.stream, roles, span, &own);
        declaration.facts.function = Some(self.fingerprints.of(&self.stream, span, &own));
        positions.map(|positions| token_record(&self.stream, roles, span, &own, positions))
    }

    /// The declared name, and that of a named function expression.
    fn own_names(&self, tree: FlatTree<'_>, declaration: &Declaration) -> OwnNames {
        let field = self.rules.name_fields.get(tree.kind(declaration.node));
        let children = tree.children(declaration.node);
        let named = children.filter(|&child| Some(&tree.field(child)) == field);
        let names = std::iter::once(declaration.bare.as_str()).chain(named.map(|child| tree.written(child)));
        OwnNames {
            spellings: names.filter_map(|name| self.spelling_of(name)).collect(),
            is_method: declaration.facts.kind == DeclarationKind::Method,
        }
    }

    /// The stream of ESTree has names as JSON texts.
    fn spelling_of(&self, name: &str) -> Option<u32> {
        let Stream { identifiers, bytes, .. } = &self.stream;
        if self.rules.fields {
            identifiers.spelling_of(bytes, quoted(name).as_bytes())
        } else {
            identifiers.spelling_of(bytes, name.as_bytes())
        }
    }
}

/// How many declarations each one lies in; outer ones come first.
fn nesting(declarations: &[Declaration]) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(declarations.len());
    for declaration in declarations {
        let around = usize::try_from(declaration.facts.within)
            .ok()
            .and_then(|within| depths.get(within));
        depths.push(around.map_or(0, |depth| depth + 1));
    }
    depths
}
