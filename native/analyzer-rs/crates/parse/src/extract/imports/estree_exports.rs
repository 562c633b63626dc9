//! Exports of a JavaScript or TypeScript file: lists, `default`, and assignments to `exports`.

use std::borrow::Cow;

use super::ReaderContext;
use super::estree_bindings::{key_of, variable_of};
use crate::extract::exports::{ExportPath, export_path, joined};
use crate::extract::scope::Scope;
use syntax::flat_tree::NodeId;

fn is_declaration(kind: &str) -> bool {
    matches!(
        kind,
        "ArrowFunctionExpression"
            | "ClassDeclaration"
            | "ClassExpression"
            | "FunctionDeclaration"
            | "FunctionExpression"
    )
}

/// The last chain of assignments read: its outermost node and its value.
#[derive(Default)]
pub struct Chain {
    read: Option<(NodeId, Option<NodeId>)>,
}

/// `export { local as exported }`
pub fn listed(context: &mut ReaderContext<'_, '_>, local: &str, exported: &str, scope: &Scope) {
    if !is_file_level(scope) {
        return;
    }
    context.exports.list(scope, local);
    context.exports.rename(exported, local);
}

/// `export default value`, `export = value`
pub fn by_default(context: &mut ReaderContext<'_, '_>, value: Option<NodeId>, scope: &Scope) {
    if let Some(local) = own(context, value) {
        listed(context, &local, "default", scope);
    }
}

/// `module.exports = value`, `exports.name = value`; of `exports.a = exports.b = value` both.
pub fn assigned(context: &mut ReaderContext<'_, '_>, chain: &mut Chain, assignment: NodeId, scope: &Scope) {
    if !is_file_level(scope) {
        return;
    }
    let names = context.names;
    let left = names.nodes.field(assignment, "left");
    if !matches!(names.nodes.kind(left), "MemberExpression" | "Identifier") {
        return;
    }
    let path = names.path(left, true);
    let objects = &names.language.exports.objects;
    let Some(export) = export_path(&path, objects) else {
        return;
    };
    let value = chain.value(context, assignment);
    let name = match export {
        ExportPath::Object => "default",
        ExportPath::Member => {
            let Some((name, object)) = path.split_last() else {
                return;
            };
            let object = joined(object);
            if objects.iter().all(|it| *it != object) {
                return;
            }
            name
        }
    };
    match local(context, value) {
        Some(Local::Declared(local)) => context.exports.rename(name, &local),
        Some(Local::Variable(local)) => listed(context, &local, name, scope),
        None if export == ExportPath::Object => members(context, value, scope),
        None => {}
    }
}

/// `module.exports = { a, b: c, m() {} }`
fn members(context: &mut ReaderContext<'_, '_>, object: Option<NodeId>, scope: &Scope) {
    let names = context.names;
    let nodes = names.nodes;
    let Some(object) = object.filter(|&object| nodes.kind(object) == "ObjectExpression") else {
        return;
    };
    let path = joined(&names.path(nodes.field(nodes.tree.parent(object), "left"), true));
    for property in nodes.children(nodes.field(object, "properties")) {
        let is_accessor = nodes
            .field(property, "kind")
            .is_none_or(|kind| nodes.text(kind) != "init");
        let Some(key) = key_of(context, property).filter(|_| !is_accessor) else {
            continue;
        };
        let value = nodes.field(property, "value");
        if let Some(variable) = variable_of(context, value) {
            listed(context, &variable, &key, scope);
        } else if is_declaration(nodes.kind(value)) {
            context.exports.rename(&key, &format!("{path}.{key}"));
        }
    }
}

enum Local<'a> {
    Variable(Cow<'a, str>),
    Declared(Cow<'a, str>),
}

/// The variable of a value, or the qualified name of the declaration that it is.
fn local<'a>(context: &ReaderContext<'a, '_>, value: Option<NodeId>) -> Option<Local<'a>> {
    let names = context.names;
    let nodes = names.nodes;
    let Some(declared) = value.filter(|&value| is_declaration(nodes.kind(value))) else {
        return variable_of(context, value).map(Local::Variable);
    };
    let path = names.path(nodes.field(nodes.tree.parent(declared), "left"), true);
    let is_object = export_path(&path, &names.language.exports.objects) == Some(ExportPath::Object);
    let name = if is_object { own(context, value) } else { None };
    Some(Local::Declared(
        name.unwrap_or_else(|| String::from(joined(&path)).into()),
    ))
}

/// A variable's name, or the own name of a function or class.
fn own<'a>(context: &ReaderContext<'a, '_>, value: Option<NodeId>) -> Option<Cow<'a, str>> {
    let id = context.names.nodes.field(value, "id");
    variable_of(context, id.or(value))
}

impl Chain {
    fn value(&mut self, context: &ReaderContext<'_, '_>, assignment: NodeId) -> Option<NodeId> {
        let nodes = context.names.nodes;
        if let Some((from, value @ Some(to))) = self.read
            && assignment > from
            && assignment < to
        {
            return value;
        }
        let mut value = Some(assignment);
        while nodes.kind(value) == "AssignmentExpression" {
            value = nodes.field(value, "right");
        }
        self.read = Some((assignment, value));
        value
    }
}

/// Not in a declared function, class or namespace; callbacks (module wrappers) are ignored.
fn is_file_level(scope: &Scope) -> bool {
    scope.within == -1 && !scope.closed
}
