//! `import`, `from … import`, `__future__`, and the literal `__all__`, which lists the exports of a module.

use rustc_hash::FxHashMap;

use super::{FoundImport, ImportReader, ReaderContext, imported};
use crate::extract::range::is_white_space;
use crate::extract::scope::Scope;
use crate::facts::{ImportPhase, ImportedName, Lookup};
use syntax::flat_tree::NodeId;

/// Maximum number of blocks around an import that are searched for a test of `TYPE_CHECKING`.
const MAX_BLOCKS: u32 = 200;
const TYPE_CHECKING: &str = "TYPE_CHECKING";

/// What is known of the file so far.
pub struct PythonNames {
    /// Names in `__all__` with their nodes; `None` after a value that is not a literal.
    all: Option<FxHashMap<String, NodeId>>,
    /// Names of `TYPE_CHECKING`.
    type_checking: Vec<String>,
    is_script: Option<bool>,
    /// Names of `importlib.import_module`, and `__import__`.
    loaders: Vec<String>,
}

impl Default for PythonNames {
    fn default() -> Self {
        Self {
            all: Some(FxHashMap::default()),
            type_checking: vec![TYPE_CHECKING.to_owned()],
            is_script: None,
            loaders: vec!["__import__".to_owned(), "importlib.import_module".to_owned()],
        }
    }
}

impl<'a> ImportReader<'a> for PythonNames {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, scope: &Scope) -> bool {
        let nodes = context.names.nodes;
        match nodes.kind(node) {
            "import_statement" => self.modules(context, node, scope),
            "future_import_statement" => self.from(context, node, scope, "__future__"),
            "import_from_statement" => {
                let target = module_name(context, nodes.field(node, "module_name"));
                self.from(context, node, scope, &target);
            }
            "call" => {
                self.loaded(context, node, scope);
                return false;
            }
            "assignment" => {
                assigned(context, &mut self.all, node, scope, false);
                return false;
            }
            "augmented_assignment" => {
                assigned(context, &mut self.all, node, scope, true);
                return false;
            }
            _ => return false,
        }
        true
    }
}

impl PythonNames {
    /// Each module of `import a, b as c` is an import; `a.b` binds `a`, an alias binds the module itself.
    fn modules(&mut self, context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) {
        let nodes = context.names.nodes;
        for child in nodes.fields(node, "name") {
            let alias = nodes.field(child, "alias");
            let named = if alias.is_some() {
                nodes.field(child, "name")
            } else {
                Some(child)
            };
            let target = module_name(context, named);
            if let Some(alias) = alias.filter(|_| target == "importlib") {
                self.loaders.push(format!("{}.import_module", nodes.text(alias)));
            }
            let names = alias
                .map(|alias| imported("*", Some(&nodes.text(alias))))
                .into_iter()
                .collect();
            let specifier = target.clone().into();
            let found = FoundImport {
                specifier,
                names,
                target: (self.lookup(context, &target), target.into()),
                reexport: false,
                phase: self.phase(context, node, scope),
            };
            context.add(child, scope, found);
            if alias.is_none()
                && let (Some(import), Some(place)) = (context.imports.last(), context.places.last_mut())
            {
                place.bound = import.target.split('.').next().map(Into::into);
            }
        }
    }

    fn from(&mut self, context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope, target: &str) {
        let nodes = context.names.nodes;
        let type_checking = &mut self.type_checking;
        if target == "importlib" {
            for child in nodes.fields(node, "name") {
                let alias = nodes.field(child, "alias");
                let named = alias.and_then(|_| nodes.field(child, "name")).unwrap_or(child);
                if module_name(context, Some(named)) == "import_module" {
                    self.loaders.push(nodes.text(alias.unwrap_or(child)).into_owned());
                }
            }
        }
        let read = |child| match nodes.field(child, "alias") {
            None => imported(&module_name(context, Some(child)), None),
            Some(alias) => {
                let name = module_name(context, nodes.field(child, "name"));
                let alias = nodes.text(alias);
                if name == TYPE_CHECKING {
                    type_checking.push(alias.clone().into_owned());
                }
                imported(&name, Some(&alias))
            }
        };
        let mut names: Vec<ImportedName> = nodes.fields(node, "name").map(read).collect();
        if nodes.solids(node).any(|child| nodes.kind(child) == "wildcard_import") {
            names.push(imported("*", None));
        }
        let found = FoundImport {
            specifier: target.into(),
            names,
            target: (self.lookup(context, target), target.into()),
            reexport: false,
            phase: self.phase(context, node, scope),
        };
        context.add(node, scope, found);
    }

