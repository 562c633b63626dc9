//! The groups of a project with their ids and sizes.

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::block_groups::{BlockGroups, BlockOccurrence, find_block_groups};
use super::callback_groups::find_callback_groups;
use super::compared_file::ComparedFile;
use super::limits::CopyLimits;
use super::near_groups::{NearGroup, NearMember, find_similar};
use super::run_budget::LeftOutRuns;
use crate::model::{BlockRange, DeclarationRef, FileIndex, Group, GroupKind};
use base::hex::hex;
use parse::elements::element_block::{Callback, ElementBlock};
use parse::facts::{DeclarationFacts, FunctionHashes, Hash};

/// A file of the project with an element block.
pub struct CopiedFile<'a> {
    pub file: FileIndex,
    pub elements: &'a [u8],
    pub declarations: &'a [DeclarationFacts],
}

/// What a baseline lists of the kinds `near`, `block` and `block-shape`.
#[derive(Debug, Default, PartialEq, Eq)]
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

#[derive(Debug, PartialEq, Eq)]
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
            elements: file.elements,
            declarations: file.declarations.iter().map(Into::into).collect(),
            of_callbacks: false,
        })
        .collect();
    let mut known = FxHashMap::default();
    let mut groups = Vec::new();
    let mut members = Vec::new();
    let ref_to = |file: u32, declaration: u32| DeclarationRef {
        file: files[file as usize].file,
        declaration,
    };
    if kinds.contains(&GroupKind::Near) {
        let is_exact = |members: &[NearMember]| is_exact(files, members);
        let (near, partnered) = find_similar(&compared, limits, is_exact, evidence.is_some());
        members = partnered;
        for group in near {
            let nodes = |file: u32, declaration: u32| compared[file as usize].declarations[declaration as usize].nodes;
            let sizes = group.members.iter().map(|it| u64::from(nodes(it.file, it.declaration)));
            let (nodes, score) = sizes_of(sizes);
            let declarations = group.members.iter().map(|it| ref_to(it.file, it.declaration));
            groups.push(Group {
                id: unique_id(GroupKind::Near, &group.fingerprint, &mut known),
                kind: GroupKind::Near,
                nodes,
                score,
                same_as: None,
                contained_in: None,
                folded_into: None,
                occurrences: declarations.collect(),
                similarity: group.members.iter().map(|it| it.similarity).collect(),
                blocks: Vec::new(),
            });
        }
    }
    let mut repeats = Vec::new();
    let wanted = evidence.is_some().then_some(&mut repeats);
    let BlockGroups {
        groups: found,
        mut left_out,
    } = find_block_groups(&compared, kinds, limits, wanted);
    left_out.files = left_out.files.iter().map(|it| files[*it as usize].file).collect();
    let ranges = |occurrences: &[BlockOccurrence]| -> Vec<BlockRange> {
        let ranges = occurrences.iter().map(|it| block_range(it, &files[it.file as usize]));
        ranges.collect()
    };
    if let Some(evidence) = &mut evidence {
        let members = members.iter().map(|it| (ref_to(it.file, it.declaration), it.body));
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
    if kinds.contains(&GroupKind::Near) {
        let (near, partnered) = find_callback_groups(&compared, limits, evidence.is_some());
        let mut lists = CallbackLists::default();
        for group in near {
            groups.push(callback_group(group, files, &mut lists, &mut known));
        }
        if let Some(evidence) = evidence {
            let similar = partnered.iter();
            let similar = similar.map(|it| {
                let file = &files[it.file as usize];
                (
                    callback_range(&lists.of(it.file, file)[it.declaration as usize], file),
                    it.body,
                )
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
        let decode = || ElementBlock::decode_callbacks(file.elements).expect("an element block");
        self.known.entry(number).or_insert_with(decode)
    }
}

fn callback_group(
    group: NearGroup,
    files: &[CopiedFile<'_>],
    lists: &mut CallbackLists,
    known: &mut FxHashMap<String, u32>,
) -> Group {
    let mut nodes = Vec::new();
    let mut blocks = Vec::new();
    for it in &group.members {
        let file = &files[it.file as usize];
        let callback = &lists.of(it.file, file)[it.declaration as usize];
        nodes.push(u64::from(callback.nodes));
        blocks.push(callback_range(callback, file));
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

fn callback_range(it: &Callback, file: &CopiedFile<'_>) -> BlockRange {
    BlockRange {
        file: file.file,
        start_line: it.start_line,
        end_line: it.end_line,
        start_byte: it.start_byte,
        end_byte: it.end_byte,
        within: enclosing(file.declarations, it.start_byte, it.end_byte),
        name: Some(it.name.as_str().into()),
    }
}

/// Whether the functions are a group of an exact kind.
fn is_exact(files: &[CopiedFile<'_>], members: &[NearMember]) -> bool {
    let hashes = |it: &NearMember| files[it.file as usize].declarations[it.declaration as usize].function;
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
