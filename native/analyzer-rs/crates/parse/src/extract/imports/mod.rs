//! Reads the imports of a file and, for languages with an own syntax for them, its exports. Readers are the only code
//! after the adapters that refers to node kinds, because languages compose specifiers too differently for data.

mod bash;
pub mod bash_script_path;
mod bash_variables;
mod context;
mod estree;
mod estree_bindings;
mod estree_exports;
mod estree_literals;
mod php;
mod php_references;
mod python;
pub mod reader_kind;

pub use context::ReaderContext;
use context::{DYNAMIC, FoundImport, Target, imported};
use reader_kind::ReaderKind;

use super::scope::Scope;
use syntax::flat_tree::NodeId;

/// A reader for one file.
pub enum ImportReader<'a> {
    Bash(bash::Variables<'a>),
    Estree(estree_exports::Chain),
    Php(php_references::PhpReferences),
    Python(python::AllNames),
}

impl<'a> ImportReader<'a> {
    pub fn new(kind: ReaderKind) -> Self {
        match kind {
            ReaderKind::Bash => Self::Bash(bash::Variables::default()),
            ReaderKind::Estree => Self::Estree(estree_exports::Chain::default()),
            ReaderKind::Php => Self::Php(php_references::PhpReferences::default()),
            ReaderKind::Python => Self::Python(python::AllNames::default()),
        }
    }

    /// Returns whether the node is an import, which is not a call.
    pub fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        match self {
            Self::Bash(variables) => bash::read(context, variables, node, scope),
            Self::Estree(chain) => estree::read(context, chain, node, scope),
            Self::Php(references) => php::read(context, references, node, scope),
            Self::Python(all) => python::read(context, all, node, scope),
        }
    }
}
