//! The groups of similar declarations and of similar callbacks, and what is similar across both (docs/use/copies.md). A
//! declaration or a callback that is in a group of its own kind changes no group: only one that is in none joins one, or
//! becomes a new group with others.

use super::callback_groups::find_callback_groups;
use super::compared_file::{ComparedBodies, ComparedDeclaration, ComparedFile, ElementBlocks};
use super::cross_sets::{CrossSet, group_across};
use super::gram_sets::{ValuesVisitor, read_gram_sets};
use super::gram_windows::range_of;
use super::limits::CopyLimits;
use super::near_groups::{NearGroup, NearMember, PartneredDeclaration, add_fingerprints, find_similar};
use super::range_hash::range_hash;

/// Similar declarations and callbacks. In their members a callback has its number after those of the declarations of its
/// file.
#[derive(Default)]
pub struct SimilarGroups {
    /// Each led by a declaration.
    pub near: Vec<NearGroup>,
    /// Each led by a callback, then pairs.
    pub callbacks: Vec<NearGroup>,
    /// Of callbacks the numbers are those of callbacks.
    pub partnered: Vec<PartneredDeclaration>,
    pub partnered_callbacks: Vec<PartneredDeclaration>,
}

/// `files`: in the order of their projects and paths; their bodies are those of declarations. `wants_partners`: false for
/// empty lists. `is_listed`: whether a group of members that is led by a declaration is returned. `visit`: called with each
/// declaration that is compared.
pub fn find_similar_groups(
    files: &[ComparedFile<'_>],
    limits: &CopyLimits,
    wants_partners: bool,
    is_listed: impl Fn(&[NearMember]) -> bool,
    visit: Option<ValuesVisitor<'_>>,
) -> SimilarGroups {
    let all: Vec<ComparedFile<'_>> = files.iter().map(with_callbacks).collect();
    let first = |file: u32| files[file as usize].declarations.len() as u32;
    // Read once: reading takes longer than comparing.
    let sets = match visit {
        None => read_gram_sets(&all, limits, None),
        Some(visit) => read_gram_sets(
            &all,
            limits,
            Some(&mut |file, declaration, values| {
                if declaration < first(file) {
                    visit(file, declaration, values);
                }
            }),
        ),
    };
    if sets.list.iter().all(|it| it.declaration < first(it.file)) {
        let (near, partnered) = find_similar(files, sets, wants_partners);
        return SimilarGroups {
            near: listed(near, is_listed, files),
            partnered,
            ..SimilarGroups::default()
        };
    }
    let declared = sets.select(|it| (it.declaration < first(it.file)).then_some(*it));
    // What follows compares with callbacks only, and needs no other 5-grams.
    let all_sets = sets;
    let sets = all_sets.shared_with(|it| it.declaration >= first(it.file));
    drop(all_sets);
    let (near, partnered) = find_similar(files, declared, wants_partners);
    let (mut callbacks, partnered_callbacks) = find_callback_groups(&all, &sets, first, wants_partners);
    for member in callbacks.iter_mut().flat_map(|it| &mut it.members) {
        member.declaration += first(member.file);
    }
    let mut own = SimilarGroups {
        near,
        callbacks,
        partnered,
        partnered_callbacks,
    };
    let is_callback = |it: &CrossSet| it.declaration >= first(it.file);
    let (mut added, joined) = group_across(&all, sets, [&mut own.near, &mut own.callbacks], is_callback);
    add_fingerprints(&mut added, &all);
    own.callbacks.append(&mut added);
    own.near = listed(own.near, is_listed, files);
    if wants_partners {
        let mut blocks = ElementBlocks::new(&all);
        for it in joined {
            let block = blocks.of(it.file);
            let body = range_hash(block, range_of(&block.bodies[it.body as usize]));
            let (CrossSet { file, declaration, .. }, is_callback) = (it, is_callback(&it));
            let number = if is_callback {
                declaration - first(file)
            } else {
                declaration
            };
            let partnered = PartneredDeclaration {
                file,
                declaration: number,
                body,
            };
            if is_callback {
                own.partnered_callbacks.push(partnered);
            } else {
                own.partnered.push(partnered);
            }
        }
        own.partnered.sort_by_key(|it| (it.file, it.declaration));
        own.partnered_callbacks.sort_by_key(|it| (it.file, it.declaration));
    }
    own
}

/// The listed groups with their fingerprints.
fn listed(
    mut groups: Vec<NearGroup>,
    is_listed: impl Fn(&[NearMember]) -> bool,
    files: &[ComparedFile<'_>],
) -> Vec<NearGroup> {
    groups.retain(|it| is_listed(&it.members));
    add_fingerprints(&mut groups, files);
    groups
}

/// With its callbacks after its declarations.
fn with_callbacks<'a>(file: &ComparedFile<'a>) -> ComparedFile<'a> {
    let mut declarations = file.declarations.clone();
    declarations.extend(file.callbacks().iter().map(|it| ComparedDeclaration {
        nodes: it.nodes,
        within: -1,
        start_byte: it.start_byte,
        end_byte: it.end_byte,
    }));
    ComparedFile {
        elements: file.elements,
        declarations,
        bodies: ComparedBodies::All(file.declarations.len() as u32),
    }
}
