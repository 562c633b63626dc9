//! Decides which declarations are exported. This is known only at the end of a file, since a list of exports may
//! follow the declarations; until then each declaration refers to a root, the outermost name that it belongs to.

use compact_str::CompactString;
use rustc_hash::{FxHashMap, FxHashSet};

use super::compile::CompiledFacts;
use super::nodes::Nodes;
use super::scope::{ExportRoot, Scope};
use crate::facts::{ExportFacts, ImportFacts};
use syntax::flat_tree::NodeId;

struct Root {
    /// First segment of the name.
    name: CompactString,
    space: u32,
    exported: bool,
}

/// A table with more names is freed after use.
const RETAINED_NAMES: usize = 1 << 8;

#[derive(Default)]
pub struct Exports {
    roots: Vec<Root>,
    listed: FxHashSet<(u32, CompactString)>,
    /// In order of position.
    renamed: Vec<ExportFacts>,
    known: FxHashSet<(CompactString, CompactString)>,
    only: Option<FxHashMap<String, NodeId>>,
}

impl Exports {
    /// Called before the next file. Growing new tables for each file costs more than filling them, but a large table
    /// takes long to clear.
    pub fn clear(&mut self) {
        if self.listed.capacity().max(self.known.capacity()) > RETAINED_NAMES {
            *self = Self::default();
        }
        self.roots.clear();
        self.listed.clear();
        self.renamed.clear();
        self.known.clear();
        self.only = None;
    }

    /// A list exports a variable.
    pub fn list(&mut self, scope: &Scope, name: &str) {
        self.listed.insert((scope.space, name.into()));
    }

    /// The file exports a variable or declaration under a name.
    pub fn rename(&mut self, name: &str, local: &str) {
        if self.known.insert((name.into(), local.into())) {
            self.renamed.push(ExportFacts {
                name: name.into(),
                local: local.into(),
            });
        }
    }

    /// Exports under another name, and imported names under the same, in order of position; leaves none here.
    pub fn take_renamed(&mut self, imports: &[ImportFacts]) -> Vec<ExportFacts> {
        let mut all = std::mem::take(&mut self.renamed);
        if all.iter().any(|it| it.name == it.local) {
            let names = imports.iter().flat_map(|import| &import.names);
            let imported: FxHashSet<&str> = names.map(|it| it.alias.as_ref().unwrap_or(&it.name).as_str()).collect();
            all.retain(|it| it.name != it.local || imported.contains(it.local.as_str()));
            all.shrink_to_fit();
        }
        all
    }

    /// The file exports only these names (`__all__`), each with the node that lists it; `None` removes that limit.
    pub fn only(&mut self, names: Option<FxHashMap<String, NodeId>>) {
        self.only = names;
    }

    /// The names of `only` with their nodes, in order of position.
    pub fn all(&self) -> Vec<(&str, NodeId)> {
        let names = self.only.iter().flatten();
        let mut all: Vec<(&str, NodeId)> = names.map(|(name, node)| (name.as_str(), *node)).collect();
        all.sort_unstable_by_key(|(_, node)| *node);
        all
    }

    /// The root of a declaration. `name`: the first part of the declared name; `is_single`: it has no other part;
    /// `exported`: whether its position exports it; `hidden`: whether it is private.
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
            name: name.into(),
            space: scope.space,
            exported: exported || by_default,
        });
        ExportRoot::At(self.roots.len() as u32 - 1)
    }

    pub fn is_exported(&self, root: ExportRoot) -> bool {
        let ExportRoot::At(index) = root else { return false };
        let root = &self.roots[index as usize];
        match &self.only {
            Some(only) => root.space == 0 && only.contains_key(root.name.as_str()),
            None => root.exported || self.listed.contains(&(root.space, root.name.clone())),
        }
    }
}

/// Whether the node is in an export statement, with only permitted nodes between.
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
    if !rules.private_starts.is_empty() && nodes.text(declaration).starts_with(&rules.private_starts) {
        return true;
    }
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

/// Whether a dotted name is an object whose members are exported (`module.exports`), or starts with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportPath {
    Object,
    Member,
}

pub fn export_path<T: AsRef<str>>(path: &[T], objects: &[String]) -> Option<ExportPath> {
    if objects.is_empty() {
        return None;
    }
    let dotted = joined(path);
    if objects.iter().any(|object| *object == dotted) {
        return Some(ExportPath::Object);
    }
    let is_member = |object: &String| {
        dotted
            .strip_prefix(object.as_str())
            .is_some_and(|rest| rest.starts_with('.'))
    };
    objects.iter().any(is_member).then_some(ExportPath::Member)
}

/// A path with dots between its parts.
pub fn joined<T: AsRef<str>>(path: &[T]) -> CompactString {
    let mut dotted = CompactString::with_capacity(joined_length(path));
    join_into(&mut dotted, path);
    dotted
}

/// Bytes of a path with dots between its parts.
pub fn joined_length<T: AsRef<str>>(path: &[T]) -> usize {
    path.iter()
        .map(|name| name.as_ref().len() + 1)
        .sum::<usize>()
        .saturating_sub(1)
}

/// Beyond the end of the string.
pub fn join_into<'p, T: AsRef<str>>(dotted: &mut impl Extend<&'p str>, path: &'p [T]) {
    for (at, name) in path.iter().enumerate() {
        if at > 0 {
            dotted.extend(["."]);
        }
        dotted.extend([name.as_ref()]);
    }
}
