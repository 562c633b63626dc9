//! The data that import readers share.

use std::borrow::Cow;

use crate::extract::cut::cut;
use crate::extract::exports::Exports;
use crate::extract::import_place::ImportPlace;
use crate::extract::names::NameReader;
use crate::extract::positions::Positions;
use crate::extract::scope::Scope;
use crate::facts::{ImportFacts, ImportPhase, ImportedName, Lookup};
use syntax::flat_tree::NodeId;

/// The input and output of a reader for one file.
pub struct ReaderContext<'a, 'c> {
    pub names: NameReader<'a>,
    pub positions: &'a Positions,
    pub exports: &'c mut Exports,
    pub imports: &'c mut Vec<ImportFacts>,
    /// Aligned with the imports.
    pub places: &'c mut Vec<ImportPlace>,
}

/// Reads the imports of one file, node after node.
pub trait ImportReader<'a> {
    /// Returns whether the node is an import, which is not a call.
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool;
}

pub struct FoundImport<'a> {
    pub specifier: Cow<'a, str>,
    pub names: Vec<ImportedName>,
    pub target: Target<'a>,
    pub reexport: bool,
    /// Overrides the phase that follows from the scope.
    pub phase: Option<ImportPhase>,
}

/// How to look up a target, and the target.
pub type Target<'a> = (Lookup, Cow<'a, str>);

pub const DYNAMIC: Target<'static> = (Lookup::Dynamic, Cow::Borrowed(""));

impl ReaderContext<'_, '_> {
    /// `node`: the import in the source.
    pub fn add(&mut self, node: NodeId, scope: &Scope, found: FoundImport<'_>) {
        let (lookup, target) = found.target;
        let first = found.names.first().filter(|_| !found.reexport);
        let bound = first
            .map(|it| it.alias.as_ref().unwrap_or(&it.name))
            .filter(|it| *it != "*");
        let bound = bound.cloned();
        self.places.push(ImportPlace { node, bound });
        self.imports.push(ImportFacts {
            specifier: cut(found.specifier).into(),
            names: found.names,
            line: self.positions.line(self.names.nodes.tree.node(node).start),
            conditional: scope.is_conditional(node),
            phase: found.phase.unwrap_or_else(|| phase_in(scope, node)),
            lookup,
            reexport: found.reexport,
            scope: None,
            inline_types: false,
            elided: false,
            target: target.into(),
        });
    }
}

fn phase_in(scope: &Scope, node: NodeId) -> ImportPhase {
    if scope.space != 0 {
        ImportPhase::Deferred
    } else if scope.is_conditional(node) {
        ImportPhase::Conditional
    } else {
        ImportPhase::Load
    }
}

/// An imported name, with its local name if that differs.
pub fn imported(name: &str, local: Option<&str>) -> ImportedName {
    let alias = local.filter(|&local| local != name);
    ImportedName {
        name: name.into(),
        alias: alias.map(Into::into),
    }
}
