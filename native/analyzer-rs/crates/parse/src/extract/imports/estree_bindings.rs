//! The names of `const x = require(…)`, `const { a, b: c } = await import(…)`, `x = require(…).y` and `module.exports
//! = require(…)`; none if the module is used in another way.

use std::borrow::Cow;

use super::{ReaderContext, imported};
use crate::extract::exports::{ExportPath, export_path};
use crate::extract::names::ELSE;
use crate::facts::ImportedName;
use syntax::flat_tree::NodeId;

/// The target of an expression that is a complete module, and whether it is re-exported instead of bound.
#[derive(Default)]
pub struct ModuleBinding {
    pub names: Vec<ImportedName>,
    pub reexport: bool,
}

/// Nodes that only state the type of a value.
pub fn is_wrapper(kind: &str) -> bool {
    matches!(
        kind,
        "ChainExpression" | "TSAsExpression" | "TSNonNullExpression" | "TSSatisfiesExpression" | "TSTypeAssertion"
    )
}

pub fn binding_of(context: &ReaderContext<'_, '_>, module: NodeId) -> ModuleBinding {
    let nodes = context.names.nodes;
    let mut member: Option<Cow<'_, str>> = None;
    let mut child = module;
    let mut node = nodes.tree.parent(child);
    while let Some(at) = node {
        let kind = nodes.kind(at);
        if kind == "MemberExpression" && member.is_none() && nodes.field(at, "object") == Some(child) {
            member = context.names.path(node, false).pop();
            if member.as_deref() == Some(ELSE) {
                return ModuleBinding::default();
            }
        } else if kind != "AwaitExpression" && !is_wrapper(kind) {
            break;
        }
        child = at;
        node = nodes.tree.parent(child);
    }
    let member = member.as_deref();
    let Some(node) = node else {
        return ModuleBinding::default();
    };
    match nodes.kind(node) {
        "VariableDeclarator" if nodes.field(node, "init") == Some(child) => {
            pattern(context, nodes.field(node, "id"), member)
        }
        "AssignmentExpression" if nodes.field(node, "right") == Some(child) => assigned(context, node, member),
        "Property" | "SpreadElement" => in_exports(context, node, member),
        _ => ModuleBinding::default(),
    }
}

fn pattern(context: &ReaderContext<'_, '_>, target: Option<NodeId>, member: Option<&str>) -> ModuleBinding {
    let names = context.names;
    let nodes = names.nodes;
    if nodes.kind(target) == "Identifier" {
        let name = imported(member.unwrap_or("*"), names.simple(target).as_deref());
        return ModuleBinding {
            names: vec![name],
            reexport: false,
        };
    }
    if nodes.kind(target) != "ObjectPattern" || member.is_some() {
        return ModuleBinding::default();
    }
    let mut found = Vec::new();
    for property in nodes.children(nodes.field(target, "properties")) {
        let is_rest = nodes.kind(property) == "RestElement";
        let written = nodes.field(property, if is_rest { "argument" } else { "value" });
        let is_default = nodes.kind(written) == "AssignmentPattern";
        let local = if is_default {
            nodes.field(written, "left")
        } else {
            written
        };
        let name = if is_rest {
            Some("*".into())
        } else {
            key_of(context, property)
        };
        if let Some(name) = name.filter(|_| nodes.kind(local) == "Identifier") {
            found.push(imported(&name, names.simple(local).as_deref()));
        }
    }
    ModuleBinding {
        names: found,
        reexport: false,
    }
}

fn assigned(context: &ReaderContext<'_, '_>, assignment: NodeId, member: Option<&str>) -> ModuleBinding {
    let names = context.names;
    let left = names.nodes.field(assignment, "left");
    let path = names.path(left, true);
    let whole = member.unwrap_or("*");
    match export_path(&path, &names.language.exports.objects) {
        Some(ExportPath::Object) => ModuleBinding {
            names: vec![imported(whole, None)],
            reexport: true,
        },
        Some(ExportPath::Member) => ModuleBinding {
            names: vec![imported(whole, path.last().map(AsRef::as_ref))],
            reexport: true,
        },
        None => pattern(context, left, member),
    }
}

/// A member of the object assigned to `module.exports`; `...require('x')` re-exports all of it.
fn in_exports(context: &ReaderContext<'_, '_>, property: NodeId, member: Option<&str>) -> ModuleBinding {
    let names = context.names;
    let nodes = names.nodes;
    let object = nodes.tree.parent(property).and_then(|list| nodes.tree.parent(list));
    let assignment = object.and_then(|object| nodes.tree.parent(object));
    if nodes.kind(object) != "ObjectExpression" || nodes.kind(assignment) != "AssignmentExpression" {
        return ModuleBinding::default();
    }
    let path = names.path(nodes.field(assignment, "left"), true);
    if export_path(&path, &names.language.exports.objects) != Some(ExportPath::Object) {
        return ModuleBinding::default();
    }
    let whole = member.unwrap_or("*");
    if nodes.kind(property) == "SpreadElement" {
        return ModuleBinding {
            names: vec![imported(whole, None)],
            reexport: true,
        };
    }
    match key_of(context, property) {
        Some(key) => ModuleBinding {
            names: vec![imported(whole, Some(&key))],
            reexport: true,
        },
        None => ModuleBinding::default(),
    }
}

/// Name of a property whose key is not computed.
pub fn key_of<'a>(context: &ReaderContext<'a, '_>, property: NodeId) -> Option<Cow<'a, str>> {
    let nodes = context.names.nodes;
    if nodes
        .field(property, "computed")
        .is_some_and(|computed| nodes.text(computed) == "true")
    {
        return None;
    }
    context.names.simple(nodes.field(property, "key"))
}

/// The variable of an expression, if it is one.
pub fn variable_of<'a>(context: &ReaderContext<'a, '_>, node: Option<NodeId>) -> Option<Cow<'a, str>> {
    let nodes = context.names.nodes;
    let mut at = node;
    while is_wrapper(nodes.kind(at)) {
        at = nodes.field(at, "expression");
    }
    if nodes.kind(at) == "Identifier" {
        context.names.simple(at)
    } else {
        None
    }
}
