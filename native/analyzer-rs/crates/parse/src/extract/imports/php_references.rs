//! Classes that PHP code names: the first mention of each class, and the first one in each earlier phase. A class that
//! `use` imports is listed only where it is loaded earlier than at its first use.

use rustc_hash::FxHashMap;

use super::{FoundImport, ReaderContext};
use crate::extract::scope::Scope;
use crate::facts::{ImportPhase, Lookup};
use syntax::flat_tree::NodeId;

/// Names that are not classes, in lower case.
const RESERVED: [&str; 17] = [
    "self", "static", "parent", "array", "bool", "callable", "false", "float", "int", "iterable", "mixed", "never",
    "null", "object", "string", "true", "void",
];

/// Whether nodes of a kind name a class.
pub fn is_class_name(kind: &str) -> bool {
    matches!(kind, "name" | "qualified_name" | "namespace_name" | "relative_name")
}

#[derive(Default)]
pub struct PhpReferences {
    /// Full names by local name in lower case.
    used: FxHashMap<String, String>,
    /// The earliest phase of each class, by full name in lower case.
    phases: FxHashMap<String, ImportPhase>,
    namespace: String,
}

impl PhpReferences {
    /// A class that `use` imports.
    pub fn add_use(&mut self, local: &str, target: &str) {
        self.used.insert(local.to_ascii_lowercase(), target.to_owned());
        let phase = self
            .phases
            .entry(target.to_ascii_lowercase())
            .or_insert(ImportPhase::Deferred);
        *phase = (*phase).min(ImportPhase::Deferred);
    }

    pub fn read(&mut self, context: &mut ReaderContext<'_, '_>, node: NodeId, kind: &str, scope: &Scope) {
        let nodes = context.names.nodes;
        match kind {
            "namespace_definition" => {
                let name = nodes.field(node, "name");
                self.namespace = name.map(|name| nodes.text(name).into_owned()).unwrap_or_default();
                self.used.clear();
            }
            "base_clause" | "class_interface_clause" | "use_declaration" => {
                for name in nodes.solids(node) {
                    self.add(context, Some(name), scope, declared(scope, node));
                }
            }
            "object_creation_expression" => {
                let name = nodes.solids(node).next();
                self.add(context, name, scope, executed(scope, node));
            }
            "scoped_call_expression" | "scoped_property_access_expression" => {
                self.add(context, nodes.field(node, "scope"), scope, executed(scope, node));
            }
            "class_constant_access_expression" => {
                let mut names = nodes.solids(node);
                let (name, constant) = (names.next(), names.next());
                let is_name = constant.is_some_and(|it| nodes.text(it).eq_ignore_ascii_case("class"));
                let phase = if is_name {
                    ImportPhase::TypeOnly
                } else {
                    executed(scope, node)
                };
                self.add(context, name, scope, phase);
            }
            "binary_expression" => {
                let operator = nodes.field(node, "operator");
                if operator.is_some_and(|it| nodes.text(it).eq_ignore_ascii_case("instanceof")) {
                    self.add(context, nodes.field(node, "right"), scope, ImportPhase::TypeOnly);
                }
            }
            _ => {
                let name = nodes.solids(node).next();
                self.add(context, name, scope, ImportPhase::TypeOnly);
            }
        }
    }

    fn add(&mut self, context: &mut ReaderContext<'_, '_>, name: Option<NodeId>, scope: &Scope, phase: ImportPhase) {
        let nodes = context.names.nodes;
        let Some(name) = name.filter(|&name| is_class_name(nodes.kind(name))) else {
            return;
        };
        let specifier = nodes.text(name);
        let Some(target) = self.full_name(&specifier) else {
            return;
        };
        let key = target.to_ascii_lowercase();
        if self.phases.get(&key).is_some_and(|known| *known <= phase) {
            return;
        }
        self.phases.insert(key, phase);
        context.add(
            name,
            scope,
            FoundImport {
                specifier,
                names: Vec::new(),
                target: (Lookup::Class, target.into()),
                reexport: false,
                phase: Some(phase),
            },
        );
    }

    /// <https://www.php.net/manual/language.namespaces.rules.php>
    fn full_name(&self, written: &str) -> Option<String> {
        if let Some(name) = written.strip_prefix('\\') {
            return Some(name.to_owned());
        }
        let (first, rest) = match written.find('\\') {
            Some(end) => (&written[..end], Some(&written[end..])),
            None => (written, None),
        };
        let first = first.to_ascii_lowercase();
        match rest {
            None if RESERVED.contains(&first.as_str()) => return None,
            Some(rest) if first == "namespace" => return Some(self.below(&rest[1..])),
            _ => {}
        }
        Some(match self.used.get(&first) {
            Some(used) => used.clone() + rest.unwrap_or(""),
            None => self.below(written),
        })
    }

    fn below(&self, name: &str) -> String {
        if self.namespace.is_empty() {
            name.to_owned()
        } else {
            format!("{}\\{name}", self.namespace)
        }
    }
}

/// The phase of a class that must exist when another one is declared: its parent, interfaces and traits.
fn declared(scope: &Scope, node: NodeId) -> ImportPhase {
    if scope.space != 0 {
        ImportPhase::Deferred
    } else if scope.is_conditional(node) {
        ImportPhase::Conditional
    } else {
        ImportPhase::Load
    }
}

/// The phase of a class in an expression; values of constants and properties are evaluated at their first use.
fn executed(scope: &Scope, node: NodeId) -> ImportPhase {
    if scope.members {
        ImportPhase::Deferred
    } else {
        declared(scope, node)
    }
}
