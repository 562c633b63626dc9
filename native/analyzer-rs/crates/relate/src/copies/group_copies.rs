//! The groups of a project with their ids and sizes.

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::block_groups::{BlockGroups, BlockOccurrence, find_block_groups};
use super::compared_file::{ComparedBodies, ComparedFile};
use super::cross_groups::{SimilarGroups, find_similar_groups};
use super::limits::CopyLimits;
use super::near_groups::{NearGroup, NearMember};
use super::run_budget::LeftOutRuns;
use crate::model::{BlockRange, DeclarationRef, FileIndex, Group, GroupKind};
use base::hex::hex;
use parse::elements::element_block::{Callback, ElementBlock};
use parse::elements::stored_block::{BlockBytes, StoredBlock};
use parse::facts::{DeclarationFacts, FunctionHashes, Hash};

/// A file of the project with an element block.
pub struct CopiedFile<'a> {
    pub file: FileIndex,
    pub elements: &'a StoredBlock,
    pub declarations: &'a [DeclarationFacts],
}

/// What a baseline lists of the kinds `near`, `block` and `block-shape`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyEvidence {
    /// Declarations that are similar to at least one other, whether or not a group has them, with a hash of the body.
    pub members: Vec<(DeclarationRef, u64)>,
    /// The same of callbacks.
    pub callbacks: Vec<(BlockRange, u64)>,
    /// Runs of equal units that cannot be extended, also inside equal units.
    pub repeats: Vec<CopyRepeat>,
    /// By id of a block group: hashes of its units.
    pub units: FxHashMap<String, Vec<u64>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyRepeat {
    pub kind: GroupKind,
    /// Hashes of its units, or of their shapes.
    pub units: Vec<u64>,
    pub blocks: Vec<BlockRange>,
}

