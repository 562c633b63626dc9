//! The fingerprints of a file and its declarations.

use super::declarations::Declaration;
use super::digest::LongMessage;
use super::fingerprint::{Fingerprints, OwnNames, own_references, token_record, type_record};
use super::positions::Positions;
use super::roles::Roles;
use super::stream::{RootSpan, Stream};
use super::stream_rules::StreamRules;
use crate::facts::{DeclarationKind, Hash, TokenRecord};
use syntax::adapters::json_text::quoted;
use syntax::flat_tree::FlatTree;

pub struct FileFingerprints<'f> {
    rules: &'f StreamRules,
    tree: FlatTree<'f>,
    stream: &'f Stream,
    fingerprints: &'f mut Fingerprints,
    file: LongMessage<'f>,
}

impl<'f> FileFingerprints<'f> {
    /// `stream`: of the complete tree; the tree's root is the first of its roots.
    pub fn new(
        rules: &'f StreamRules,
        tree: FlatTree<'f>,
        stream: &'f Stream,
        fingerprints: &'f mut Fingerprints,
    ) -> Self {
        let file = fingerprints.file(stream, &stream.spans[0]);
        Self {
            rules,
            tree,
            stream,
            fingerprints,
            file,
        }
    }

    pub fn of_file(self) -> Hash {
        self.file.finish()
    }

    /// Adds the fingerprints to the facts. Returns the token record if `positions` are given.
    ///
    /// `members`: the functions in a type that have records of their own.
    pub fn add(
        &mut self,
        declaration: &mut Declaration,
        span: &RootSpan,
        members: &[&RootSpan],
        positions: Option<&Positions>,
    ) -> Option<TokenRecord> {
        let roles = Roles {
            rules: self.rules,
            tree: self.tree,
        };
        if !declaration.facts.kind.is_function() {
            declaration.facts.tree_hash = Some(self.fingerprints.class(self.stream, span, &mut self.file));
            return positions.map(|positions| type_record(self.stream, roles, span, members, positions));
        }
        declaration.body?;
        let own = self.own_names(declaration);
        let own = own_references(self.stream, roles, span, &own);
        declaration.facts.function = Some(self.fingerprints.function(self.stream, span, &own, &mut self.file));
        positions.map(|positions| token_record(self.stream, roles, span, &own, positions))
    }

    /// The declared name, and that of a named function expression.
    fn own_names(&self, declaration: &Declaration) -> OwnNames {
        let field = self.rules.name_fields.get(self.tree.kind(declaration.node));
        let children = self.tree.children(declaration.node);
        let named = children.filter(|&child| Some(&self.tree.field(child)) == field);
        let names = std::iter::once(declaration.bare.as_str()).chain(named.map(|child| self.tree.written(child)));
        OwnNames {
            spellings: names.filter_map(|name| self.spelling_of(name)).collect(),
            is_method: declaration.facts.kind == DeclarationKind::Method,
        }
    }

    /// The stream of ESTree has names as JSON strings.
    fn spelling_of(&self, name: &str) -> Option<u32> {
        let Stream { identifiers, bytes, .. } = self.stream;
        if self.rules.fields {
            identifiers.spelling_of(bytes, quoted(name).as_bytes())
        } else {
            identifiers.spelling_of(bytes, name.as_bytes())
        }
    }
}
