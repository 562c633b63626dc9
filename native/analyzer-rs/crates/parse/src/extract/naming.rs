//! Chooses between the name from a binding and a node's own name.

use std::rc::Rc;

use compact_str::CompactString;
use smallvec::smallvec;

use super::bindings::{Binding, BindingReader};
use super::cut::{LONGEST, scalar_count};
use super::exports::ExportPath;
use super::names::{ELSE, NameReader, Path};
use super::nodes::Selector;
use super::rules::{ContainerRule, DeclarationRule};
use super::scope::Root;
use syntax::flat_tree::NodeId;

/// The name of a declaration or container, and its source.
pub struct Named<'a> {
    pub path: Path<'a>,
    /// The last part as in the source; it shows whether the name is private.
    pub bare: CompactString,
    /// The node that contains the name; `None` if it is the declaration's own.
    pub binding: Option<Binding<'a>>,
    /// Assigned to an object whose members are exported, or to that object itself.
    pub exported: bool,
    pub root: Root,
}

#[derive(Clone, Copy)]
pub struct NameGiver<'a> {
    pub names: NameReader<'a>,
}

impl<'a> NameGiver<'a> {
    /// `const f = function g` is `f`; but a default export, also `module.exports`, has its own name first.
    pub fn declaration(&self, node: NodeId, rule: &DeclarationRule) -> Option<Named<'a>> {
        let binding = BindingReader { names: self.names }.of(node);
        let is_weak = binding
            .as_ref()
            .is_some_and(|binding| binding.rule.weak || binding.exported == Some(ExportPath::Object));
        if !is_weak && let Some(binding) = binding {
            return Some(from_binding(binding));
        }
        match self.own(node, rule.name.as_ref()) {
            Some(own) => {
                let exported = binding.is_some_and(|binding| binding.exported.is_some());
                Some(Named { exported, ..own })
            }
            None => binding.map(from_binding),
        }
    }

    pub fn container(&self, node: NodeId, rule: &ContainerRule) -> Option<Named<'a>> {
        match &rule.name {
            None => BindingReader { names: self.names }.of(node).map(from_binding),
            name => self.own(node, name.as_ref()),
        }
    }

    /// The node's own name, which may be dotted.
    fn own(&self, node: NodeId, name: Option<&Selector>) -> Option<Named<'a>> {
        let name = self.names.nodes.select(node, name?)?;
        let (path, root) = match self.names.simple(name) {
            Some(simple) => (smallvec![simple], Root::Node(name)),
            None => (self.names.path(Some(name), true), Root::Known),
        };
        let bare = CompactString::from(path.last().map_or(ELSE, |last| last));
        (bare != ELSE).then_some(Named {
            path,
            bare,
            binding: None,
            exported: false,
            root,
        })
    }
}

fn from_binding(mut binding: Binding<'_>) -> Named<'_> {
    Named {
        path: std::mem::take(&mut binding.path),
        bare: std::mem::take(&mut binding.bare),
        exported: binding.exported.is_some(),
        root: binding.root,
        binding: Some(binding),
    }
}

/// The prefix of the names inside. `…` replaces an enclosing name that is too long: otherwise names of deeply nested
/// declarations would grow with the square of their depth.
pub fn prefix_of(qualified: &str, separator: &str) -> Rc<str> {
    let is_long = qualified.len() > LONGEST && scalar_count(qualified) > LONGEST;
    [if is_long { ELSE } else { qualified }, separator].concat().into()
}
