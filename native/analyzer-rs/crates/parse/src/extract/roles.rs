//! The role of identifiers, and which of them refer to the enclosing function.

use std::borrow::Cow;

use super::kind_tables::{Slot, slot};
use super::stream_edits::scalar_is_true;
use super::stream_rules::{COMPONENT, LITERAL, PROPERTY, Role, RoleRule, SYNTAX, StreamRules, TYPE, VARIABLE};
use syntax::adapters::json_text::string_value;
use syntax::flat_tree::{FlatTree, NodeId};

#[derive(Clone, Copy)]
pub struct Roles<'a> {
    pub rules: &'a StreamRules,
    pub tree: FlatTree<'a>,
}

impl<'a> Roles<'a> {
    /// The role of a leaf; `LITERAL` if it is not an identifier. `text`: the leaf's text; `in_type`: whether the leaf
    /// is in an annotation.
    pub fn of(&self, leaf: NodeId, text: &str, in_type: bool) -> Role {
        let tree = self.tree;
        let node = self.node(leaf);
        let Some(&base) = self.rules.identifiers.get(tree.kind(node)) else {
            return LITERAL;
        };
        let parent = tree.parent(node).unwrap_or(0);
        let kind = tree.kind(parent);
        let roles = &self.rules.roles;
        let rule = roles
            .get(slot(kind, tree.field(node)))
            .or_else(|| roles.get(slot(kind, 0)));
        let role = rule
            .filter(|rule| rule.unless == 0 || !scalar_is_true(tree, parent, rule.unless))
            .map_or(base, |RoleRule { role, at, .. }| {
                if at.is_empty() {
                    *role
                } else {
                    at.get(self.slot_of(parent)).map_or(*role, |rule| rule.role)
                }
            });
        let bytes = text.as_bytes();
        if role == COMPONENT {
            return if bytes.get(1).is_some_and(u8::is_ascii_lowercase) {
                LITERAL
            } else {
                VARIABLE
            };
        }
        // `$1` of a shell is the position of an argument, and `this` is a name that the author cannot choose.
        let is_fixed = self
            .rules
            .fixed_names
            .get(usize::from(role))
            .is_some_and(|fixed| fixed.has(text));
        if bytes.first().is_some_and(u8::is_ascii_digit) || is_fixed {
            return LITERAL;
        }
        if role == VARIABLE && in_type { TYPE } else { role }
    }

    fn slot_of(&self, node: NodeId) -> Slot {
        slot(
            self.tree.kind(self.tree.parent(node).unwrap_or(0)),
            self.tree.field(node),
        )
    }

    /// The text of a leaf; for an identifier with the prefix of its kind.
    pub fn name(&self, leaf: NodeId, text: &'a str) -> Cow<'a, str> {
        let StreamRules {
            identifier_leaf,
            identifier_prefixes,
            ..
        } = self.rules;
        if *identifier_leaf == 0 || self.tree.field(leaf) != *identifier_leaf {
            return text.into();
        }
        match identifier_prefixes.get(self.tree.kind_above(leaf)) {
            Some(prefix) => format!("\"{prefix}{}", text.get(1..).unwrap_or("")).into(),
            None => text.into(),
        }
    }

    /// A leaf's text in its language: ESTree has names as JSON strings, like other strings.
    pub fn spelling<'t>(&self, leaf: NodeId, role: Role, text: &'t str) -> Cow<'t, str> {
        let is_identifier = role != LITERAL && role != SYNTAX;
        let is_name = is_identifier || self.tree.field(leaf) == self.rules.identifier_leaf;
        if self.rules.fields && is_name {
            string_value(text)
        } else {
            text.into()
        }
    }

    /// The identifier's node: in ESTree the parent of its scalar, else the leaf itself.
    pub fn node(&self, leaf: NodeId) -> NodeId {
        let identifier_leaf = self.rules.identifier_leaf;
        if identifier_leaf != 0 && self.tree.field(leaf) == identifier_leaf {
            self.tree.parent(leaf).unwrap_or(0)
        } else {
            leaf
        }
    }

    /// Whether an identifier of role property is a member of the method's own object.
    pub fn is_self_member(&self, leaf: NodeId) -> bool {
        let tree = self.tree;
        let own = &self.rules.self_members;
        let parent = tree.parent(self.node(leaf)).unwrap_or(0);
        if !own.kinds.has(tree.kind(parent)) {
            return false;
        }
        let Some(object) = tree.children(parent).find(|&child| own.objects.has(tree.field(child))) else {
            return false;
        };
        let is_own = |spelled: &str| own.names.iter().any(|name| name == spelled);
        // A keyword is a node with its token, in upper or lower case.
        let is_keyword = || tree.node(object).size > 1 && is_own(tree.names.name(tree.kind(object + 1)));
        is_own(tree.written(object)) || is_keyword()
    }

    /// Whether the slot of an identifier binds a name: only patterns are between it and a binding field.
    pub fn is_binding(&self, leaf: NodeId) -> bool {
        let tree = self.tree;
        let StreamRules {
            binding_fields,
            binding_patterns,
            ..
        } = self.rules;
        let mut node = self.node(leaf);
        while let Some(parent) = tree.parent(node) {
            let (at, anywhere) = (slot(tree.kind(parent), tree.field(node)), slot(tree.kind(parent), 0));
            if binding_fields.has(at) || binding_fields.has(anywhere) {
                return true;
            }
            if !binding_patterns.has(at) && !binding_patterns.has(anywhere) {
                return false;
            }
            node = parent;
        }
        false
    }

    /// Whether an identifier of that role can refer to the function itself.
    pub fn can_refer(&self, role: Role, is_method: bool) -> bool {
        if is_method {
            role == PROPERTY
        } else {
            self.rules.reference_roles[usize::from(role)]
        }
    }
}
