//! The names that the imports of one file bind, at any position.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Destination, FileIndex, ImportLink, LinkNames, LinkState, MAX_CANDIDATES, Reason, ResolvedImport};
use crate::reasons::call;
use parse::facts::{ImportFacts, ImportedName, Lookup, Within};

use super::declared_names::DeclaredNames;
use super::language_rules::CallRules;

/// The target of an imported name.
#[derive(Clone)]
pub struct Binding<'a> {
    pub destination: &'a Destination,
    /// The name in the target file; empty for the module itself.
    pub name: &'a str,
    /// Only visible to files that import from this file.
    pub reexport: bool,
}

/// Distinct targets of one name; after the first 16, one that means that there are more.
pub enum Bindings<'a> {
    One(Binding<'a>),
    Several(Vec<Binding<'a>>),
}

/// The names that imports bind in one scope.
#[derive(Default)]
pub struct ScopeImports<'a> {
    pub bindings: FxHashMap<&'a str, Bindings<'a>>,
    /// Dotted modules that `import a.b` makes usable as written, and their parent packages.
    pub modules: FxHashMap<String, Destination>,
}

#[derive(Default)]
pub struct ImportedNames<'a> {
    /// At file level.
    pub file: ScopeImports<'a>,
    /// In other scopes.
    pub inner: FxHashMap<Within, ScopeImports<'a>>,
    /// Imports of all names under their own names.
    pub stars: Stars,
    /// Files whose declarations an include makes visible, in order.
    pub includes: Vec<FileIndex>,
    /// Classes and namespaces that `use` names: full name by local name, both normalized by `fold`.
    pub autoloaded: FxHashMap<String, String>,
    /// The same for functions.
    pub functions: FxHashMap<String, String>,
}

#[derive(Default)]
pub struct Stars {
    /// In order, without duplicates.
    pub files: Vec<FileIndex>,
    seen: FxHashSet<FileIndex>,
    /// One of them has no target in the project.
    pub open: bool,
}

static TOO_MANY: Destination = Destination {
    rule: None,
    state: LinkState::Unresolved,
    files: Vec::new(),
    reason: Some(Reason::Known(call::MANY)),
};

/// `links` of the imports, in order, at least one for each; `module_at`: the target of a dotted module name;
/// `declared` compares the names of autoloaded classes as the language does.
/// the language compares the names of autoloaded classes.
pub fn imported_names<'a>(
    imports: &'a [ImportFacts],
    links: &'a [ResolvedImport],
    rules: &CallRules,
    declared: &DeclaredNames<'_>,
    mut module_at: impl FnMut(&str) -> Destination,
) -> ImportedNames<'a> {
    let mut names = ImportedNames::default();
    for (imported, links) in imports.iter().zip(links.chunk_by(|a, b| a.index == b.index)) {
        if imported.lookup == Lookup::Autoload {
            add_autoloaded(&mut names.autoloaded, imported, declared);
        } else if imported.lookup == Lookup::Function {
            add_autoloaded(&mut names.functions, imported, declared);
        } else if imported.names.is_empty() && imported.lookup != Lookup::Loaded && rules.binds_modules {
            let modules = &mut names.scope(imported.scope).modules;
            add_modules(modules, &imported.target, &mut module_at);
        }
        for ResolvedImport { link, .. } in links {
            // The language finds these in tables of its own.
            if matches!(
                imported.lookup,
                Lookup::Autoload | Lookup::Class | Lookup::Function | Lookup::Constant
            ) {
                continue;
            }
            if rules.includes {
                names.includes.extend(link.destination.file());
            }
            each_name(imported, link, |ImportedName { name, alias }| {
                if name == "*" && alias.is_none() {
                    if imported.reexport || rules.binds_stars {
                        names.stars.add(&link.destination);
                    }
                    return;
                }
                let inner = if link.modules || name == "*" { "" } else { name.as_str() };
                let binding = Binding {
                    destination: &link.destination,
                    name: inner,
                    reexport: imported.reexport,
                };
                let bindings = &mut names.scope(imported.scope).bindings;
                add_binding(bindings, alias.as_deref().unwrap_or(name), binding);
            });
        }
    }
    names
}