/// The groups of the kinds `near`, `block` and `block-shape` that are among `kinds`, in no particular order, and the runs that are not listed. `files`: in
/// the order of their paths. `evidence` gets what a baseline needs.
pub fn group_copies(
    files: &[CopiedFile<'_>],
    kinds: &[GroupKind],
    limits: &CopyLimits,
    mut evidence: Option<&mut CopyEvidence>,
) -> (Vec<Group>, LeftOutRuns) {
    let compared: Vec<ComparedFile<'_>> = files
        .iter()
        .map(|file| ComparedFile {
            elements: file.elements.elements(),
            declarations: file.declarations.iter().map(Into::into).collect(),
            bodies: ComparedBodies::Declarations,
        })
        .collect();
    let mut known = FxHashMap::default();
    let mut groups = Vec::new();
    let ref_to = |file: u32, declaration: u32| DeclarationRef {
        file: files[file as usize].file,
        declaration,
    };
    let is_listed = |members: &[NearMember]| !is_exact(files, members);
    let similar = kinds
        .contains(&GroupKind::Near)
        .then(|| find_similar_groups(&compared, limits, evidence.is_some(), is_listed, None));
    let mut lists = CallbackLists::default();
    if let Some(SimilarGroups { near, .. }) = &similar {
        for group in near {
            groups.push(if group.members.iter().any(|it| callback_number(files, it).is_some()) {
                mixed_group(group, files, &mut lists, &mut known)
            } else {
                near_group(group, files, &mut known)
            });
        }
    }
    let mut repeats = Vec::new();
    let wanted = evidence.is_some().then_some(&mut repeats);
    let units: Vec<BlockBytes<'_>> = files.iter().map(|file| file.elements.units()).collect();
    let BlockGroups {
        groups: found,
        mut left_out,
    } = find_block_groups(&compared, &units, kinds, limits, wanted);
    left_out.files = left_out.files.iter().map(|it| files[*it as usize].file).collect();
    let ranges = |occurrences: &[BlockOccurrence]| -> Vec<BlockRange> {
        let ranges = occurrences.iter().map(|it| block_range(it, &files[it.file as usize]));
        ranges.collect()
    };
    if let Some(evidence) = &mut evidence {
        let members = similar.iter().flat_map(|it| &it.partnered);
        let members = members.map(|it| (ref_to(it.file, it.declaration), it.body));
        evidence.members = members.collect();
        let repeats = repeats.into_iter().map(|it| CopyRepeat {
            kind: it.kind,
            units: it.units,
            blocks: ranges(&it.occurrences),
        });
        evidence.repeats = repeats.collect();
    }
    for group in found {
        let (nodes, score) = sizes_of(group.occurrences.iter().map(|_| group.nodes));
        let id = unique_id(group.kind, &group.fingerprint, &mut known);
        if let Some(evidence) = &mut evidence {
            evidence.units.insert(id.clone(), group.units);
        }
        groups.push(Group {
            id,
            kind: group.kind,
            nodes,
            score,
            same_as: None,
            contained_in: None,
            folded_into: None,
            occurrences: Vec::new(),
            similarity: Vec::new(),
            blocks: ranges(&group.occurrences),
        });
    }
    if let Some(SimilarGroups {
        callbacks,
        partnered_callbacks,
        ..
    }) = &similar
    {
        for group in callbacks {
            groups.push(mixed_group(group, files, &mut lists, &mut known));
        }
        if let Some(evidence) = evidence {
            let similar = partnered_callbacks.iter().map(|it| {
                let file = &files[it.file as usize];
                let callback = &lists.of(it.file, file)[it.declaration as usize];
                (callback_range(callback, file), it.body)
            });
            evidence.callbacks = similar.collect();
        }
    }
    (groups, left_out)
}

/// The callbacks of files by number, each decoded once.
#[derive(Default)]
struct CallbackLists {
    known: FxHashMap<u32, Vec<Callback>>,
}

impl CallbackLists {
    fn of(&mut self, number: u32, file: &CopiedFile<'_>) -> &[Callback] {
        let decode = || {
            let mut buffer = Vec::new();
            let elements = file.elements.elements().read(&mut buffer);
            ElementBlock::decode_callbacks(elements).expect("an element block")
        };
        self.known.entry(number).or_insert_with(decode)
    }
}

/// The number of a callback; `None` for a declaration.
fn callback_number(files: &[CopiedFile<'_>], it: &NearMember) -> Option<usize> {
    let declarations = files[it.file as usize].declarations.len();
    (it.declaration as usize).checked_sub(declarations)
}

fn near_group(group: &NearGroup, files: &[CopiedFile<'_>], known: &mut FxHashMap<String, u32>) -> Group {
    let members = group.members.iter();
    let sizes = members
        .clone()
        .map(|it| u64::from(files[it.file as usize].declarations[it.declaration as usize].nodes));
    let (nodes, score) = sizes_of(sizes);
    let occurrences = members.map(|it| DeclarationRef {
        file: files[it.file as usize].file,
        declaration: it.declaration,
    });
    Group {
        id: unique_id(GroupKind::Near, &group.fingerprint, known),
        kind: GroupKind::Near,
        nodes,
        score,
        same_as: None,
        contained_in: None,
        folded_into: None,
        occurrences: occurrences.collect(),
        similarity: group.members.iter().map(|it| it.similarity).collect(),
        blocks: Vec::new(),
    }
}

/// A group with callbacks: all of its occurrences are ranges.
fn mixed_group(
    group: &NearGroup,
    files: &[CopiedFile<'_>],
    lists: &mut CallbackLists,
    known: &mut FxHashMap<String, u32>,
) -> Group {
    let mut nodes = Vec::new();
    let mut blocks = Vec::new();
    for it in &group.members {
        let file = &files[it.file as usize];
        if let Some(number) = callback_number(files, it) {
            let callback = &lists.of(it.file, file)[number];
            nodes.push(u64::from(callback.nodes));
            blocks.push(callback_range(callback, file));
        } else {
            nodes.push(u64::from(file.declarations[it.declaration as usize].nodes));
            blocks.push(declaration_range(it.declaration, file));
        }
    }
    let (nodes, score) = sizes_of(nodes.into_iter());
    Group {
        id: unique_id(GroupKind::Near, &group.fingerprint, known),
        kind: GroupKind::Near,
        nodes,
        score,
        same_as: None,
        contained_in: None,
        folded_into: None,
        occurrences: Vec::new(),
        similarity: group.members.iter().map(|it| it.similarity).collect(),
        blocks,
    }
}

fn declaration_range(number: u32, file: &CopiedFile<'_>) -> BlockRange {
    let it = &file.declarations[number as usize];
    BlockRange {
        file: file.file,
        start_line: it.start_line,
        end_line: it.end_line,
        start_byte: it.start_byte,
        end_byte: it.end_byte,
        within: Some(number),
        name: Some(it.qualified_name.as_str().into()),
        is_declaration: true,
    }
}

fn callback_range(it: &Callback, file: &CopiedFile<'_>) -> BlockRange {
    BlockRange {
        file: file.file,
        start_line: it.start_line,
        end_line: it.end_line,
        start_byte: it.start_byte,
        end_byte: it.end_byte,
        within: enclosing(file.declarations, it.start_byte, it.end_byte),
        name: Some(it.name.as_str().into()),
        is_declaration: false,
    }
}

/// Whether the functions are a group of an exact kind.
fn is_exact(files: &[CopiedFile<'_>], members: &[NearMember]) -> bool {
    let hashes = |it: &NearMember| {
        let declarations = files[it.file as usize].declarations;
        declarations.get(it.declaration as usize).and_then(|it| it.function)
    };
    let Some(first) = hashes(&members[0]) else {
        return false;
    };
    let all = |is_same: &dyn Fn(FunctionHashes) -> bool| {
        let mut others = members[1..].iter();
        others.all(|it| hashes(it).is_some_and(is_same))
    };
    all(&|it| it.body == first.body) || all(&|it| it.shape == first.shape)
}

/// Groups of the same fingerprint, in their order, have ordinals from the second on.
fn unique_id(kind: GroupKind, fingerprint: &Hash, known: &mut FxHashMap<String, u32>) -> String {
    let id = id_of(kind, &hex(fingerprint));
    let ordinal = known.entry(id.clone()).or_insert(0);
    *ordinal += 1;
    if *ordinal == 1 {
        id
    } else {
        id_of(kind, &format!("{} {ordinal}", hex(fingerprint)))
    }
}

fn id_of(kind: GroupKind, fingerprint: &str) -> String {
    let digest = Sha256::new()
        .chain_update(kind.name())
        .chain_update([0])
        .chain_update(fingerprint)
        .finalize();
    format!("g_{}", hex(&digest[..10]))
}

fn sizes_of(nodes: impl Iterator<Item = u64>) -> (u64, u64) {
    let (most, sum) = nodes.fold((0, 0), |(most, sum), nodes| (nodes.max(most), sum + nodes));
    (most, sum - most)
}

fn block_range(it: &BlockOccurrence, file: &CopiedFile<'_>) -> BlockRange {
    BlockRange {
        file: file.file,
        start_line: it.start_line,
        end_line: it.end_line,
        start_byte: it.start_byte,
        end_byte: it.end_byte,
        within: enclosing(file.declarations, it.start_byte, it.end_byte),
        name: None,
        is_declaration: false,
    }
}

/// The innermost declaration around a range that is larger than it.
fn enclosing(declarations: &[DeclarationFacts], start: u32, end: u32) -> Option<u32> {
    let before = declarations.partition_point(|it| it.start_byte <= start);
    let last = u32::try_from(before).ok()?.checked_sub(1)?;
    let around = |at: &u32| u32::try_from(declarations[*at as usize].within).ok();
    std::iter::successors(Some(last), around).find(|at| {
        let it = &declarations[*at as usize];
        it.start_byte <= start && it.end_byte >= end && it.end_byte - it.start_byte > end - start
    })
}
