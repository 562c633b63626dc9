//! `include` and `require` of literal paths, and classes, which an autoloader finds: by `use` or by their name.

use std::cell::OnceCell;

use super::php_constants::{Constants, only_constants};
use super::php_references::{PhpReferences, is_class_name};
use super::php_strings::string;
use super::{DYNAMIC, FoundImport, ImportReader, ReaderContext, Target, imported};
use crate::extract::nodes::Nodes;
use crate::extract::scope::Scope;
use crate::facts::{ImportPhase, Lookup};
use syntax::flat_tree::NodeId;

/// Constants in each other, and operands of a path.
const MAX_PARTS: usize = 64;
/// Maximum number of levels; no real path has more, and each costs two units of the target.
const MAX_LEVELS: f64 = 64.0;

#[derive(Default)]
pub struct PhpImports<'a> {
    references: PhpReferences,
    /// Computed on first use.
    constants: OnceCell<Constants<'a>>,
}

impl<'a> ImportReader<'a> for PhpImports<'a> {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        let references = &mut self.references;
        match context.names.nodes.kind(node) {
            "namespace_use_declaration" => uses(context, references, node, scope),
            "include_expression" | "include_once_expression" | "require_expression" | "require_once_expression" => {
                include(context, &self.constants, node, scope);
            }
            kind => {
                references.read(context, node, kind, scope);
                return false;
            }
        }
        true
    }
}

/// Each name of a group is a separate import.
fn uses(context: &mut ReaderContext<'_, '_>, references: &mut PhpReferences, node: NodeId, scope: &Scope) {
    let nodes = context.names.nodes;
    let of = nodes.field(node, "type");
    let group = nodes.field(node, "body");
    let namespace = nodes.solids(node).find(|&child| nodes.kind(child) == "namespace_name");
    let before = match (group, namespace) {
        (Some(_), Some(namespace)) => format!("{}\\", nodes.text(namespace)),
        _ => String::new(),
    };
    for clause in nodes.solids(group.unwrap_or(node)) {
        if nodes.kind(clause) != "namespace_use_clause" {
            continue;
        }
        let alias = nodes.field(clause, "alias").map(|alias| nodes.text(alias));
        let Some(name) = nodes.solids(clause).find(|&child| is_class_name(nodes.kind(child))) else {
            continue;
        };
        let specifier = before.clone() + &nodes.text(name);
        let last = specifier.rsplit('\\').next().unwrap_or("");
        let names = vec![imported(last, alias.as_deref())];
        let target = specifier.strip_prefix('\\').unwrap_or(&specifier).to_owned();
        // Functions and constants have tables of their own.
        let table = of
            .or_else(|| nodes.field(clause, "type"))
            .map(|it| nodes.text(it).to_ascii_lowercase());
        let lookup = match table.as_deref() {
            Some("function") => Lookup::Function,
            Some("const") => Lookup::Constant,
            _ => Lookup::Autoload,
        };
        if lookup == Lookup::Autoload {
            references.add_use(alias.as_deref().unwrap_or(last), &target);
        }
        let target = (lookup, target.into());
        context.add(
            clause,
            scope,
            FoundImport {
                specifier: specifier.into(),
                names,
                target,
                reexport: false,
                // A name without members loads nothing: the autoloader runs when the class is first used.
                phase: Some(ImportPhase::Deferred),
            },
        );
    }
}

fn include<'a>(context: &mut ReaderContext<'a, '_>, constants: &OnceCell<Constants<'a>>, node: NodeId, scope: &Scope) {
    let nodes = context.names.nodes;
    let Some(argument) = unwrap(nodes, nodes.solids(node).next()) else {
        return;
    };
    let specifier = string(nodes, argument).map_or_else(|| nodes.text(argument), Into::into);
    let target = path(nodes, constants, argument);
    context.add(
        node,
        scope,
        FoundImport {
            specifier,
            names: Vec::new(),
            target,
            reexport: false,
            phase: None,
        },
    );
}

