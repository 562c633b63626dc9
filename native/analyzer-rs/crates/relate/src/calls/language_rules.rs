//! How the names of a language's calls are resolved; everything else is equal for all languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use base::languages::documents;
use serde::Deserialize;

/// The property `scopes` of a language's data file; a rule that is not there does not hold.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct CallRules {
    /// Receivers that mean the class around the call.
    #[serde(rename = "self")]
    pub self_names: Vec<String>,
    /// Names that create an object of that class when called.
    pub self_class: Vec<String>,
    /// Receivers that mean its base classes.
    pub parent: Vec<String>,
    /// Calling such a receiver itself calls the constructor of the base class.
    pub parent_is_class: bool,
    /// The name of that constructor.
    pub parent_constructor: Option<String>,
    /// Other files see only declarations that are exported.
    pub exports_listed: bool,
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
    /// The list of classes and types that are there without an import.
    pub builtin_classes: Option<String>,
}

#[derive(Deserialize)]
struct Language {
    extends: Option<String>,
    scopes: Option<CallRules>,
}

static PLAIN: LazyLock<CallRules> = LazyLock::new(CallRules::default);

static BY_LANGUAGE: LazyLock<HashMap<&str, CallRules>> = LazyLock::new(|| {
    documents::PARSED
        .into_iter()
        .map(|(id, text)| (id, read(text)))
        .collect()
});

fn read(text: &str) -> CallRules {
    let language: Language = serde_json::from_str(text).expect("a test checks the language data");
    match (language.scopes, language.extends) {
        (None, Some(_)) => read(documents::ESTREE),
        (scopes, _) => scopes.unwrap_or_default(),
    }
}

/// A language without an entry has no receivers and sees its own file's names and its imports.
pub fn call_rules(language: Option<&str>) -> &'static CallRules {
    language.and_then(|id| BY_LANGUAGE.get(id)).unwrap_or(&PLAIN)
}
