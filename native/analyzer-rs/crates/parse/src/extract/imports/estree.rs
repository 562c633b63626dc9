//! Modules of JavaScript and TypeScript: `import`, `export … from`, `import()`, `require()`, and types of other
//! modules.

use std::borrow::Cow;

use super::estree_bindings::{ModuleBinding, binding_of, is_wrapper, key_of};
use super::estree_exports::{Chain, assigned, by_default, listed};
use super::estree_globs::add_glob;
use super::estree_literals::string_of;
use super::estree_urls::{resolved_path, worker_url};
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
                    Phase::Known(ImportPhase::TypeOnly),
                );
                true
            }
            "ImportExpression" => {
                let binding = binding_of(context, node);
                let phase = phase_of_import(context, node, scope);
                add(context, node, scope, nodes.field(node, "source"), binding, phase);
                true
            }
            "CallExpression" => {
                let path = resolved_path(context, node);
                add_path(context, node, scope, path, ImportPhase::Asset);
                add_glob(context, node, scope);
                require(context, node, scope)
            }
            "NewExpression" => {
                let path = worker_url(context, node);
                add_path(context, node, scope, path, ImportPhase::Worker);
                false
            }
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
    phase: Phase,
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
            phase: match phase {
                Phase::Known(phase) => Some(phase),
                Phase::InlineTypes => Some(ImportPhase::TypeOnly),
                Phase::OfScope => None,
            },
        },
    );
    if let (Phase::InlineTypes, Some(added)) = (phase, context.imports.last_mut()) {
        added.inline_types = true;
    }
}

/// A path without names, in an expression that is also a call.
fn add_path<'a>(
    context: &mut ReaderContext<'a, '_>,
    node: NodeId,
    scope: &Scope,
    path: Option<Cow<'a, str>>,
    phase: ImportPhase,
) {
    let Some(path) = path else { return };
    let found = FoundImport {
        specifier: path.clone(),
        names: Vec::new(),
        target: (Lookup::Module, path),
        reexport: false,
        phase: Some(phase),
    };
    context.add(node, scope, found);
}

/// When an import loads its target.
#[derive(Clone, Copy)]
enum Phase {
    OfScope,
    Known(ImportPhase),
    /// `type_only`, with `type` before each name.
    InlineTypes,
}

/// `with { type: 'json' }`: the file is not a module that runs.
fn of_attributes(context: &ReaderContext<'_, '_>, mut attributes: impl Iterator<Item = NodeId>) -> Phase {
    let nodes = context.names.nodes;
    let is_asset = |attribute: NodeId| {
        &*name(context, nodes.field(attribute, "key")) == "type"
            && is_asset_type(context, nodes.field(attribute, "value"))
    };
    if attributes.any(is_asset) {
        Phase::Known(ImportPhase::Asset)
    } else {
        Phase::OfScope
    }
}

fn is_asset_type(context: &ReaderContext<'_, '_>, value: Option<NodeId>) -> bool {
    string_of(context.names.nodes, value).is_some_and(|it| matches!(&*it, "json" | "text" | "bytes"))
}

/// `import('x')` is deferred, unless the file waits for it while it runs: `await import('x')` at its top level, also in
/// `await Promise.all([import('x')])` and with `.then(…)`.
fn phase_of_import(context: &ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> Phase {
    let nodes = context.names.nodes;
    let options = nodes.field(node, "options");
    let value_at = |object: Option<NodeId>, key: &str| {
        let mut properties = nodes.children(nodes.field(object, "properties"));
        let found = properties.find(|it| key_of(context, *it).as_deref() == Some(key))?;
        nodes.field(found, "value")
    };
    if nodes.kind(options) == "ObjectExpression" && is_asset_type(context, value_at(value_at(options, "with"), "type"))
    {
        return Phase::Known(ImportPhase::Asset);
    }
    if scope.space == 0 && is_awaited(context, node) {
        Phase::OfScope
    } else {
        Phase::Known(ImportPhase::Deferred)
    }
}

fn is_awaited(context: &ReaderContext<'_, '_>, node: NodeId) -> bool {
    let nodes = context.names.nodes;
    let mut child = node;
    for _ in 0..MAX_LEVELS {
        let Some(around) = nodes.tree.parent(child) else {
            return false;
        };
        let is_part = match nodes.kind(around) {
            "AwaitExpression" => return true,
            "MemberExpression" => {
                nodes.field(around, "object") == Some(child)
                    && matches!(
                        &*name(context, nodes.field(around, "property")),
                        "then" | "catch" | "finally"
                    )
            }
            "CallExpression" => {
                let callee = nodes.field(around, "callee");
                callee == Some(child)
                    || callee.is_some_and(|callee| {
                        matches!(
                            context.names.path(Some(callee), false).join(".").as_str(),
                            "Promise.all" | "Promise.allSettled" | "Promise.any" | "Promise.race"
                        )
                    })
            }
            "ArrayExpression" | "[]" => true,
            kind => is_wrapper(kind),
        };
        if !is_part {
            return false;
        }
        child = around;
    }
    false
}

/// Erased by the compiler: `type` before the list, or before each name of a non-empty list, which some configurations keep.
fn phase_of(context: &ReaderContext<'_, '_>, node: NodeId, kind_field: &str) -> Phase {
    let nodes = context.names.nodes;
    let is_type = |at: NodeId| {
        nodes
            .field(at, kind_field)
            .is_some_and(|kind| nodes.text(kind) == "type")
    };
    if is_type(node) {
        return Phase::Known(ImportPhase::TypeOnly);
    }
    let mut specifiers = nodes.children(nodes.field(node, "specifiers")).peekable();
    if specifiers.peek().is_some() && specifiers.all(is_type) {
        Phase::InlineTypes
    } else {
        of_attributes(context, nodes.children(nodes.field(node, "attributes")))
    }
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
    let phase = if is_called_at_load {
        Phase::Known(ImportPhase::Conditional)
    } else {
        Phase::OfScope
    };
    add(context, node, scope, Some(argument), binding, phase);
    true
}

fn name<'a>(context: &ReaderContext<'a, '_>, node: Option<NodeId>) -> Cow<'a, str> {
    context.names.simple(node).unwrap_or_default()
}
