//! Finds the relations of folders and files from the groups of a scan (docs/use/copies.md). Files that may be related are read
//! again; one that cannot be read any more has no equal lines.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use scan::model::Scan;
use tree::source::TreeSource;

use super::compared_files::ComparedFiles;
use super::components::components_of;
use super::differences::replaced_words;
use super::differs::differs_text;
use super::explain::{SidesOfFiles, explain_groups};
use super::families::find_families;
use super::folder_pairs::{FilePair, FolderPair};
use super::input::{ProductFile, RelationInput, relation_input};
use super::listed_evidence::listed_evidence;
use super::members::{OnlyNames, member_counts};
use super::mirrors::find_mirrors;
use super::model::{CopyRelation, CopyRelations, MatchedFiles, RelationKind};
use super::shared_helpers::shared_helpers;
use super::shared_lines::shared_lines;
use super::similar_files::{SimilarFiles, find_similar_files};
use super::vendored_libraries::find_vendored_libraries;

/// A relation of files before its groups are known.
struct Draft {
    kind: RelationKind,
    sides: Vec<String>,
    pairs: Vec<FilePair>,
    files: SidesOfFiles,
}

/// `source`: of the scan.
pub fn find_relations(scan: &Scan, source: &dyn TreeSource) -> CopyRelations {
    let input = relation_input(scan);
    let mut compared = ComparedFiles::new(&input.files, source);
    relations_of(scan, source, &input, &mut compared)
}

/// The relations, and how much of the first listed groups is equal, for the first screen.
pub fn find_facts(scan: &Scan, source: &dyn TreeSource) -> CopyRelations {
    let input = relation_input(scan);
    let mut compared = ComparedFiles::new(&input.files, source);
    let relations = relations_of(scan, source, &input, &mut compared);
    CopyRelations {
        evidence: listed_evidence(&input.listed, &mut compared),
        ..relations
    }
}

fn relations_of(
    scan: &Scan,
    source: &dyn TreeSource,
    input: &RelationInput<'_>,
    compared: &mut ComparedFiles<'_>,
) -> CopyRelations {
    let files = &input.files;
    let (shared, mut left_out) = shared_lines(input);
    let (mirrors, folders_left_out) = find_mirrors(files, &shared, compared);
    let key_of = |left: usize, right: usize| (left.min(right), left.max(right));
    let matched = mirrors.iter().flat_map(|it| &it.files);
    let known: FxHashSet<(usize, usize)> = matched.map(|it| key_of(it.left, it.right)).collect();
    let is_known = |left, right| known.contains(&key_of(left, right));
    let similar = find_similar_files(files, &shared, is_known, compared);
    let mut drafts = folder_drafts(&mirrors);
    drafts.extend(file_drafts(&similar, files, compared));
    let mut ordered: Vec<(CopyRelation, SidesOfFiles)> = drafts
        .into_iter()
        .map(|draft| relation_of(draft, files, compared))
        .collect();
    ordered.sort_by_cached_key(|(it, _)| order_of(it));
    let sides: Vec<&SidesOfFiles> = ordered.iter().map(|(_, sides)| sides).collect();
    let explained = explain_groups(&input.groups, &sides);
    let mut relations: Vec<CopyRelation> = ordered.into_iter().map(|(relation, _)| relation).collect();
    for (relation, its) in relations.iter_mut().zip(explained) {
        relation.groups = its.groups;
        relation.elsewhere = its.elsewhere;
    }
    let explained = relations.iter().flat_map(|it| &it.groups).map(String::as_str).collect();
    let mut helpers = shared_helpers(input, &explained);
    helpers.sort_by_cached_key(order_of);
    relations.extend(helpers);
    let (mut vendored, evidence_left_out) = find_vendored_libraries(scan, source);
    vendored.sort_by_cached_key(order_of);
    relations.extend(vendored);
    left_out += folders_left_out + compared.left_out + evidence_left_out;
    CopyRelations {
        relations,
        left_out,
        evidence: FxHashMap::default(),
    }
}

