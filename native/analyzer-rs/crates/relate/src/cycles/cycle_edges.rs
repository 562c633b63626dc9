//! Which imports count for cycles.

use parse::facts::{ImportFacts, ImportPhase};

use crate::model::{FileIndex, LinkNames, ResolvedImport};

/// The file to which an import is an edge for cycles. An `asset` loads nothing. A file that imports itself without names,
/// such as `export * as all from './self'` or `from . import *`, gets what it has already: no import waits for another one.
pub fn cycle_target(
    from: FileIndex,
    import: &ResolvedImport,
    imports: &[ImportFacts],
    in_any_phase: bool,
) -> Option<FileIndex> {
    let to = import.link.destination.file()?;
    if import.phase == ImportPhase::Asset || !in_any_phase && !import.phase.is_load() {
        return None;
    }
    let names = &imports[import.index as usize].names;
    let has_names = || match &import.link.names {
        LinkNames::All => names.iter().any(|it| it.name != "*"),
        LinkNames::Some(indices) => indices.iter().any(|at| names[*at as usize].name != "*"),
    };
    (to != from || has_names()).then_some(to)
}
