//! The product code of a scan, and its groups.

use rustc_hash::FxHashMap;

use parse::facts::DeclarationFacts;
use relate::model::{FileIndex, Group};
use scan::model::Scan;

use crate::lists::group_classes::ranges_of;
use crate::lists::ignored_code::counted_groups;
use crate::lists::listed_groups::listed_groups;

use super::folders::name_of;
use super::rules::RELATIONS;

/// A parsed file of product code.
pub struct ProductFile<'a> {
    pub path: &'a str,
    pub lines: u64,
    /// Functions that an index stores too: those of at least the least size of a group, and types.
    pub declarations: Vec<&'a DeclarationFacts>,
}

/// Lines of a product file, both inclusive.
#[derive(Clone, Copy)]
pub struct Occurrence {
    /// Index of the file.
    pub file: usize,
    pub start: u64,
    pub end: u64,
}

pub struct RelatedGroup {
    pub id: String,
    /// Those in product files.
    pub occurrences: Vec<Occurrence>,
    /// Number of the other ones.
    pub outside: usize,
}

pub struct RelationInput<'a> {
    /// In bytewise order of the paths.
    pub files: Vec<ProductFile<'a>>,
    /// Unfolded groups, without silenced occurrences, in the order of the scan.
    pub groups: Vec<RelatedGroup>,
    /// Those that a list shows, in its order.
    pub listed: Vec<RelatedGroup>,
    /// Identical files.
    pub identical: Vec<Vec<usize>>,
}

pub fn relation_input(scan: &Scan) -> RelationInput<'_> {
    let least = scan.options.min_nodes.min(scan.options.copy_limits().near_nodes);
    let mut files = Vec::new();
    let mut indices: FxHashMap<FileIndex, usize> = FxHashMap::default();
    for (index, entry) in (0..).zip(&scan.entries) {
        let Some(file) = entry.file() else { continue };
        let Some(facts) = &file.facts else { continue };
        if entry.name_lossy || file.roles.bits() != 0 || is_tool_file(&entry.path) {
            continue;
        }
        indices.insert(index, files.len());
        files.push(ProductFile {
            path: &entry.path,
            lines: file.content.map_or(0, |it| it.lines),
            declarations: facts
                .declarations
                .iter()
                .filter(|it| u64::from(it.nodes) >= least)
                .collect(),
        });
    }
    let related = |group: &Group| {
        let ranges = ranges_of(scan, group);
        let occurrences: Vec<Occurrence> = ranges
            .iter()
            .filter_map(|range| {
                Some(Occurrence {
                    file: *indices.get(&range.file)?,
                    start: u64::from(range.start_line),
                    end: u64::from(range.end_line),
                })
            })
            .collect();
        RelatedGroup {
            id: group.id.clone(),
            outside: ranges.len() - occurrences.len(),
            occurrences,
        }
    };
    let counted = counted_groups(scan).groups;
    let unfolded = counted.iter().filter(|it| it.folded_into.is_none());
    let indices_of = |its: &[FileIndex]| its.iter().filter_map(|it| indices.get(it).copied()).collect();
    RelationInput {
        groups: unfolded.map(|it| related(it)).collect(),
        listed: listed_groups(scan, 0).shown.iter().map(|it| related(it)).collect(),
        identical: scan.duplicate_files.iter().map(|it| indices_of(&it.files)).collect(),
        files,
    }
}

/// Whether a file configures a tool.
fn is_tool_file(path: &str) -> bool {
    let name = name_of(path);
    let rule = &RELATIONS.tool_files;
    rule.names.iter().any(|it| it == name) || rule.parts.iter().any(|part| name.contains(part.as_str()))
}
