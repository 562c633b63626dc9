//! Modules of JavaScript and TypeScript: `import`, `export … from`, `import()`, `require()`, and types from elsewhere.

use std::borrow::Cow;

use super::estree_bindings::{ModuleBinding, binding_of};
use super::estree_exports::{Chain, assigned, by_default, listed};
use super::estree_literals::string_of;
use super::{DYNAMIC, FoundImport, ReaderContext, imported};
use crate::parse::extract::scope::Scope;
use crate::parse::facts::{ImportedName, Lookup};
use crate::parse::flat_tree::NodeId;

pub fn read(context: &mut ReaderContext<'_, '_>, chain: &mut Chain, node: NodeId, scope: &Scope) -> bool {
    let nodes = context.names.nodes;
    match nodes.kind(node) {
        "ImportDeclaration" => {
            let names = specifiers(context, node);
            add(
                context,
                node,
                scope,
                nodes.field(node, "source"),
                ModuleBinding { names, reexport: false },
            );
            true
        }
        "ExportAllDeclaration" => {
            let exported = nodes
                .field(node, "exported")
                .map(|exported| name(context, Some(exported)));
            let names = vec![imported("*", exported.as_deref())];
            add(
                context,
                node,
                scope,
                nodes.field(node, "source"),
                ModuleBinding { names, reexport: true },
            );
            true
        }
        "ExportNamedDeclaration" => export_named(context, node, scope),
        "TSImportEqualsDeclaration" => import_equals(context, node, scope),
        "TSImportType" => {
            let names = qualifier(context, node);
            add(
                context,
                node,
                scope,
                nodes.field(node, "source"),
                ModuleBinding { names, reexport: false },
            );
            true
        }
        "ImportExpression" => {
            let binding = binding_of(context, node);
            add(context, node, scope, nodes.field(node, "source"), binding);
            true
        }
        "CallExpression" => require(context, node, scope),
        "ExportDefaultDeclaration" => {
            by_default(context, nodes.field(node, "declaration"), scope);
            false
        }
        "TSExportAssignment" => {
            by_default(context, nodes.field(node, "expression"), scope);
            false
        }
        "AssignmentExpression" => {
            assigned(context, chain, node, scope);
            false
        }
        _ => false,
    }
}

fn add(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope, source: Option<NodeId>, found: ModuleBinding) {
    let nodes = context.names.nodes;
    let ModuleBinding { names, reexport } = found;
    let (specifier, target) = match (string_of(nodes, source), source) {
        (Some(target), _) => (target.clone(), (Lookup::Module, target)),
        (None, Some(source)) => (nodes.text(source), DYNAMIC),
        (None, None) => return,
    };
    context.add(
        node,
        scope,
        FoundImport {
            specifier,
            names,
            target,
            reexport,
        },
    );
}

fn specifiers(context: &ReaderContext<'_, '_>, node: NodeId) -> Vec<ImportedName> {
    let nodes = context.names.nodes;
    let read = |specifier| {
        let local = name(context, nodes.field(specifier, "local"));
        match nodes.kind(specifier) {
            "ImportDefaultSpecifier" => imported("default", Some(&local)),
            "ImportNamespaceSpecifier" => imported("*", Some(&local)),
            _ => imported(&name(context, nodes.field(specifier, "imported")), Some(&local)),
        }
    };
    nodes.children(nodes.field(node, "specifiers")).map(read).collect()
}

fn export_named(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> bool {
    let nodes = context.names.nodes;
    let pairs: Vec<_> = nodes
        .children(nodes.field(node, "specifiers"))
        .map(|specifier| {
            let local = name(context, nodes.field(specifier, "local"));
            (local, name(context, nodes.field(specifier, "exported")))
        })
        .collect();
    let Some(source) = nodes.field(node, "source") else {
        for (local, exported) in pairs {
            listed(context, &local, &exported, scope);
        }
        return false;
    };
    let names = pairs
        .iter()
        .map(|(local, exported)| imported(local, Some(exported)))
        .collect();
    add(
        context,
        node,
        scope,
        Some(source),
        ModuleBinding { names, reexport: true },
    );
    true
}

/// `import x = require('y')`; `import x = A.B` is no import.
fn import_equals(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> bool {
    let nodes = context.names.nodes;
    let module = nodes.field(node, "moduleReference");
    if nodes.kind(module) != "TSExternalModuleReference" {
        return false;
    }
    let names = vec![imported("*", Some(&name(context, nodes.field(node, "id"))))];
    add(
        context,
        node,
        scope,
        nodes.field(module, "expression"),
        ModuleBinding { names, reexport: false },
    );
    true
}

/// The first name of `import('x').A.B`.
fn qualifier(context: &ReaderContext<'_, '_>, node: NodeId) -> Vec<ImportedName> {
    let nodes = context.names.nodes;
    let mut at = nodes.field(node, "qualifier");
    while nodes.kind(at) == "TSQualifiedName" {
        at = nodes.field(at, "left");
    }
    at.map(|at| imported(&name(context, Some(at)), None))
        .into_iter()
        .collect()
}

fn require(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> bool {
    let nodes = context.names.nodes;
    let Some(callee) = nodes.field(node, "callee") else {
        return false;
    };
    // Most callees are told by how they begin; one may be spelled with escapes.
    let is_another = !nodes.tree.written(callee).starts_with(['r', '\\']);
    if is_another || nodes.kind(callee) != "Identifier" || context.names.simple(callee).as_deref() != Some("require") {
        return false;
    }
    let Some(argument) = nodes.children(nodes.field(node, "arguments")).next() else {
        return false;
    };
    let binding = binding_of(context, node);
    add(context, node, scope, Some(argument), binding);
    true
}

fn name<'a>(context: &ReaderContext<'a, '_>, node: Option<NodeId>) -> Cow<'a, str> {
    context.names.simple(node).unwrap_or_default()
}
