//! Modules that are part of a language's runtime.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use base::languages::documents;

#[derive(Deserialize)]
struct BuiltinModules {
    python: PythonModules,
    php: PhpNames,
    node: NodeModules,
    javascript: JavaScriptNames,
}

#[derive(Deserialize)]
struct PythonModules {
    modules: HashSet<String>,
    first: HashSet<String>,
    classes: HashSet<String>,
}

#[derive(Deserialize)]
struct JavaScriptNames {
    classes: HashSet<String>,
}

/// Classes and functions in lower case.
#[derive(Deserialize)]
struct PhpNames {
    classes: HashSet<String>,
    functions: HashSet<String>,
    constants: HashSet<String>,
}

#[derive(Deserialize)]
struct NodeModules {
    modules: HashSet<String>,
}

static MODULES: LazyLock<BuiltinModules> = LazyLock::new(|| {
    serde_json::from_str(documents::BUILTIN_MODULES).expect("builtin-modules.json is checked by a test")
});

/// Whether a language has a class or type without an import. `list`: one of the data file.
pub fn is_builtin_class(list: &str, name: &str) -> bool {
    match list {
        "python" => MODULES.python.classes.contains(name),
        "javascript" => MODULES.javascript.classes.contains(name),
        _ => false,
    }
}

/// Whether a top-level module belongs to CPython's standard library.
pub fn is_python_standard(module: &str) -> bool {
    MODULES.python.modules.contains(module)
}

/// Whether CPython finds it before it searches any folder, so that no file of a project can replace it.
pub fn is_python_first(module: &str) -> bool {
    MODULES.python.first.contains(module)
}

/// Whether PHP or a common extension declares a class. `name`: in lower case.
pub fn is_php_class(name: &str) -> bool {
    MODULES.php.classes.contains(name)
}

/// Whether PHP or a common extension declares a function. `name`: in lower case.
pub fn is_php_function(name: &str) -> bool {
    MODULES.php.functions.contains(name)
}

/// Whether PHP or a common extension declares a constant. `name`: as written.
pub fn is_php_constant(name: &str) -> bool {
    MODULES.php.constants.contains(name)
}

/// Whether Node.js has it built in; `node:` marks these too, and some are known only by that prefix.
pub fn is_node_builtin(specifier: &str) -> bool {
    specifier.starts_with("node:") || MODULES.node.modules.contains(specifier)
}
