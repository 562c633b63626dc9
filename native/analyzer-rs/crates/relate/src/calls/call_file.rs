//! The data for resolving the calls of one file, and calls that lead into it.

use std::borrow::Cow;
use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{DeclarationId, DeclarationIds};
use crate::model::{DeclarationRef, Destination, FileIndex, ResolvedImport};
use parse::facts::{DeclarationFacts, DeclarationKind, FileFacts, Within};

use super::declared_names::{DeclaredNames, FILE_SCOPE, Hit, NameTable};
use super::dotted::head_of;
use super::imported_names::{ImportedNames, ScopeImports, imported_names};
use super::language_rules::{CallRules, call_rules};

pub struct CallFile<'a> {
    pub index: FileIndex,
    pub rules: &'static CallRules,
    pub facts: &'a FileFacts,
    pub declared: DeclaredNames<'a>,
    pub imported: ImportedNames<'a>,
    pub path: &'a str,
    ids: &'a DeclarationIds,
    exports: FxHashMap<&'a str, &'a str>,
    /// Of `is_interface`, by declaration; read on first use.
    interfaces: OnceCell<Vec<bool>>,
    /// PHP namespaces of its declarations and of the file; read on first use.
    pub namespaces: OnceCell<Vec<String>>,
}

/// The data for resolving calls of one analyzed file.
#[derive(Clone, Copy)]
pub struct CallSource<'a> {
    pub index: FileIndex,
    pub path: &'a str,
    pub language: Option<&'a str>,
    pub facts: &'a FileFacts,
    pub ids: &'a DeclarationIds,
    /// Of its imports, in order.
    pub links: &'a [ResolvedImport],
}

/// Analyzed files by their index in the scan's entries; only files that an import leads to.
pub struct CallFiles<'a>(pub Vec<Option<Box<CallFile<'a>>>>);

impl<'a> CallFiles<'a> {
    pub fn get(&self, file: FileIndex) -> Option<&CallFile<'a>> {
        self.0.get(file as usize)?.as_deref()
    }

    /// # Panics
    /// if the file was not analyzed
    pub fn analysed(&self, file: FileIndex) -> &CallFile<'a> {
        self.get(file).expect("only analysed files are looked through")
    }

    pub fn id_of(&self, declaration: DeclarationRef) -> DeclarationId<'a> {
        let CallFile { path, ids, facts, .. } = *self.analysed(declaration.file);
        ids.of(path, &facts.declarations, declaration.declaration)
    }
}

impl<'a> CallFile<'a> {
    /// `module_at`: the target of a dotted module name.
    pub fn new(source: CallSource<'a>, module_at: impl FnMut(&str) -> Destination) -> Self {
        let CallSource {
            index,
            path,
            language,
            facts,
            ids,
            links,
        } = source;
        let rules = call_rules(language);
        let declared = DeclaredNames::new(&facts.declarations, rules);
        let imported = imported_names(&facts.imports, links, rules, &declared, module_at);
        let exports = facts
            .exports
            .iter()
            .map(|it| (it.name.as_str(), it.local.as_str()))
            .collect();
        Self {
            index,
            rules,
            facts,
            declared,
            imported,
            path,
            ids,
            exports,
            interfaces: OnceCell::new(),
            namespaces: OnceCell::new(),
        }
    }

    /// Whether an interface of the file has a declaration's name at the same place: in TypeScript its members, which are not
    /// declarations, are members of a class with this name too.
    pub fn is_interface(&self, declaration: u32) -> bool {
        let interfaces = self.interfaces.get_or_init(|| {
            let place = |it: &'a DeclarationFacts| (it.within, it.qualified_name.as_str());
            let all = self.facts.declarations.iter();
            let interfaces = all.clone().filter(|it| it.kind == DeclarationKind::Interface);
            let places: FxHashSet<(Within, &str)> = interfaces.map(place).collect();
            all.map(|it| places.contains(&place(it))).collect()
        });
        interfaces[declaration as usize]
    }

    pub fn declaration(&self, index: Within) -> Option<&'a DeclarationFacts> {
        self.facts.declarations.get(usize::try_from(index).ok()?)
    }

    pub fn refs(&self, indices: &[u32]) -> impl Iterator<Item = DeclarationRef> {
        indices.iter().map(|declaration| DeclarationRef {
            file: self.index,
            declaration: *declaration,
        })
    }

    /// The name inside this file of a dotted name that another file imports from it.
    pub fn inside<'n>(&self, dotted: &'n str) -> Cow<'n, str> {
        let head = head_of(dotted);
        match self.exports.get(head) {
            None => Cow::Borrowed(dotted),
            Some(local) => Cow::Owned(format!("{local}{}", &dotted[head.len()..])),
        }
    }

    /// Whether the file itself binds names by imports of all names.
    pub fn binds_stars(&self) -> bool {
        let stars = &self.imported.stars;
        self.rules.binds_stars && (stars.open || !stars.files.is_empty())
    }

    /// The names that imports bind in a scope.
    pub fn imported_in(&self, scope: Within) -> Option<&ScopeImports<'a>> {
        match scope {
            FILE_SCOPE => Some(&self.imported.file),
            _ => self.imported.inner.get(&scope),
        }
    }

    /// Whether an import binds a name in a scope below file level.
    pub fn imports_in(&self, scope: Within, head: &str) -> bool {
        self.imported.inner.get(&scope).is_some_and(|it| it.has(head))
    }

    /// Whether one of the declarations has a variable that also gets other values.
    pub fn is_reassigned(&self, indices: &[u32]) -> bool {
        indices
            .iter()
            .any(|it| self.facts.declarations[*it as usize].reassigned)
    }

    /// Whether another file that looks a name up in this file sees declarations with that name.
    pub fn shows(&self, dotted: &str, indices: &[u32]) -> bool {
        !self.rules.exports_listed
            || self.exports.contains_key(head_of(dotted))
            || indices.iter().any(|it| self.facts.declarations[*it as usize].exported)
    }

    /// Whether a declaration or an import of the file has the name, or the first part of a dotted one.
    pub fn knows(&self, dotted: &str, table: NameTable) -> bool {
        self.is_imported(head_of(dotted)) || self.declared.find(FILE_SCOPE, dotted, table).is_some()
    }

    /// Whether the file itself binds a name that another file imports with all its names.
    pub fn offers(&self, dotted: &str, table: NameTable) -> bool {
        let name = self.inside(dotted);
        match self.declared.find_exported(&name, table) {
            Some(Hit::Miss { .. }) => return true,
            Some(Hit::Found { indices, .. }) => {
                return name != dotted || indices.iter().any(|it| self.facts.declarations[*it as usize].exported);
            }
            None => {}
        }
        let head = head_of(&name);
        if self.rules.binds_stars {
            return !head.starts_with('_') && self.is_imported(head);
        }
        self.imported.file.bindings.get(head).is_some_and(|bindings| {
            bindings.list().iter().any(|it| it.reexport) || self.exports.contains_key(head_of(dotted))
        })
    }

    fn is_imported(&self, head: &str) -> bool {
        self.imported.file.has(head)
    }
}