/// Concatenated literals and constants of the file; the first operand may be the file's own directory.
fn path<'a>(nodes: Nodes<'a>, constants: &OnceCell<Constants<'a>>, node: NodeId) -> Target<'static> {
    let parts = with_constants(nodes, constants, parts(nodes, node));
    let levels = parts.first().copied().flatten().and_then(|first| levels(nodes, first));
    let literals = &parts[usize::from(levels.is_some())..];
    let Some(text) = literals
        .iter()
        .map(|&part| string(nodes, part?))
        .collect::<Option<String>>()
    else {
        return DYNAMIC;
    };
    match levels {
        None => (Lookup::Path, text.into()),
        // Without a slash the string continues the folder's own name.
        Some(_) if !text.starts_with('/') => DYNAMIC,
        Some(levels) => (Lookup::Directory, ("/..".repeat(levels) + &text).into()),
    }
}

/// The operands, with the values of constants in their place.
fn with_constants<'a>(
    nodes: Nodes<'a>,
    constants: &OnceCell<Constants<'a>>,
    operands: Vec<Option<NodeId>>,
) -> Vec<Option<NodeId>> {
    let value_of = |part: Option<NodeId>| {
        let name = part.filter(|_| nodes.kind(part) == "name")?;
        let constants = constants.get_or_init(|| only_constants(nodes));
        constants.get(&nodes.text(name)).copied()
    };
    let mut expanded = operands.clone();
    for _ in 0..MAX_PARTS {
        if expanded.len() > MAX_PARTS {
            break;
        }
        let found = expanded
            .iter()
            .enumerate()
            .find_map(|(at, part)| Some((at, value_of(*part)?)));
        let Some((at, value)) = found else {
            return expanded;
        };
        let value = unwrap(nodes, Some(value));
        let inner = value.map_or_else(|| vec![None], |value| parts(nodes, value));
        expanded.splice(at..=at, inner);
    }
    operands
}

/// Operands of `.`, in order.
fn parts(nodes: Nodes<'_>, node: NodeId) -> Vec<Option<NodeId>> {
    let mut parts = Vec::new();
    let mut waiting = vec![Some(node)];
    while let Some(at) = waiting.pop() {
        let operator = if nodes.kind(at) == "binary_expression" {
            nodes.field(at, "operator")
        } else {
            None
        };
        if operator.is_some_and(|operator| nodes.text(operator) == ".") {
            waiting.push(unwrap(nodes, nodes.field(at, "right")));
            waiting.push(unwrap(nodes, nodes.field(at, "left")));
        } else {
            parts.push(at);
        }
    }
    parts
}

/// Number of folders above the file's own that an expression of `__DIR__`, `__FILE__` and `dirname` refers to.
fn levels(nodes: Nodes<'_>, node: NodeId) -> Option<usize> {
    let mut levels = 0.0;
    let mut at = Some(node);
    while nodes.kind(at) == "function_call_expression" && levels <= MAX_LEVELS {
        let function = nodes
            .field(at, "function")
            .map(|function| nodes.text(function).to_lowercase());
        if function.as_deref() != Some("dirname") {
            return None;
        }
        let mut arguments = nodes
            .field(at, "arguments")
            .into_iter()
            .flat_map(|list| nodes.solids(list))
            .map(|argument| nodes.solids(argument).next());
        let path = arguments.next().flatten();
        levels += match arguments.next().flatten() {
            Some(count) => decimal(&nodes.text(count))?,
            None => 1.0,
        };
        at = unwrap(nodes, path);
    }
    if levels > MAX_LEVELS || nodes.kind(at) != "name" {
        return None;
    }
    match nodes.text(at?).to_uppercase().as_str() {
        "__DIR__" => Some(levels as usize),
        "__FILE__" if levels > 0.0 => Some((levels - 1.0) as usize),
        _ => None,
    }
}

/// PHP reads `010` as eight, and rejects values below one.
fn decimal(text: &str) -> Option<f64> {
    let is_decimal = !text.starts_with('0') && text.bytes().all(|unit| unit.is_ascii_digit());
    is_decimal.then(|| text.parse().ok()).flatten()
}

fn unwrap(nodes: Nodes<'_>, node: Option<NodeId>) -> Option<NodeId> {
    let mut at = node;
    while nodes.kind(at) == "parenthesized_expression" {
        at = at.and_then(|at| nodes.solids(at).next());
    }
    at
}