impl<'a> ImportedNames<'a> {
    fn scope(&mut self, scope: Option<Within>) -> &mut ScopeImports<'a> {
        match scope {
            None => &mut self.file,
            Some(scope) => self.inner.entry(scope).or_default(),
        }
    }
}

impl ScopeImports<'_> {
    pub fn has(&self, head: &str) -> bool {
        self.bindings.contains_key(head) || self.modules.contains_key(head)
    }
}

fn each_name<'a>(imported: &'a ImportFacts, link: &ImportLink, mut visit: impl FnMut(&'a ImportedName)) {
    match &link.names {
        LinkNames::All => imported.names.iter().for_each(visit),
        LinkNames::Some(indices) => indices.iter().for_each(|at| visit(&imported.names[*at as usize])),
    }
}

fn add_binding<'a>(bindings: &mut FxHashMap<&'a str, Bindings<'a>>, name: &'a str, binding: Binding<'a>) {
    let same = match bindings.entry(name) {
        Entry::Occupied(same) => same.into_mut(),
        Entry::Vacant(none) => {
            none.insert(Bindings::One(binding));
            return;
        }
    };
    let count = same.list().len();
    if count > MAX_CANDIDATES || same.list().iter().any(|it| is_same(it, &binding)) {
        return;
    }
    same.push(if count < MAX_CANDIDATES {
        binding
    } else {
        Binding {
            destination: &TOO_MANY,
            ..binding
        }
    });
}

impl<'a> Bindings<'a> {
    pub fn list(&self) -> &[Binding<'a>] {
        match self {
            Self::One(only) => std::slice::from_ref(only),
            Self::Several(list) => list,
        }
    }

    fn push(&mut self, binding: Binding<'a>) {
        match self {
            Self::One(first) => *self = Self::Several(vec![first.clone(), binding]),
            Self::Several(list) => list.push(binding),
        }
    }
}

fn is_same(a: &Binding<'_>, b: &Binding<'_>) -> bool {
    a.destination.state != LinkState::Ambiguous
        && a.destination == b.destination
        && a.name == b.name
        && a.reexport == b.reexport
}

impl Stars {
    fn add(&mut self, destination: &Destination) {
        for file in &destination.files {
            if self.seen.insert(*file) {
                self.files.push(*file);
            }
        }
        self.open |= matches!(destination.state, LinkState::External | LinkState::Unresolved);
    }
}

/// Maximum length of a recorded callee.
const MAX_CALLEE_LENGTH: usize = 200;

/// `import a.b.c` makes `a`, `a.b` and `a.b.c` usable.
fn add_modules(
    modules: &mut FxHashMap<String, Destination>,
    target: &str,
    module_at: &mut impl FnMut(&str) -> Destination,
) {
    let mut module = String::new();
    for segment in target.split('.').take(MAX_CALLEE_LENGTH) {
        if !module.is_empty() {
            module.push('.');
        }
        module.push_str(segment);
        if module.encode_utf16().count() > MAX_CALLEE_LENGTH {
            return;
        }
        if !modules.contains_key(&module) {
            modules.insert(module.clone(), module_at(&module));
        }
    }
}

/// PHP `use A\B`, `use A\B as C`, `use A\{B, C as D}`.
fn add_autoloaded(autoloaded: &mut FxHashMap<String, String>, imported: &ImportFacts, declared: &DeclaredNames<'_>) {
    let target = imported.target.strip_prefix('\\').unwrap_or(&imported.target);
    let mut add = |name: &str, alias: Option<&str>| {
        let whole = name == "*" || last_part(target) == last_part(name);
        let full = if whole {
            target.to_owned()
        } else {
            format!("{target}\\{name}")
        };
        let local = declared.fold(alias.unwrap_or(last_part(&full))).into_owned();
        autoloaded.insert(local, declared.fold(&full).into_owned());
    };
    if imported.names.is_empty() {
        add(last_part(target), None);
    }
    for ImportedName { name, alias } in &imported.names {
        add(name, alias.as_deref());
    }
}

fn last_part(name: &str) -> &str {
    &name[name.rfind('\\').map_or(0, |at| at + 1)..]
}
