//! Finds the name that a variable, an assignment, a property or the like gives to a function, class or object in it.

use compact_str::CompactString;
use smallvec::smallvec;

use super::exports::{ExportPath, export_path};
use super::names::{ELSE, NameReader, Path};
use super::rules::{BindingRule, NameRule};
use super::scope::Root;
use syntax::flat_tree::NodeId;

/// The node that names a value.
pub struct Binding<'a> {
    pub rule: &'a BindingRule,
    /// The node that contains the name and the value.
    pub node: NodeId,
    /// The dotted name, not empty.
    pub path: Path<'a>,
    /// Its last part as in the source, without `get` or `set`.
    pub bare: CompactString,
    /// Directly on an object whose members are exported, or that object itself.
    pub exported: Option<ExportPath>,
    /// Added to a class from outside.
    pub prototype: bool,
    pub root: Root,
}

#[derive(Clone, Copy)]
pub struct BindingReader<'a> {
    pub names: NameReader<'a>,
}

impl<'a> BindingReader<'a> {
    pub fn of(&self, value: NodeId) -> Option<Binding<'a>> {
        let NameReader { nodes, language } = self.names;
        let mut child = value;
        loop {
            let node = nodes.tree.parent(child)?;
            let rules = language.rules(nodes.tree.kind(node))?;
            if let Some(binding) = &rules.binding {
                return self.bound(node, child, binding);
            }
            let Some(NameRule::Through(inner)) = &rules.name else {
                return None;
            };
            if nodes.select(node, inner) != Some(child) {
                return None;
            }
            child = node;
        }
    }

    fn bound(&self, node: NodeId, child: NodeId, rule: &'a BindingRule) -> Option<Binding<'a>> {
        let NameReader { nodes, language } = self.names;
        if nodes.select(node, &rule.value) != Some(child) {
            return None;
        }
        let Some(target) = &rule.target else {
            let path = smallvec![rule.name.as_str().into()];
            return Some(Binding {
                rule,
                node: child,
                path,
                bare: rule.name.as_str().into(),
                exported: None,
                prototype: false,
                root: Root::Known,
            });
        };
        let target = nodes.select(node, target)?;
        let is_computed = rule.computed.as_ref().is_some_and(|test| nodes.holds(test, node));
        let mut path = if is_computed {
            smallvec![self.names.computed(Some(target), None)]
        } else {
            self.names.path(Some(target), true)
        };
        let bare = CompactString::from(path.last().filter(|&last| last != ELSE)?.as_ref());
        if let Some(accessor) = rule.accessor.as_ref().and_then(|test| nodes.matched(test, node)) {
            let last = path.len() - 1;
            path[last] = format!("{accessor} {bare}").into();
        }
        let exported = export_path(&path, &language.exports.objects);
        let prototype = self.without_prototype(&mut path, child);
        let root = if is_computed { Root::Property } else { self.root(target) };
        Some(Binding {
            rule,
            node,
            path,
            bare,
            exported,
            prototype,
            root,
        })
    }

    /// The first name of a target.
    fn root(&self, target: NodeId) -> Root {
        let NameReader { nodes, language } = self.names;
        let first = self.names.first(target);
        let name = first.filter(|it| language.rules(nodes.tree.kind(*it)).is_some_and(|rules| rules.binds));
        if first != Some(target) {
            return name.map_or(Root::Known, Root::Node);
        }
        match name {
            Some(name) if language.variables.position(nodes, name).is_some() => Root::Node(name),
            _ => Root::Property,
        }
    }

    /// `X.prototype.m` is `X.m`; a container that is `X.prototype` means `X`.
    fn without_prototype(&self, path: &mut Path<'a>, child: NodeId) -> bool {
        let NameReader { nodes, language } = self.names;
        let Some(prototype) = &language.prototype else {
            return false;
        };
        let is_container = language
            .rules(nodes.tree.kind(child))
            .is_some_and(|rules| rules.container.is_some());
        let Some(at) = path.len().checked_sub(if is_container { 1 } else { 2 }) else {
            return false;
        };
        if at < 1 || path[at] != prototype.as_str() {
            return false;
        }
        path.remove(at);
        true
    }
}
