//! The names that are visible below file level at a position, as a scoped symbol table.

use rustc_hash::FxHashMap;

use parse::facts::Within;

use super::call_file::CallFile;
use super::declared_names::FILE_SCOPE;
use super::dotted::head_of;

/// A scope that binds a name: as a declaration, or as a parameter.
#[derive(Clone, Copy)]
pub struct KnownIn {
    pub scope: Within,
    pub parameter: bool,
}

/// Each name has a stack of the scopes that bind it, innermost last, so that the cost of a lookup does not depend on
/// the nesting. Names of a class are its members, and not visible in the code in it.
///
/// A. Aho, M. Lam, R. Sethi, J. Ullman: Compilers, 2nd ed., 2.7 (symbol table per scope)
pub struct LexicalScopes<'f> {
    file: &'f CallFile<'f>,
    inside: FxHashMap<Within, Vec<&'f str>>,
    stacks: FxHashMap<&'f str, Vec<KnownIn>>,
    open: Vec<Within>,
}

impl<'f> LexicalScopes<'f> {
    pub fn new(file: &'f CallFile<'f>) -> Self {
        let mut inside: FxHashMap<Within, Vec<&'f str>> = FxHashMap::default();
        let mut add = |scope: Within, name: &'f str| {
            if scope >= 0 && !file.declared.is_class(scope) {
                inside.entry(scope).or_default().push(name);
            }
        };
        for (index, it) in file.facts.declarations.iter().enumerate() {
            let scope = it.scope.unwrap_or(it.within);
            add(scope, head_of(file.declared.name_in_scope(index)));
        }
        for (scope, imports) in &file.imported.inner {
            for name in imports.bindings.keys() {
                add(*scope, name);
            }
            for name in imports.modules.keys().filter(|it| !it.contains('.')) {
                add(*scope, name);
            }
        }
        Self {
            file,
            inside,
            stacks: FxHashMap::default(),
            open: Vec::new(),
        }
    }

    /// Enters a declaration; declarations come in the order of the file's facts, and some may be skipped.
    pub fn enter(&mut self, declaration: Within) {
        let mut missing = Vec::new();
        let mut at = declaration;
        loop {
            let innermost = self.open.last().copied().unwrap_or(FILE_SCOPE);
            if at == innermost {
                break;
            }
            if at < innermost {
                self.leave();
            } else {
                missing.push(at);
                let within = self.file.declaration(at).map_or(FILE_SCOPE, |it| it.within);
                at = if within < at {
                    within.max(FILE_SCOPE)
                } else {
                    FILE_SCOPE
                };
            }
        }
        for at in missing.into_iter().rev() {
            self.open.push(at);
            for (name, parameter) in names_of(self.file, &self.inside, at) {
                let known = KnownIn { scope: at, parameter };
                self.stacks.entry(name).or_default().push(known);
            }
        }
    }

    /// The scopes that bind a name, innermost last.
    pub fn known_in(&self, name: &str) -> &[KnownIn] {
        self.stacks.get(name).map_or(&[], Vec::as_slice)
    }

    fn leave(&mut self) {
        let declaration = self.open.pop().unwrap_or(-1);
        for (name, _) in names_of(self.file, &self.inside, declaration) {
            if let Some(stack) = self.stacks.get_mut(name) {
                stack.pop();
            }
        }
    }
}

/// Names that a declaration's parameters bind, then those declared in it.
fn names_of<'f>(
    file: &'f CallFile<'f>,
    inside: &FxHashMap<Within, Vec<&'f str>>,
    declaration: Within,
) -> impl Iterator<Item = (&'f str, bool)> {
    let bound = file.declaration(declaration).map_or(&[][..], |it| &it.bound);
    let inside = inside.get(&declaration).into_iter().flatten();
    bound
        .iter()
        .map(|name| (name.as_str(), true))
        .chain(inside.map(|name| (*name, false)))
}