    /// `importlib.import_module('a.b')`, also with the package of a relative name, and `__import__('a.b')`.
    fn loaded(&self, context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) {
        let nodes = context.names.nodes;
        let Some(callee) = nodes.field(node, "function") else {
            return;
        };
        let first = match nodes.kind(callee) {
            "attribute" => nodes.field(callee, "object"),
            _ => Some(callee),
        };
        let written = nodes.tree.written(callee);
        if nodes.kind(first) != "identifier" || !self.loaders.iter().any(|it| it == written) {
            return;
        }
        let mut arguments = nodes
            .field(node, "arguments")
            .into_iter()
            .flat_map(|it| nodes.solids(it));
        let Some(module) = arguments
            .next()
            .and_then(|name| string(context, name))
            .filter(|it| !it.is_empty())
        else {
            return;
        };
        let second = arguments.next();
        let around = match second.filter(|_| nodes.kind(second) == "keyword_argument") {
            Some(keyword) if nodes.field(keyword, "name").map(|it| nodes.text(it)).as_deref() != Some("package") => {
                return;
            }
            Some(keyword) => nodes.field(keyword, "value"),
            None => second,
        };
        let target = if !module.starts_with('.') {
            Some(module.clone())
        } else if arguments.next().is_some() {
            None
        } else {
            in_package(context, &module, around)
        };
        let Some(target) = target else { return };
        let found = FoundImport {
            specifier: module.into(),
            names: Vec::new(),
            target: (Lookup::Loaded, target.into()),
            reexport: false,
            phase: self.phase(context, node, scope),
        };
        context.add(node, scope, found);
    }

    /// A script has a first line `#!` or a test of `__name__ == "__main__"` outside of functions and blocks.
    fn lookup(&mut self, context: &ReaderContext<'_, '_>, target: &str) -> Lookup {
        let nodes = context.names.nodes;
        let is_script = self.is_script.unwrap_or_else(|| {
            let is_test = |child: NodeId| {
                let condition = nodes.field(child, "condition");
                nodes.kind(child) == "if_statement" && self.guard(context, condition).0 == Some(ImportPhase::Deferred)
            };
            nodes.tree.source.starts_with("#!") || nodes.tree.children(0).any(is_test)
        });
        self.is_script = Some(is_script);
        if is_script && !target.starts_with('.') {
            Lookup::Script
        } else {
            Lookup::Module
        }
    }

    /// `type_checking` in `if TYPE_CHECKING:` and in the `else` of `if not TYPE_CHECKING:`; `deferred` in
    /// `if __name__ == "__main__":`, which does not run when the file is imported.
    fn phase(&self, context: &ReaderContext<'_, '_>, node: NodeId, scope: &Scope) -> Option<ImportPhase> {
        if !scope.is_conditional(node) {
            return None;
        }
        let nodes = context.names.nodes;
        let mut child = node;
        for _ in 0..MAX_BLOCKS {
            let around = nodes.tree.parent(child)?;
            if matches!(nodes.kind(around), "if_statement" | "elif_clause") {
                let (phase, negated) = self.guard(context, nodes.field(around, "condition"));
                let is_guarded = if nodes.field(around, "consequence") == Some(child) {
                    !negated
                } else {
                    negated && nodes.kind(child) == "else_clause"
                };
                if phase.is_some() && is_guarded {
                    return phase;
                }
            }
            child = around;
        }
        None
    }

