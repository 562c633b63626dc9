//! The properties of classes: of a declared type, or with only one assignment, which is a new object.

use compact_str::CompactString;
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::NameReader;
use super::new_objects::{WrittenClass, new_object};
use super::nodes::Selector;
use super::rules::{BindingRule, NameRule};
use super::type_names::TypeNames;
use super::type_rules::TypedRule;
use crate::facts::DeclarationKind;
use syntax::flat_tree::NodeId;

/// What a class says of one of its properties.
#[derive(Default)]
struct Property {
    types: Vec<Option<WrittenClass>>,
    created: Vec<WrittenClass>,
    /// A value is neither a new object nor none.
    has_others: bool,
}

impl Property {
    /// A declared type is that of all values.
    fn only_class(mut self) -> Option<WrittenClass> {
        if let Some(first) = self.types.first() {
            let class = |it: &Option<WrittenClass>| it.as_ref().map(|it| it.class.clone());
            let is_one = self.types.iter().all(|it| class(it) == class(first));
            return if is_one { first.clone() } else { None };
        }
        if self.has_others || self.created.len() != 1 {
            return None;
        }
        self.created.pop()
    }
}

pub struct TypedProperties<'a, 't> {
    pub names: NameReader<'a>,
    pub types: &'t TypeNames<'a>,
}

type Properties = FxHashMap<CompactString, Property>;

impl TypedProperties<'_, '_> {
    /// `owner`: node of a class; `wanted`: names of properties.
    pub fn of(&self, owner: NodeId, wanted: &FxHashSet<&str>) -> FxHashMap<CompactString, WrittenClass> {
        let NameReader { nodes, language } = self.names;
        let mut properties: Properties = wanted
            .iter()
            .map(|name| ((*name).into(), Property::default()))
            .collect();
        for node in owner + 1..nodes.tree.end_of(owner) {
            let kind = nodes.tree.kind(node);
            if let Some(rule) = language.types.typed.get(kind)
                && let Some(prefix) = &rule.property
            {
                self.add_declared(&mut properties, (owner, node), rule, prefix);
            }
            if let Some(NameRule::Member(_)) = language.rules(kind).and_then(|it| it.name.as_ref()) {
                self.add_assigned(&mut properties, (owner, node));
            }
        }
        properties
            .into_iter()
            .filter_map(|(name, property)| Some((name, property.only_class()?)))
            .collect()
    }

    /// A property in the body of the class, or a parameter of its constructor.
    fn add_declared(
        &self,
        properties: &mut Properties,
        (owner, node): (NodeId, NodeId),
        rule: &TypedRule,
        prefix: &str,
    ) -> Option<()> {
        let NameReader { nodes, .. } = self.names;
        let target = nodes.select(node, rule.target.as_ref()?)?;
        let written = self.names.simple(target)?;
        let property = properties.get_mut(written.strip_prefix(prefix)?)?;
        let binding = self.binding(node);
        let computed = binding.and_then(|it| it.computed.as_ref());
        if computed.is_some_and(|test| nodes.holds(test, node)) {
            return None;
        }
        if !self.belongs_to(owner, node, Some(u32::from(rule.promoted))) {
            return None;
        }
        if !self.add_type(property, node, &rule.at) {
            self.add_value(property, Some(nodes.select(node, &binding?.value)?));
        }
        Some(())
    }

    /// `this.name = value`, or another use that gives it a value.
    fn add_assigned(&self, properties: &mut Properties, (owner, member): (NodeId, NodeId)) -> Option<()> {
        let NameReader { nodes, language } = self.names;
        let path = self.names.path(Some(member), false);
        let [receiver, name] = path.as_slice() else { return None };
        let property = properties.get_mut(name.as_ref())?;
        if !language.types.receivers.iter().any(|it| it == receiver) {
            return None;
        }
        let position = language.variables.position(nodes, member)?;
        if !self.belongs_to(owner, member, None) {
            return None;
        }
        let (node, is_direct) = (position.node, position.child == member);
        let rule = language.types.typed.get(nodes.tree.kind(node)).filter(|_| is_direct);
        if rule.is_some_and(|rule| self.add_type(property, node, &rule.at)) {
            return None;
        }
        let binding = self.binding(node).filter(|_| is_direct);
        self.add_value(property, binding.and_then(|it| nodes.select(node, &it.value)));
        Some(())
    }

    fn add_type(&self, property: &mut Property, node: NodeId, at: &Selector) -> bool {
        let Some(node) = self.names.nodes.select(node, at) else {
            return false;
        };
        let class = self.types.of(node);
        property.types.push(class.map(|class| WrittenClass { class, node }));
        true
    }

    /// `value`: `None` if it is not known.
    fn add_value(&self, property: &mut Property, value: Option<NodeId>) {
        match value.and_then(|value| new_object(self.names, value)) {
            Some(created) => property.created.push(created),
            None => property.has_others |= value.is_none_or(|value| !self.types.is_nothing(value)),
        }
    }

    fn binding(&self, node: NodeId) -> Option<&BindingRule> {
        let NameReader { nodes, language } = self.names;
        language.rules(nodes.tree.kind(node))?.binding.as_ref()
    }

    /// Whether a class is the nearest around a node; `functions`: between them, if their number counts.
    fn belongs_to(&self, owner: NodeId, node: NodeId, functions: Option<u32>) -> bool {
        let NameReader { nodes, language } = self.names;
        let mut crossed = 0;
        let mut at = node;
        while let Some(around) = nodes.tree.parent(at).filter(|it| *it >= owner) {
            let rules = language.rules(nodes.tree.kind(around));
            match rules.and_then(|it| it.declaration.as_ref()).map(|it| it.kind) {
                None => {}
                Some(DeclarationKind::Function | DeclarationKind::Method) => crossed += 1,
                Some(_) => return around == owner && functions.is_none_or(|it| it == crossed),
            }
            at = around;
        }
        false
    }
}
