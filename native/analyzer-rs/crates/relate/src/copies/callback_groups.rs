//! The groups of similar callbacks, by the rules of similar declarations (docs/use/copies.md). Callbacks are compared with each
//! other only: so they change no group of declarations.

use super::compared_file::{ComparedBodies, ComparedDeclaration, ComparedFile};
use super::gram_sets::{GramSet, GramSets};
use super::near_groups::{NearGroup, PartneredDeclaration, add_fingerprints, find_similar};

/// The groups, and the callbacks that are similar to another one; none of these unless `wants_partners`. The numbers of
/// declarations are those of callbacks in the file. `files`: in the order of their projects and paths, with callbacks after
/// the declarations; `sets`: of their bodies; `first`: the number of the first callback of a file.
pub fn find_callback_groups(
    files: &[ComparedFile<'_>],
    sets: &GramSets,
    first: impl Fn(u32) -> u32,
    wants_partners: bool,
) -> (Vec<NearGroup>, Vec<PartneredDeclaration>) {
    let own = sets.select(|it| {
        let callback = it.declaration.checked_sub(first(it.file))?;
        Some(GramSet {
            declaration: callback,
            body: callback,
            ..*it
        })
    });
    let compared = (0..).zip(files).map(|(number, file)| ComparedFile {
        elements: file.elements,
        declarations: nested(&file.declarations[first(number) as usize..]),
        bodies: ComparedBodies::Callbacks,
    });
    let compared: Vec<ComparedFile<'_>> = compared.collect();
    let (mut groups, partnered) = find_similar(&compared, own, wants_partners);
    add_fingerprints(&mut groups, &compared);
    (groups, partnered)
}

/// Callbacks as declarations that are in each other.
fn nested(callbacks: &[ComparedDeclaration]) -> Vec<ComparedDeclaration> {
    let mut around: Vec<(i32, u32)> = Vec::new();
    let declarations = (0..).zip(callbacks).map(|(at, it)| {
        while around.pop_if(|(_, end)| *end <= it.start_byte).is_some() {}
        let within = around.last().map_or(-1, |(at, _)| *at);
        around.push((at, it.end_byte));
        ComparedDeclaration { within, ..*it }
    });
    declarations.collect()
}
