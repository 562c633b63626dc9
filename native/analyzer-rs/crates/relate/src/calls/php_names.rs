//! The full names that a PHP name may mean.

use crate::reasons::{call, import};

use super::call_file::CallFile;
use super::dotted::head_of;
use super::included::{NameKind, NameToTry, NamesToTry};

/// In PHP's order: fully qualified names unchanged; others by the file's `use` declarations, else below the
/// namespace; a bare function name also in the global namespace. Classes and functions have different tables. `callee` is
/// folded, with the class before a dot.
///
/// https://www.php.net/manual/language.namespaces.rules.php
pub fn php_names(file: &CallFile<'_>, namespace: &str, callee: &str, is_class: bool) -> NamesToTry {
    let head = head_of(callee);
    let rest = &callee[head.len()..];
    let kind = if head.starts_with('$') {
        NameKind::Any
    } else if is_class || !rest.is_empty() {
        NameKind::Class
    } else {
        NameKind::Function
    };
    let only = |name: &str, otherwise| NamesToTry {
        names: vec![NameToTry {
            name: format!("{name}{rest}"),
            kind,
        }],
        otherwise,
    };
    if kind == NameKind::Any {
        return only(head, call::NOT_INCLUDED);
    }
    if let Some(name) = head.strip_prefix('\\') {
        return only(name, call::NOT_INCLUDED);
    }
    let part = head.find('\\');
    let first = &head[..part.unwrap_or(head.len())];
    if let (Some(part), "namespace") = (part, first) {
        return only(&below(namespace, &head[part + 1..]), call::NOT_INCLUDED);
    }
    let uses = if kind == NameKind::Function && part.is_none() {
        &file.imported.functions
    } else {
        &file.imported.autoloaded
    };
    if let Some(used) = uses.get(first) {
        return only(&format!("{used}{}", &head[first.len()..]), import::AUTOLOAD);
    }
    let mut here = only(&below(namespace, head), call::NOT_INCLUDED);
    if part.is_none() && kind == NameKind::Function && !namespace.is_empty() {
        here.names.push(NameToTry {
            name: head.to_owned(),
            kind,
        });
    }
    here
}

/// The namespace of each declaration of a file, which is that of its outermost declaration; the last item is for
/// calls at file level, if all declarations share one namespace.
pub fn php_namespaces(file: &CallFile<'_>) -> Vec<String> {
    let mut namespaces: Vec<String> = Vec::new();
    for it in &file.facts.declarations {
        let around = usize::try_from(it.within)
            .ok()
            .and_then(|within| namespaces.get(within).cloned());
        namespaces.push(around.unwrap_or_else(|| namespace_of(&file.declared.fold(&it.qualified_name))));
    }
    let shared = match namespaces.split_first() {
        Some((first, others)) if others.iter().all(|it| it == first) => first.clone(),
        _ => String::new(),
    };
    namespaces.push(shared);
    namespaces
}

fn namespace_of(qualified: &str) -> String {
    let name = head_of(qualified);
    name[..name.rfind('\\').unwrap_or(0)].to_owned()
}

fn below(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}\\{name}")
    }
}
