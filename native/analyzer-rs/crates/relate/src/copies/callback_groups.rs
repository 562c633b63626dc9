//! The groups of similar callbacks, by the rules of similar declarations (docs/use/copies.md). Callbacks are compared with each
//! other only: so they change no group of declarations.

use parse::elements::element_block::Callback;

use super::compared_file::{ComparedBodies, ComparedDeclaration, ComparedFile};
use super::limits::CopyLimits;
use super::near_groups::{NearGroup, PartneredDeclaration, find_similar};

/// The groups, and the callbacks that are similar to another one; none of these unless `wants_partners`. The numbers of
/// declarations are those of callbacks in the file. `files`: in the order of their projects and paths.
pub fn find_callback_groups(
    files: &[ComparedFile<'_>],
    limits: &CopyLimits,
    wants_partners: bool,
) -> (Vec<NearGroup>, Vec<PartneredDeclaration>) {
    let mut numbers = Vec::new();
    let mut compared = Vec::new();
    for (number, file) in (0..).zip(files) {
        let declarations = declarations_of(&file.callbacks());
        if declarations.iter().any(|it| u64::from(it.nodes) >= limits.near_nodes) {
            numbers.push(number);
            compared.push(ComparedFile {
                elements: file.elements,
                declarations,
                bodies: ComparedBodies::Callbacks,
            });
        }
    }
    if compared.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let (mut groups, mut partnered) = find_similar(&compared, limits, wants_partners);
    for member in groups.iter_mut().flat_map(|it| &mut it.members) {
        member.file = numbers[member.file as usize];
    }
    for it in &mut partnered {
        it.file = numbers[it.file as usize];
    }
    (groups, partnered)
}

/// Callbacks as declarations that are in each other.
fn declarations_of(callbacks: &[Callback]) -> Vec<ComparedDeclaration> {
    let mut around: Vec<(i32, u32)> = Vec::new();
    let declarations = (0..).zip(callbacks).map(|(at, it)| {
        while around.pop_if(|(_, end)| *end <= it.start_byte).is_some() {}
        let within = around.last().map_or(-1, |(at, _)| *at);
        around.push((at, it.end_byte));
        ComparedDeclaration {
            nodes: it.nodes,
            within,
            start_byte: it.start_byte,
            end_byte: it.end_byte,
        }
    });
    declarations.collect()
}
