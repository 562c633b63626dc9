//! Modules that are part of a language's runtime.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::languages::documents;

#[derive(Deserialize)]
struct BuiltinModules {
    python: PythonModules,
    node: NodeModules,
}

#[derive(Deserialize)]
struct PythonModules {
    modules: HashSet<String>,
    first: HashSet<String>,
}

#[derive(Deserialize)]
struct NodeModules {
    modules: HashSet<String>,
}

static MODULES: LazyLock<BuiltinModules> = LazyLock::new(|| {
    serde_json::from_str(documents::BUILTIN_MODULES).expect("builtin-modules.json is checked by a test")
});

/// Whether a top-level module belongs to CPython's standard library.
pub fn is_python_standard(module: &str) -> bool {
    MODULES.python.modules.contains(module)
}

/// Whether CPython finds it before it searches any folder, so that no file of a project can replace it.
pub fn is_python_first(module: &str) -> bool {
    MODULES.python.first.contains(module)
}

/// Whether Node.js has it built in; `node:` marks these too, and some are known only by that prefix.
pub fn is_node_builtin(specifier: &str) -> bool {
    specifier.starts_with("node:") || MODULES.node.modules.contains(specifier)
}