    /// The phase of imports where a condition is true, or false if it is negated.
    fn guard(&self, context: &ReaderContext<'_, '_>, condition: Option<NodeId>) -> (Option<ImportPhase>, bool) {
        let nodes = context.names.nodes;
        let mut at = condition;
        let mut negated = false;
        loop {
            match nodes.kind(at) {
                "not_operator" => {
                    negated = !negated;
                    at = nodes.field(at, "argument");
                }
                "parenthesized_expression" => at = at.and_then(|at| nodes.solids(at).next()),
                _ => break,
            }
        }
        let type_checking = |is: bool| is.then_some(ImportPhase::TypeChecking);
        let written = |node: Option<NodeId>| node.map_or("", |node| nodes.tree.written(node));
        match nodes.kind(at) {
            "attribute" => (
                type_checking(written(nodes.field(at, "attribute")) == TYPE_CHECKING),
                negated,
            ),
            "identifier" => (
                type_checking(self.type_checking.iter().any(|it| it == written(at))),
                negated,
            ),
            "comparison_operator" => match compared_with_main(written(at)) {
                Some(differs) => (Some(ImportPhase::Deferred), negated != differs),
                None => (None, negated),
            },
            _ => (None, negated),
        }
    }
}

/// Of `__name__ == "__main__"`, in any order, whether it is an inequality.
fn compared_with_main(condition: &str) -> Option<bool> {
    let at = condition.find("==").or_else(|| condition.find("!="))?;
    let left = condition[..at].trim_end_matches(' ');
    let right = condition[at + 2..].trim_start_matches(' ');
    let is_main = |side: &str| matches!(side, "\"__main__\"" | "'__main__'");
    let is_pair = left == "__name__" && is_main(right) || is_main(left) && right == "__name__";
    is_pair.then(|| condition[at..].starts_with('!'))
}

/// Without blanks and continued lines between its parts.
fn module_name(context: &ReaderContext<'_, '_>, node: Option<NodeId>) -> String {
    let Some(node) = node else { return String::new() };
    let text = context.names.nodes.text(node);
    text.replace(|one| one == '\\' || is_white_space(one), "")
}

fn assigned(
    context: &mut ReaderContext<'_, '_>,
    all: &mut Option<FxHashMap<String, NodeId>>,
    node: NodeId,
    scope: &Scope,
    adds: bool,
) {
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
    *all = match (names, all.take()) {
        (Some(names), Some(mut known)) => {
            if !adds {
                known.clear();
            }
            for (name, node) in names {
                known.entry(name).or_insert(node);
            }
            Some(known)
        }
        _ => None,
    };
    context.exports.only(all.clone());
}

/// A relative name in a package: `__package__`, which is that of the file, or a literal.
fn in_package(context: &ReaderContext<'_, '_>, module: &str, around: Option<NodeId>) -> Option<String> {
    let nodes = context.names.nodes;
    let around = around?;
    if nodes.kind(around) == "identifier" && nodes.tree.written(around) == "__package__" {
        return Some(module.to_owned());
    }
    let name = string(context, around).filter(|it| !it.is_empty() && !module.starts_with(".."))?;
    Some(name + module)
}

/// Each string with its node.
fn strings(context: &ReaderContext<'_, '_>, list: NodeId) -> Option<Vec<(String, NodeId)>> {
    let elements = context.names.nodes.solids(list);
    elements
        .map(|element| Some((string(context, element)?, element)))
        .collect()
}

/// Value of a string without substitutions.
fn string(context: &ReaderContext<'_, '_>, element: NodeId) -> Option<String> {
    let nodes = context.names.nodes;
    let is_open = nodes.solids(element).any(|part| nodes.kind(part) == "interpolation");
    if nodes.kind(element) != "string" || is_open {
        return None;
    }
    let content = nodes
        .solids(element)
        .filter(|&part| nodes.kind(part) == "string_content");
    Some(content.map(|part| nodes.text(part)).collect())
}