/// Folders that are mirrors of the same one are a family.
fn folder_drafts(mirrors: &[FolderPair<'_>]) -> Vec<Draft> {
    let indices: Vec<usize> = (0..mirrors.len()).collect();
    let components = components_of(&indices, |at| (mirrors[at].left, mirrors[at].right));
    let draft_of = |its: Vec<usize>| {
        let its: Vec<&FolderPair<'_>> = its.into_iter().map(|at| &mirrors[at]).collect();
        let sides: BTreeSet<&str> = its.iter().flat_map(|it| [it.left, it.right]).collect();
        let number_of: FxHashMap<&str, usize> = sides.iter().enumerate().map(|(at, side)| (*side, at)).collect();
        let mut files = SidesOfFiles::default();
        for it in &its {
            for pair in &it.files {
                files.entry(pair.left).or_default().insert(number_of[it.left]);
                files.entry(pair.right).or_default().insert(number_of[it.right]);
            }
        }
        let shown = |side: &str| if side.is_empty() { "." } else { side }.to_owned();
        Draft {
            kind: if sides.len() > 2 {
                RelationKind::FolderFamily
            } else {
                RelationKind::Mirror
            },
            sides: sides.into_iter().map(shown).collect(),
            pairs: its.iter().flat_map(|it| it.files.iter().copied()).collect(),
            files,
        }
    };
    components.into_iter().map(draft_of).collect()
}

/// Families of files, with those that more than two forks connect; and the other forks.
fn file_drafts(
    SimilarFiles { forks, siblings }: &SimilarFiles,
    files: &[ProductFile<'_>],
    compared: &mut ComparedFiles<'_>,
) -> Vec<Draft> {
    let mut families = find_families(siblings);
    let numbered = (0_usize..).zip(&families);
    let in_family: FxHashMap<usize, usize> = numbered
        .flat_map(|(at, its)| its.iter().map(move |file| (*file, at)))
        .collect();
    let is_left = |it: &&FilePair| {
        let family = in_family.get(&it.left);
        family.is_none() || family != in_family.get(&it.right)
    };
    let left: Vec<FilePair> = forks.iter().filter(is_left).copied().collect();
    for edges in components_of(&left, |it| (it.left, it.right)) {
        let its: BTreeSet<usize> = edges.iter().flat_map(|it| [it.left, it.right]).collect();
        families.push(its.into_iter().collect());
    }
    let draft_of = |family: Vec<usize>| {
        let first = family[0];
        let pair_with = |other: &usize| FilePair {
            left: first,
            right: *other,
            lines: compared.equal_lines(first, *other),
        };
        Draft {
            kind: if family.len() > 2 {
                RelationKind::FileFamily
            } else {
                RelationKind::Fork
            },
            sides: family.iter().map(|file| files[*file].path.to_owned()).collect(),
            pairs: family[1..].iter().map(pair_with).collect(),
            files: family
                .iter()
                .zip(0..)
                .map(|(file, side)| (*file, [side].into()))
                .collect(),
        }
    };
    families.into_iter().map(draft_of).collect()
}

fn relation_of(
    draft: Draft,
    files: &[ProductFile<'_>],
    compared: &mut ComparedFiles<'_>,
) -> (CopyRelation, SidesOfFiles) {
    let mut only = OnlyNames::default();
    let pairs: Vec<MatchedFiles> = draft
        .pairs
        .iter()
        .map(|pair| {
            let (one, other) = (&files[pair.left], &files[pair.right]);
            MatchedFiles {
                left: one.path.to_owned(),
                right: other.path.to_owned(),
                left_lines: one.lines,
                right_lines: other.lines,
                equal_lines: if pair.lines == 0 {
                    0
                } else {
                    compared.equal_code(pair.left, pair.right).0
                },
                members: member_counts(&one.declarations, &other.declarations, &mut only),
            }
        })
        .collect();
    let has_two_sides = draft.sides.len() == 2;
    let differs = has_two_sides
        .then(|| differs_text(&draft.sides, &pairs, &only, &replaced_words(&draft.pairs, compared)))
        .flatten();
    let relation = CopyRelation {
        kind: draft.kind,
        differs,
        lines: pairs.iter().map(|it| it.equal_lines).sum(),
        sides: draft.sides,
        pairs,
        groups: Vec::new(),
        elsewhere: 0,
    };
    (relation, draft.files)
}

fn order_of(it: &CopyRelation) -> (usize, std::cmp::Reverse<u64>, String) {
    (it.kind.rank(), std::cmp::Reverse(it.lines), it.sides.join("\n"))
}
