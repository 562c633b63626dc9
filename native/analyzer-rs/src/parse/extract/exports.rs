//! Decides which declarations are exported. That is known only at the end of a file, since a list of exports may stand
//! behind what it names; so each declaration points to a root, the outermost name it belongs to.

use rustc_hash::FxHashSet;

use super::compile::CompiledFacts;
use super::nodes::Nodes;
use super::scope::{ExportRoot, Scope};
use crate::parse::facts::ExportFacts;
use crate::parse::flat_tree::NodeId;

struct Root {
    /// First segment of the name.
    name: String,
    space: u32,
    exported: bool,
}

#[derive(Default)]
pub struct Exports {
    roots: Vec<Root>,
    listed: FxHashSet<(u32, String)>,
    /// In order of position.
    pub renamed: Vec<ExportFacts>,
    known: FxHashSet<(String, String)>,
    only: Option<FxHashSet<String>>,
}

impl Exports {
    /// A list says that a variable is exported.
    pub fn list(&mut self, scope: &Scope, name: &str) {
        self.listed.insert((scope.space, name.to_owned()));
    }

    /// The file exports a variable or declaration under another name.
    pub fn rename(&mut self, name: &str, local: &str) {
        if self.known.insert((name.to_owned(), local.to_owned())) {
            self.renamed.push(ExportFacts {
                name: name.into(),
                local: local.into(),
            });
        }
    }

    /// The file exports these names and no others (`__all__`); none takes that back.
    pub fn only(&mut self, names: Option<FxHashSet<String>>) {
        self.only = names;
    }

    /// The root to ask at the end. `name`: the first part of the declared name; `is_single`: it has no other;
    /// `exported`: whether it is exported where it stands; `hidden`: whether it is private.
    pub fn root(
        &mut self,
        language: &CompiledFacts,
        scope: &Scope,
        (name, is_single): (&str, bool),
        exported: bool,
        hidden: bool,
    ) -> ExportRoot {
        match scope.root {
            ExportRoot::Never => return ExportRoot::Never,
            ExportRoot::At(_) if hidden || (scope.closed && !exported) => return ExportRoot::Never,
            ExportRoot::At(_) => return scope.root,
            ExportRoot::Open => {}
        }
        let by_default = language.exports.all && scope.space == 0 && !hidden;
        if exported && is_single {
            self.list(scope, name);
        }
        self.roots.push(Root {
            name: name.to_owned(),
            space: scope.space,
            exported: exported || by_default,
        });
        ExportRoot::At(self.roots.len() as u32 - 1)
    }

    pub fn is_exported(&self, root: ExportRoot) -> bool {
        let ExportRoot::At(index) = root else { return false };
        let root = &self.roots[index as usize];
        match &self.only {
            Some(only) => root.space == 0 && only.contains(&root.name),
            None => root.exported || self.listed.contains(&(root.space, root.name.clone())),
        }
    }
}

/// Whether an export statement stands around the node, with nothing between that is not named for it.
pub fn is_exported_by_statement(nodes: Nodes<'_>, language: &CompiledFacts, node: NodeId) -> bool {
    let mut at = node;
    while let Some(parent) = nodes.tree.parent(at) {
        let Some(rules) = language.rules(nodes.tree.kind(parent)) else {
            return false;
        };
        if rules.exporting {
            return true;
        }
        if !rules.between {
            return false;
        }
        at = parent;
    }
    false
}

pub fn is_private(
    nodes: Nodes<'_>,
    language: &CompiledFacts,
    name: &str,
    declaration: NodeId,
    binding: Option<NodeId>,
) -> bool {
    let rules = &language.exports;
    let around = rules.private_unless_around.as_str();
    if !rules.private_prefix.is_empty() && name.starts_with(&rules.private_prefix) {
        let is_excepted = name.encode_utf16().count() > around.len() * 2
            && name.starts_with(around)
            && name.ends_with(around)
            && !around.is_empty();
        if !is_excepted {
            return true;
        }
    }
    let holds_on = |node| rules.private_when.iter().any(|test| nodes.holds(test, node));
    holds_on(declaration) || binding.is_some_and(holds_on)
}

/// Whether a dotted name is an object whose members are exported (`module.exports`), or begins with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportPlace {
    Object,
    Member,
}

pub fn export_place<T: AsRef<str>>(path: &[T], objects: &[String]) -> Option<ExportPlace> {
    if objects.is_empty() {
        return None;
    }
    let dotted = joined(path);
    if objects.contains(&dotted) {
        return Some(ExportPlace::Object);
    }
    let is_member = |object: &String| {
        dotted
            .strip_prefix(object.as_str())
            .is_some_and(|rest| rest.starts_with('.'))
    };
    objects.iter().any(is_member).then_some(ExportPlace::Member)
}

/// A path with dots between.
pub fn joined<T: AsRef<str>>(path: &[T]) -> String {
    let mut dotted = String::with_capacity(path.iter().map(|name| name.as_ref().len() + 1).sum());
    join_into(&mut dotted, path);
    dotted
}

/// Behind what the text holds.
pub fn join_into<T: AsRef<str>>(dotted: &mut String, path: &[T]) {
    for (at, name) in path.iter().enumerate() {
        if at > 0 {
            dotted.push('.');
        }
        dotted.push_str(name.as_ref());
    }
}
