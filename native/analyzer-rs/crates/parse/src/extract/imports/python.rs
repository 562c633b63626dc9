//! `import`, `from … import`, `__future__`, and the literal `__all__`, which lists the exports of a module.

use rustc_hash::FxHashSet;

use super::{FoundImport, ImportReader, ReaderContext, imported};
use crate::extract::range::is_white_space;
use crate::extract::scope::Scope;
use crate::facts::{ImportPhase, ImportedName, Lookup};
use syntax::flat_tree::NodeId;

/// Maximum number of blocks around an import that are searched for a test of `TYPE_CHECKING`.
const MAX_BLOCKS: u32 = 200;

/// Names in `__all__` so far; `None` after a value that is not a literal.
pub struct AllNames(Option<FxHashSet<String>>);

impl Default for AllNames {
    fn default() -> Self {
        Self(Some(FxHashSet::default()))
    }
}

impl<'a> ImportReader<'a> for AllNames {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        let all = self;
        let nodes = context.names.nodes;
        match nodes.kind(node) {
            "import_statement" => modules(context, node, scope),
            "future_import_statement" => from(context, node, scope, "__future__"),
            "import_from_statement" => {
                let target = module_name(context, nodes.field(node, "module_name"));
                from(context, node, scope, &target);
            }
            "assignment" => {
                assigned(context, all, node, scope, false);
                return false;
            }
            "augmented_assignment" => {
                assigned(context, all, node, scope, true);
                return false;
            }
            _ => return false,
        }
        true
    }
}

/// Each module of `import a, b as c` is an import; `a.b` binds `a`, an alias binds the module itself.
fn modules(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) {
    let nodes = context.names.nodes;
    for child in nodes.fields(node, "name") {
        let alias = nodes.field(child, "alias");
        let named = if alias.is_some() {
            nodes.field(child, "name")
        } else {
            Some(child)
        };
        let target = module_name(context, named);
        let names = alias
            .map(|alias| imported("*", Some(&nodes.text(alias))))
            .into_iter()
            .collect();
        let specifier = target.clone().into();
        let found = FoundImport {
            specifier,
            names,
            target: (Lookup::Module, target.into()),
            reexport: false,
            phase: phase(context, node, scope),
        };
        context.add(child, scope, found);
    }
}

fn from(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope, target: &str) {
    let nodes = context.names.nodes;
    let read = |child| match nodes.field(child, "alias") {
        None => imported(&module_name(context, Some(child)), None),
        Some(alias) => imported(
            &module_name(context, nodes.field(child, "name")),
            Some(&nodes.text(alias)),
        ),
    };
    let mut names: Vec<ImportedName> = nodes.fields(node, "name").map(read).collect();
    if nodes.solids(node).any(|child| nodes.kind(child) == "wildcard_import") {
        names.push(imported("*", None));
    }
    let found = FoundImport {
        specifier: target.into(),
        names,
        target: (Lookup::Module, target.into()),
        reexport: false,
        phase: phase(context, node, scope),
    };
    context.add(node, scope, found);
}

/// `type_checking` in `if TYPE_CHECKING:` and in the `else` of `if not TYPE_CHECKING:`.
fn phase(context: &ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> Option<ImportPhase> {
    if !scope.is_conditional(node) {
        return None;
    }
    let nodes = context.names.nodes;
    let mut child = node;
    for _ in 0..MAX_BLOCKS {
        let around = nodes.tree.parent(child)?;
        if matches!(nodes.kind(around), "if_statement" | "elif_clause") {
            let negated = type_checking(context, nodes.field(around, "condition"));
            let is_guarded = if nodes.field(around, "consequence") == Some(child) {
                negated == Some(false)
            } else {
                nodes.kind(child) == "else_clause" && negated == Some(true)
            };
            if is_guarded {
                return Some(ImportPhase::TypeChecking);
            }
        }
        child = around;
    }
    None
}

/// For a condition that is `TYPE_CHECKING` or `module.TYPE_CHECKING`, whether it is negated.
fn type_checking(context: &ReaderContext<'_, '_>, condition: Option<NodeId>) -> Option<bool> {
    let nodes = context.names.nodes;
    let mut at = condition;
    let mut negated = false;
    loop {
        match nodes.kind(at) {
            "not_operator" => {
                negated = !negated;
                at = nodes.field(at?, "argument");
            }
            "parenthesized_expression" => at = nodes.solids(at?).next(),
            "attribute" => {
                at = nodes.field(at?, "attribute");
                break;
            }
            _ => break,
        }
    }
    let is_name = nodes.kind(at) == "identifier" && nodes.tree.written(at?) == "TYPE_CHECKING";
    is_name.then_some(negated)
}

/// Without blanks and continued lines between its parts.
fn module_name(context: &ReaderContext<'_, '_>, node: Option<NodeId>) -> String {
    let Some(node) = node else { return String::new() };
    let text = context.names.nodes.text(node);
    text.replace(|one| one == '\\' || is_white_space(one), "")
}

fn assigned(context: &mut ReaderContext<'_, '_>, all: &mut AllNames, node: NodeId, scope: &Scope, adds: bool) {
    let nodes = context.names.nodes;
    if scope.space != 0 || scope.within != -1 {
        return;
    }
    let left = nodes
        .field(node, "left")
        .filter(|&left| nodes.kind(left) == "identifier");
    if left.is_none_or(|left| nodes.tree.written(left) != "__all__") {
        return;
    }
    let right = nodes.field(node, "right");
    let is_list = matches!(nodes.kind(right), "list" | "tuple" | "expression_list" | "set");
    let names = right.filter(|_| is_list).and_then(|right| strings(context, right));
    all.0 = match (names, all.0.take()) {
        (Some(names), Some(mut known)) => {
            if !adds {
                known.clear();
            }
            known.extend(names);
            Some(known)
        }
        _ => None,
    };
    context.exports.only(all.0.clone());
}

fn strings(context: &ReaderContext<'_, '_>, list: NodeId) -> Option<Vec<String>> {
    let nodes = context.names.nodes;
    let read = |element| {
        let is_open = nodes.solids(element).any(|part| nodes.kind(part) == "interpolation");
        if nodes.kind(element) != "string" || is_open {
            return None;
        }
        let content = nodes
            .solids(element)
            .filter(|&part| nodes.kind(part) == "string_content");
        Some(content.map(|part| nodes.text(part)).collect())
    };
    nodes.solids(list).map(read).collect()
}
