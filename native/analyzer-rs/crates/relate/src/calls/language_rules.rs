//! How the names of a language's calls are resolved; everything else is equal for all languages.

pub struct CallRules {
    /// Receivers that mean the class around the call.
    pub self_names: &'static [&'static str],
    /// Names that create an object of that class when called.
    pub self_class: &'static [&'static str],
    /// Receivers that mean its base classes.
    pub parent: &'static [&'static str],
    /// Calling such a receiver itself calls the constructor of the base class.
    pub parent_is_class: bool,
    /// A class that is reached through several base classes is searched after all of them.
    pub shared_bases_last: bool,
    /// Code directly in a class body sees the class's own names.
    pub sees_class_body: bool,
    /// An unbound import of all names (`from m import *`) binds them in the importing file.
    pub binds_stars: bool,
    /// `import a.b` without names binds `a`.
    pub binds_modules: bool,
    /// Calling an imported module calls what it exports as `default`.
    pub calls_default: bool,
    /// Names of functions and classes are case-insensitive for ASCII letters.
    pub ignores_case: bool,
    /// An include makes everything of the included file visible.
    pub includes: bool,
    /// Using a class by its full name makes its file visible.
    pub autoloads: bool,
    /// Every function is visible in the whole file under its bare name, and dots are part of names.
    pub flat: bool,
}

const PLAIN: CallRules = CallRules {
    self_names: &[],
    self_class: &[],
    parent: &[],
    parent_is_class: false,
    shared_bases_last: false,
    sees_class_body: false,
    binds_stars: false,
    binds_modules: false,
    calls_default: false,
    ignores_case: false,
    includes: false,
    autoloads: false,
    flat: false,
};

const PYTHON: CallRules = CallRules {
    self_names: &["self", "cls"],
    self_class: &["cls"],
    parent: &["super"],
    shared_bases_last: true,
    sees_class_body: true,
    binds_stars: true,
    binds_modules: true,
    ..PLAIN
};

const JAVASCRIPT: CallRules = CallRules {
    self_names: &["this"],
    parent: &["super"],
    parent_is_class: true,
    calls_default: true,
    ..PLAIN
};

const PHP: CallRules = CallRules {
    self_names: &["$this", "self", "static"],
    self_class: &["self", "static"],
    parent: &["parent"],
    parent_is_class: true,
    ignores_case: true,
    includes: true,
    autoloads: true,
    ..PLAIN
};

const BASH: CallRules = CallRules {
    includes: true,
    flat: true,
    ..PLAIN
};

/// A language without an entry has no receivers and sees its own file's names and its imports.
pub fn call_rules(language: Option<&str>) -> &'static CallRules {
    match language {
        Some("python") => &PYTHON,
        Some("javascript" | "typescript") => &JAVASCRIPT,
        Some("php") => &PHP,
        Some("bash") => &BASH,
        _ => &PLAIN,
    }
}
