//! Reads what a file takes in (and, where that is written in a language's own way, what it gives out). Readers are the
//! only part behind the adapters that knows node kinds: how a specifier is put together differs too much for data.

mod bash;
mod bash_script_path;
mod bash_variables;
mod estree;
mod estree_bindings;
mod estree_exports;
mod estree_literals;
mod php;
mod python;

use std::borrow::Cow;

use super::cut::cut;
use super::exports::Exports;
use super::names::NameReader;
use super::positions::Positions;
use super::scope::Scope;
use crate::parse::facts::{ImportFacts, ImportPhase, ImportedName, Lookup};
use crate::parse::flat_tree::NodeId;

/// A reader by the name that language data gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderKind {
    Bash,
    Estree,
    Php,
    Python,
}

impl ReaderKind {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "bash" => Some(Self::Bash),
            "estree" => Some(Self::Estree),
            "php" => Some(Self::Php),
            "python" => Some(Self::Python),
            _ => None,
        }
    }
}

/// A reader for one file.
pub enum ImportReader<'a> {
    Bash(bash::Variables<'a>),
    Estree(estree_exports::Chain),
    Php,
    Python(python::AllNames),
}

impl<'a> ImportReader<'a> {
    pub fn new(kind: ReaderKind) -> Self {
        match kind {
            ReaderKind::Bash => Self::Bash(bash::Variables::default()),
            ReaderKind::Estree => Self::Estree(estree_exports::Chain::default()),
            ReaderKind::Php => Self::Php,
            ReaderKind::Python => Self::Python(python::AllNames::default()),
        }
    }

    /// Whether the node is an import, so that it is no call.
    pub fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        match self {
            Self::Bash(variables) => bash::read(context, variables, node, scope),
            Self::Estree(chain) => estree::read(context, chain, node, scope),
            Self::Php => php::read(context, node, scope),
            Self::Python(all) => python::read(context, all, node, scope),
        }
    }
}

/// What readers work with.
pub struct ReaderContext<'a, 'c> {
    pub names: NameReader<'a>,
    pub positions: &'a Positions,
    pub exports: &'c mut Exports,
    pub imports: &'c mut Vec<ImportFacts>,
}

pub struct FoundImport<'a> {
    pub specifier: Cow<'a, str>,
    pub names: Vec<ImportedName>,
    pub target: Target<'a>,
    pub reexport: bool,
    /// Overrides the phase that follows from the scope.
    pub phase: Option<ImportPhase>,
}

/// What to look up and how.
pub type Target<'a> = (Lookup, Cow<'a, str>);

pub const DYNAMIC: Target<'static> = (Lookup::Dynamic, Cow::Borrowed(""));

impl ReaderContext<'_, '_> {
    /// `node`: where it is written.
    pub fn add(&mut self, node: NodeId, scope: &Scope, found: FoundImport<'_>) {
        let (lookup, target) = found.target;
        self.imports.push(ImportFacts {
            specifier: cut(found.specifier).into(),
            names: found.names,
            line: self.positions.line(self.names.nodes.tree.node(node).start),
            conditional: scope.is_conditional(node),
            phase: found.phase.unwrap_or_else(|| phase_in(scope, node)),
            lookup,
            reexport: found.reexport,
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

/// An imported name and what it is called here, told only when that differs.
pub fn imported(name: &str, local: Option<&str>) -> ImportedName {
    let alias = local.filter(|&local| local != name);
    ImportedName {
        name: name.into(),
        alias: alias.map(Into::into),
    }
}
