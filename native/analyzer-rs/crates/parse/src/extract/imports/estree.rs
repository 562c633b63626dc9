//! Modules of JavaScript and TypeScript: `import`, `export … from`, `import()`, `require()`, and types of other
//! modules.

use std::borrow::Cow;

use super::estree_bindings::{ModuleBinding, binding_of};
use super::estree_exports::{Chain, assigned, by_default, listed};
use super::estree_literals::string_of;
use super::{DYNAMIC, FoundImport, ImportReader, ReaderContext, imported};
use crate::extract::scope::Scope;
use crate::facts::{ImportPhase, ImportedName, Lookup};
use syntax::flat_tree::NodeId;

/// Maximum depth at which a `require` in immediately called functions is recognized.
const MAX_LEVELS: u32 = 200;

impl<'a> ImportReader<'a> for Chain {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        let chain = self;
        let nodes = context.names.nodes;
        match nodes.kind(node) {
            "ImportDeclaration" => {
                let names = specifiers(context, node);
                let phase = phase_of(context, node, "importKind");
                add(
                    context,
                    node,
                    scope,
                    nodes.field(node, "source"),
                    ModuleBinding { names, reexport: false },
                    phase,
                );
                true
            }
            "ExportAllDeclaration" => {
                let exported = nodes
                    .field(node, "exported")
                    .map(|exported| name(context, Some(exported)));
                let names = vec![imported("*", exported.as_deref())];
                let phase = phase_of(context, node, "exportKind");
                add(
                    context,
                    node,
                    scope,
                    nodes.field(node, "source"),
                    ModuleBinding { names, reexport: true },
                    phase,
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
                    Some(ImportPhase::TypeOnly),
                );
                true
            }
            "ImportExpression" => {
                let binding = binding_of(context, node);
                let phase = Some(ImportPhase::Deferred);
                add(context, node, scope, nodes.field(node, "source"), binding, phase);
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
}

fn add(
    context: &mut ReaderContext<'_, '_>,
    node: NodeId,
    scope: &Scope,
    source: Option<NodeId>,
    found: ModuleBinding,
    phase: Option<ImportPhase>,
) {
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
            phase,
        },
    );
}

/// Erased by the compiler: `type` before the list, or before each name of a non-empty list.
fn phase_of(context: &ReaderContext<'_, '_>, node: NodeId, kind_field: &str) -> Option<ImportPhase> {
    let nodes = context.names.nodes;
    let is_type = |at: NodeId| {
        nodes
            .field(at, kind_field)
            .is_some_and(|kind| nodes.text(kind) == "type")
    };
    let mut specifiers = nodes.children(nodes.field(node, "specifiers")).peekable();
    let is_erased = is_type(node) || specifiers.peek().is_some() && specifiers.all(is_type);
    is_erased.then_some(ImportPhase::TypeOnly)
}

/// Whether every function around a node is called immediately.
fn runs_at_load(context: &ReaderContext<'_, '_>, node: NodeId) -> bool {
    let nodes = context.names.nodes;
    let mut child = node;
    for _ in 0..MAX_LEVELS {
        let is_function = matches!(
            nodes.kind(child),
            "ArrowFunctionExpression" | "FunctionDeclaration" | "FunctionExpression"
        );
        if is_function && !is_called(context, child) {
            return false;
        }
        let Some(parent) = nodes.tree.parent(child) else {
            return true;
        };
        child = parent;
    }
    false
}

/// `(function () {})()`, `(() => {})()`, `(function () {}).call(this)`
fn is_called(context: &ReaderContext<'_, '_>, func: NodeId) -> bool {
    let nodes = context.names.nodes;
    let mut child = func;
    let mut around = nodes.tree.parent(child);
    while nodes.kind(around) == "ParenthesizedExpression" {
        child = around.unwrap_or(child);
        around = nodes.tree.parent(child);
    }
    if nodes.kind(around) == "MemberExpression"
        && let Some(member) = around
        && nodes.field(member, "object") == Some(child)
    {
        if !matches!(&*name(context, nodes.field(member, "property")), "call" | "apply") {
            return false;
        }
        child = member;
        around = nodes.tree.parent(member);
    }
    nodes.kind(around) == "CallExpression" && around.is_some_and(|call| nodes.field(call, "callee") == Some(child))
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
    let phase = phase_of(context, node, "exportKind");
    add(
        context,
        node,
        scope,
        Some(source),
        ModuleBinding { names, reexport: true },
        phase,
    );
    true
}

/// `import x = require('y')`; `import x = A.B` is not an import.
fn import_equals(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> bool {
    let nodes = context.names.nodes;
    let module = nodes.field(node, "moduleReference");
    if nodes.kind(module) != "TSExternalModuleReference" {
        return false;
    }
    let names = vec![imported("*", Some(&name(context, nodes.field(node, "id"))))];
    let phase = phase_of(context, node, "importKind");
    add(
        context,
        node,
        scope,
        nodes.field(module, "expression"),
        ModuleBinding { names, reexport: false },
        phase,
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
    // The first character excludes most callees; `require` may be written with escapes.
    let is_another = !nodes.tree.written(callee).starts_with(['r', '\\']);
    if is_another || nodes.kind(callee) != "Identifier" || context.names.simple(callee).as_deref() != Some("require") {
        return false;
    }
    let Some(argument) = nodes.children(nodes.field(node, "arguments")).next() else {
        return false;
    };
    let binding = binding_of(context, node);
    let is_called_at_load = scope.space != 0 && runs_at_load(context, node);
    let phase = is_called_at_load.then_some(ImportPhase::Conditional);
    add(context, node, scope, Some(argument), binding, phase);
    true
}

fn name<'a>(context: &ReaderContext<'a, '_>, node: Option<NodeId>) -> Cow<'a, str> {
    context.names.simple(node).unwrap_or_default()
}
