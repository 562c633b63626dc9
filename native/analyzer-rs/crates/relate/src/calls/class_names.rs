//! Finds the classes that names refer to at any declaration.

use crate::model::DeclarationRef;
use parse::facts::{DeclarationKind, Within};

use super::call_file::{CallFile, CallFiles};
use super::declared_names::{FILE_SCOPE, Hit, NameTable};
use super::dotted::head_of;
use super::included::{FilesByName, IncludedNames};
use super::php_names::{php_names, php_namespaces};
use super::trace::trace_declaration;

/// Maximum number of enclosing declarations in which a class is searched.
const FARTHEST_SCOPE: usize = 200;

/// A class as written at a declaration, with the scope of its name if that is known.
#[derive(Clone, Copy)]
pub struct WrittenClass<'n> {
    pub within: Within,
    pub name: &'n str,
    pub scope: Option<Within>,
}

/// `None` unless the name leads to exactly one class of the project.
pub fn find_class(
    files: &CallFiles<'_>,
    names: &FilesByName<'_>,
    file: &CallFile<'_>,
    written: WrittenClass<'_>,
) -> Option<DeclarationRef> {
    let found = find(files, names, file, written, NameTable::Calls)?;
    let kind = files.analysed(found.file).facts.declarations[found.declaration as usize].kind;
    matches!(kind, DeclarationKind::Class | DeclarationKind::Trait).then_some(found)
}

/// The same for the name of a type, which can also be an interface or an enum.
pub fn find_type(
    files: &CallFiles<'_>,
    names: &FilesByName<'_>,
    file: &CallFile<'_>,
    written: WrittenClass<'_>,
) -> Option<DeclarationRef> {
    let found = find(files, names, file, written, NameTable::Names)?;
    let kind = files.analysed(found.file).facts.declarations[found.declaration as usize].kind;
    (kind != DeclarationKind::Type).then_some(found)
}

fn find(
    files: &CallFiles<'_>,
    names: &FilesByName<'_>,
    file: &CallFile<'_>,
    written: WrittenClass<'_>,
    table: NameTable,
) -> Option<DeclarationRef> {
    let WrittenClass {
        within,
        name: written,
        scope,
    } = written;
    if written.contains('…') || file.rules.flat {
        return None;
    }
    let name = file.declared.fold(written);
    let known = scope.map(|scope| trace_declaration(files, file, (&name, scope), table));
    let below = match known {
        Some(known) => known.map_or(Below::Bound, Below::Declared),
        None => below(files, file, (within, &name), table),
    };
    match below {
        Below::Declared(found) => Some(found),
        Below::Bound => None,
        Below::Unknown if !file.rules.includes => trace_declaration(files, file, (&name, FILE_SCOPE), table),
        Below::Unknown => {
            let names_to_try = php_names(file, &namespace_at(file, within), &name, true);
            IncludedNames::new(files, names).declaration(file, &names_to_try, table)
        }
    }
}

enum Below {
    Declared(DeclarationRef),
    /// A scope below file level binds the name to something else.
    Bound,
    Unknown,
}

fn below(files: &CallFiles<'_>, file: &CallFile<'_>, (within, name): (Within, &str), table: NameTable) -> Below {
    let first = head_of(name);
    let mut scope = within;
    let mut count = 0;
    while scope != FILE_SCOPE {
        let Some(declaration) = file.declaration(scope).filter(|_| count < FARTHEST_SCOPE) else {
            return Below::Bound;
        };
        if !file.declared.is_class(scope) || (file.rules.sees_class_body && scope == within) {
            if declaration.bound.iter().any(|it| it == first) {
                return Below::Bound;
            }
            if file.imports_in(scope, first) {
                return trace_declaration(files, file, (name, scope), table).map_or(Below::Bound, Below::Declared);
            }
            match file.declared.find(scope, name, table) {
                Some(Hit::Found { indices, .. }) => {
                    return match indices.as_ref() {
                        [only] => Below::Declared(DeclarationRef {
                            file: file.index,
                            declaration: *only,
                        }),
                        _ => Below::Bound,
                    };
                }
                Some(Hit::Miss { .. }) => return Below::Bound,
                None => {}
            }
        }
        scope = declaration.within;
        count += 1;
    }
    Below::Unknown
}

fn namespace_at(file: &CallFile<'_>, within: Within) -> String {
    let mut namespaces = file.namespaces.get_or_init(|| php_namespaces(file)).iter();
    let namespace = match usize::try_from(within) {
        Ok(at) => namespaces.nth(at),
        Err(_) => namespaces.next_back(),
    };
    namespace.cloned().unwrap_or_default()
}
