//! The meaning of a self name (`this`, `self`, …).

use parse::facts::{DeclarationKind, Within};

use super::call_file::CallFile;
use super::declared_names::FILE_SCOPE;

/// The members of the object around a call: `<prefix>member` in a scope.
#[derive(Clone, Copy)]
pub struct Owner<'f> {
    pub scope: Within,
    pub prefix: &'f str,
    /// The class itself; `None` for an object literal or a prototype.
    pub class: Option<u32>,
}

/// For each declaration of a file the nearest class, or the object with the nearest method. Functions between them do
/// not change it, as with arrow functions and closures.
pub fn owners<'f>(file: &'f CallFile<'f>) -> Vec<Option<Owner<'f>>> {
    let mut found: Vec<Option<Owner<'f>>> = Vec::with_capacity(file.facts.declarations.len());
    for (index, it) in file.facts.declarations.iter().enumerate() {
        let around = usize::try_from(it.within)
            .ok()
            .and_then(|within| found.get(within).copied().flatten());
        let name = file.declared.name_in_scope(index);
        let dot = name.rfind('.');
        let scope = it.scope.unwrap_or(it.within);
        let is_known = dot.is_some_and(|dot| dot > 0) || scope >= file.facts.declarations.len() as Within;
        let owner = if file.declared.is_class(index as Within) {
            Some(Owner {
                scope: index as Within,
                prefix: "",
                class: Some(index as u32),
            })
        } else if it.kind == DeclarationKind::Method && is_known && !file.declared.is_class(it.within) {
            Some(Owner {
                scope: scope.max(FILE_SCOPE),
                prefix: &name[..dot.map_or(0, |dot| dot + 1)],
                class: None,
            })
        } else {
            around
        };
        found.push(owner);
    }
    found
}
