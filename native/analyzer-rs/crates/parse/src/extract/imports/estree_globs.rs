//! `import.meta.glob('./x/*.ts')`, also with a list of patterns and options: https://vite.dev/guide/features#glob-import,
//! and `require.context`

use std::borrow::Cow;

use super::estree_bindings::key_of;
use super::estree_literals::string_of;
use super::file_patterns::file_patterns;
use super::{DYNAMIC, FoundImport, ReaderContext};
use crate::extract::scope::Scope;
use crate::facts::{ImportPhase, Lookup};
use syntax::flat_tree::NodeId;

/// The call is also listed as one.
pub fn add_glob(context: &mut ReaderContext<'_, '_>, node: NodeId, scope: &Scope) {
    let found = glob_call(context, node);
    if let Some(found) = found {
        context.add(node, scope, found);
    }
}

fn glob_call<'a>(context: &ReaderContext<'a, '_>, node: NodeId) -> Option<FoundImport<'a>> {
    let nodes = context.names.nodes;
    let callee = nodes
        .field(node, "callee")
        .filter(|it| nodes.kind(*it) == "MemberExpression")?;
    let written = nodes.tree.written(callee);
    if written == "require.context" {
        return context_call(context, node);
    }
    if !matches!(written, "import.meta.glob" | "import.meta.globEager") {
        return None;
    }
    let mut arguments = nodes.children(nodes.field(node, "arguments"));
    let argument = arguments.next()?;
    let options = arguments.next();
    let is_list = nodes.kind(argument) == "ArrayExpression";
    let items: Vec<NodeId> = if is_list {
        nodes.children(nodes.field(argument, "elements")).collect()
    } else {
        vec![argument]
    };
    let patterns: Option<Vec<Cow<'_, str>>> = items.iter().map(|it| string_of(nodes, Some(*it))).collect();
    let target = match patterns {
        Some(patterns) if !patterns.is_empty() => (Lookup::Glob, patterns.join("\n").into()),
        _ => DYNAMIC,
    };
    let specifier = match string_of(nodes, Some(argument)) {
        Some(pattern) if !is_list => pattern,
        _ => nodes.text(argument),
    };
    let value = |key| option_of(context, options, key);
    let query = string_of(nodes, value("query")).map(|it| it.replacen('?', "", 1));
    let kind = query.or_else(|| string_of(nodes, value("as")).map(Cow::into_owned));
    let is_eager = written.ends_with("Eager") || value("eager").is_some_and(|it| nodes.text(it) == "true");
    let phase = match kind.as_deref() {
        Some("raw" | "url" | "inline") => Some(ImportPhase::Asset),
        Some("worker" | "sharedworker") => Some(ImportPhase::Worker),
        _ => (!is_eager).then_some(ImportPhase::Deferred),
    };
    Some(FoundImport {
        specifier,
        names: Vec::new(),
        target,
        reexport: false,
        phase,
    })
}

/// `require.context('./x', true, /\.js$/)`, which loads a module only when it is asked for it:
/// https://webpack.js.org/guides/dependency-management/#requirecontext
fn context_call<'a>(context: &ReaderContext<'a, '_>, node: NodeId) -> Option<FoundImport<'a>> {
    let nodes = context.names.nodes;
    let mut arguments = nodes.children(nodes.field(node, "arguments"));
    let folder = arguments.next()?;
    let (deep, expression) = (arguments.next(), arguments.next());
    let name = string_of(nodes, Some(folder));
    let is_deep = deep.map_or("true".into(), |it| nodes.text(it));
    let written = expression.map(|it| nodes.text(it));
    let regular = written.as_ref().and_then(|it| it.strip_prefix('/')?.strip_suffix('/'));
    let is_known = matches!(is_deep.as_ref(), "true" | "false") && regular.is_some() == written.is_some();
    let patterns = name
        .as_ref()
        .filter(|_| is_known)
        .map(|name| file_patterns(name.trim_end_matches('/'), is_deep == "true", regular));
    Some(FoundImport {
        target: patterns.map_or(DYNAMIC, |patterns| (Lookup::Glob, patterns.join("\n").into())),
        specifier: name.unwrap_or_else(|| nodes.text(folder)),
        names: Vec::new(),
        reexport: false,
        phase: Some(ImportPhase::Deferred),
    })
}

fn option_of(context: &ReaderContext<'_, '_>, options: Option<NodeId>, key: &str) -> Option<NodeId> {
    let nodes = context.names.nodes;
    let options = options.filter(|it| nodes.kind(*it) == "ObjectExpression")?;
    let mut properties = nodes.children(nodes.field(options, "properties"));
    let found = properties.find(|it| key_of(context, *it).as_deref() == Some(key))?;
    nodes.field(found, "value")
}
