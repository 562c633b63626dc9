//! `source file` and `. file`, where the path is literal, starts with a variable of a literal value, is computed from the
//! path of the script, or is named in a directive of ShellCheck. Of a word that starts with another expansion, the path after
//! it is known; other words that the shell expands are unknown before it runs.

use std::cell::OnceCell;

use super::bash_constants::constant_word;
use super::bash_folders::{Folder, working_folders};
use super::bash_script_path::{ScriptPath, ScriptPaths};
use super::bash_suffixes::suffix_word;
use super::bash_variables::{Assignments, only_assignments};
use super::bash_words::literal_word;
use super::shellcheck::source_directive;
use super::{DYNAMIC, FoundImport, ImportReader, ReaderContext, Target};
use crate::extract::nodes::Nodes;
use crate::extract::scope::Scope;
use crate::facts::Lookup;
use rustc_hash::FxHashMap;
use syntax::flat_tree::NodeId;

/// Computed on first use.
#[derive(Default)]
pub struct BashImports<'a> {
    assignments: OnceCell<Assignments<'a>>,
    /// The working directories of `source` and `.`; none if no command changes it.
    folders: OnceCell<Option<FxHashMap<NodeId, Folder>>>,
}

impl<'a> ImportReader<'a> for BashImports<'a> {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        let nodes = context.names.nodes;
        let command = nodes.field(node, "name").and_then(|name| context.names.simple(name));
        if !matches!(command.as_deref(), Some("source" | ".")) {
            return false;
        }
        let Some(argument) = nodes.field(node, "argument") else {
            return false;
        };
        let found = match literal_word(nodes, argument) {
            Some(path) => (path.clone().into(), self.path(nodes, node, path)),
            None => (
                nodes.text(argument),
                self.computed(nodes, node, nodes.tree.written(argument)),
            ),
        };
        let (specifier, target) = found;
        let is_unknown = matches!(target.0, Lookup::Dynamic | Lookup::Suffix);
        let directive = is_unknown.then(|| source_directive(nodes, node)).flatten();
        let target = directive.unwrap_or(target);
        context.add(
            node,
            scope,
            FoundImport {
                specifier,
                names: Vec::new(),
                target,
                reexport: false,
                phase: None,
            },
        );
        true
    }
}

impl<'a> BashImports<'a> {
    /// A literal path, from the working directory at this node.
    fn path(&self, nodes: Nodes<'a>, node: NodeId, literal: String) -> Target<'static> {
        if literal.is_empty() || literal.starts_with('/') {
            return (Lookup::Path, literal.into());
        }
        let assigned = |name: &str| self.assigned(nodes, name);
        let paths = ScriptPaths { assigned: &assigned };
        let Some(folders) = self.folders.get_or_init(|| working_folders(nodes, &paths, &assigned)) else {
            return (Lookup::Path, literal.into());
        };
        match folders.get(&node) {
            Some(Some(folder)) if folder.starts_with('/') => (Lookup::Directory, (folder.clone() + &literal).into()),
            Some(Some(folder)) => (Lookup::Path, (folder.clone() + &literal).into()),
            _ => (Lookup::Dynamic, literal.into()),
        }
    }

    /// The path of a word that starts with the folder of the script, with a variable of a literal value, or with another expansion.
    fn computed(&self, nodes: Nodes<'a>, node: NodeId, word: &'a str) -> Target<'static> {
        let assigned = |name: &str| self.assigned(nodes, name);
        match (ScriptPaths { assigned: &assigned }).word(word) {
            Some(ScriptPath::Folder(path)) if !path.is_empty() => (Lookup::Directory, path.into()),
            Some(_) => DYNAMIC,
            None => match constant_word(word, &assigned) {
                Some(path) => self.path(nodes, node, path),
                None => suffix_word(word, &assigned).map_or(DYNAMIC, |suffix| (Lookup::Suffix, suffix.into())),
            },
        }
    }

    fn assigned(&self, nodes: Nodes<'a>, name: &str) -> Option<&'a str> {
        self.assignments
            .get_or_init(|| only_assignments(nodes))
            .get(name)
            .copied()
    }
}
