//! Why an import or a call is external or unresolved: the one table of these phrases.

use std::borrow::Cow;

use super::model::Reason;

/// Of imports.
pub mod import {
    pub const DYNAMIC: &str = "not a literal";
    pub const WORKING_DIRECTORY: &str = "relative to a working directory that is not known";
    pub const SUFFIX: &str = "the only file that ends with it; its folder is not known";
    pub const SUFFIX_MANY: &str = "several files end with it; its folder is not known";
    pub const SUFFIX_NONE: &str = "no file ends with it; its folder is not known";
    pub const EMPTY: &str = "an empty path";
    pub const PHP: &str = "built into PHP";
    pub const PHP_NAMESPACE: &str = "a namespace, which has no file";
    pub const COMPOSER_PACKAGE: &str = "in a package of composer.lock";
    pub const CONSTANT: &str = "facts do not list constants";
    pub const MANY: &str = "more files have that name than are listed";
    pub const AUTOLOAD: &str = "no file of the project declares it";
    pub const LANGUAGE_CLASS: &str = "built into the language";
    pub const LANGUAGE: &str = "no import rules for this language";
    pub const OUTSIDE: &str = "leads outside the project";
    pub const ABSOLUTE: &str = "an absolute path";
    pub const URL: &str = "a URL or a name of the runtime or bundler";

    pub const STANDARD_LIBRARY: &str = "in the standard library";
    pub const NOT_HERE: &str = "not in this project";
    pub const BESIDE: &str =
        "only next to the importing file, whose folder is not a source root (--source-root adds one)";
    pub const NEIGHBOR: &str = "in a member of its workspace that this one does not require";
    pub const OTHER_PROJECT: &str = "only in a Python project that this one does not require (--source-root adds it)";
    pub const NAMESPACE: &str = "a namespace package, which has no file";

    pub const NODE: &str = "built into Node.js";
    pub const PACKAGE: &str = "a package outside the project";
    pub const PACKAGE_IMPORTS: &str = "no file for it in the imports map of package.json";
    pub const PATH_MAP: &str = "a path map that no tsconfig.json in the project has";
    pub const LOADER: &str = "a loader of the bundler is not read";
    pub const PACKAGE_FOLDER: &str = "a folder whose package.json names no file of the project";
    pub const WORKSPACE_ENTRY: &str = "a workspace package without a file for it in the project";
    pub const GLOB_NONE: &str = "no file matches the patterns";
    pub const GLOB_LEFT_OUT: &str = "only files match the patterns that the scan leaves out";
    pub const GLOB_MANY: &str = "more files match the patterns than are listed";
    pub const GLOB_SYNTAX: &str = "a pattern that is not read";
    pub const GLOB_CALLS: &str = "the project has too many calls with patterns";
    pub const NO_INDEX: &str = "a folder without an index file";
}

/// Of calls, unless the reason of their import applies.
pub mod call {
    pub const COMPUTED: &str = "the callee is computed";
    pub const RECEIVER: &str = "the receiver is not known";
    pub const COMPUTED_BASE: &str = "computed";
    pub const BASE_VARIABLE: &str = "a variable, whose value is not known";
    pub const OWN_NAME: &str = "its own name, which is also bound elsewhere";
    pub const PARAMETER: &str = "a parameter";
    pub const VARIABLE: &str = "a local variable";
    pub const REASSIGNED: &str = "its variable also gets other values";
    pub const UNDECLARED: &str = "neither declared nor imported in this file";
    pub const NOT_INCLUDED: &str = "neither declared in this file nor in the files it includes";
    pub const POSSIBLE_INCLUDE: &str = "declared in a file that is possibly included";
    pub const LATER: &str = "declared only after the call";
    pub const REPLACED: &str = "a file that is sourced before the call possibly declares it";
    pub const NO_MEMBER: &str = "neither the class nor its base classes declare it";
    pub const INTERFACE_MEMBER: &str = "facts list no such member of the interface";
    pub const UNKNOWN_BASE: &str = "the class does not declare it, and one of its base classes is not known";
    pub const TOO_MANY_BASES: &str = "too many base classes";
    pub const NO_CLASS: &str = "not inside a class";
    pub const NOT_THERE: &str = "not declared in the file its import leads to";
    pub const NOT_ANALYSED: &str = "its import leads to a file that was not analyzed";
    pub const MODULE: &str = "a module is not callable";
    pub const STAR: &str = "possibly from a wildcard import outside the analyzed files";
    pub const CIRCLE: &str = "its imports form a cycle";
    pub const MANY: &str = "more declarations have that name than are listed";
    pub const FAR: &str = "too many re-exports away";
}

/// The reason of a call on an object of a declared type outside the project.
pub fn declared_as(declared: &str) -> Reason {
    Reason::Formatted(format!("its receiver is declared as {declared}, which no class of the project is").into())
}

/// The reason of an import without a target: the searched project paths, without the tried extensions.
pub fn nothing_at(paths: &[String]) -> Reason {
    Reason::Formatted(nothing(paths).into())
}

/// The same for a path that a process opens: its working directory is unknown.
pub fn nothing_at_run(paths: &[String]) -> Reason {
    Reason::Formatted(format!("{}; the working directory may differ", nothing(paths)).into())
}

/// The reason of an import of a file that the scan leaves out, which `reason` says why.
pub fn leads_to_left_out(path: &str, reason: &str) -> Reason {
    Reason::Formatted(format!("leads to {}, which the scan leaves out ({reason})", shown(path)).into())
}

/// The same for a path in a folder.
pub fn leads_into(folder: &str, reason: &str) -> Reason {
    Reason::Formatted(format!("leads into {}, which the scan leaves out ({reason})", shown(folder)).into())
}

fn nothing(paths: &[String]) -> String {
    if let [path] = paths {
        return ["nothing at ", &shown(path)].concat();
    }
    let shown: Vec<Cow<'_, str>> = paths.iter().map(|path| shown(path)).collect();
    format!("nothing at {}", shown.join(" or "))
}

/// Cut at 200 UTF-16 units, as in the other engine, and never within a character.
fn shown(path: &str) -> Cow<'_, str> {
    if path.is_empty() {
        return ".".into();
    }
    let mut units = 0;
    for (at, character) in path.char_indices() {
        units += character.len_utf16();
        if units > 200 {
            return format!("{}…", &path[..at]).into();
        }
    }
    path.into()
}
