//! The groups of a scan for the summary: unfolded ones; copies outside of product code, small functions and types without
//! functions are apart (`languages/lists.json`).

use std::collections::HashSet;

use crate::languages::policy::LISTS;
use crate::parse::facts::DeclarationFacts;
use crate::relate::model::{BlockRange, DeclarationRef, FileIndex, Group, GroupKind};
use crate::scan::model::Scan;

use super::listed_ranges::{FileRange, ListedRanges};

/// What lists for people put apart: copies in classes of files, in the order of the bits of `Roles::bits`, and two classes
/// of groups.
pub const LIST_CLASSES: [&str; 7] = [
    "tests",
    "vendored",
    "generated",
    "examples",
    "benchmarks",
    "small",
    "fields",
];
const FILE_CLASSES: usize = 5;
const SMALL: usize = 5;
const FIELDS: usize = 6;

pub struct ListedGroups<'a> {
    /// Unfolded groups of which at least two occurrences are in product code, and that no other class puts apart.
    pub shown: Vec<&'a Group>,
    /// The other unfolded groups, and their number by the class that puts them apart.
    pub apart: Vec<&'a Group>,
    pub apart_by_class: [u64; LIST_CLASSES.len()],
    /// Folded groups, and those mostly inside groups that are shown before.
    pub inside: u64,
}

/// In the order of lists. `include`: bits of classes.
pub fn listed_groups(scan: &Scan, include: u32) -> ListedGroups<'_> {
    let mut listed = ListedGroups {
        shown: Vec::new(),
        apart: Vec::new(),
        apart_by_class: [0; LIST_CLASSES.len()],
        inside: 0,
    };
    let identical = with_identical_parts(&scan.groups);
    let classes = GroupClasses {
        scan,
        include,
        identical,
    };
    let mut known = ListedRanges::default();
    for group in in_list_order(&scan.groups) {
        if group.folded_into.is_some() {
            listed.inside += 1;
            continue;
        }
        match classes.of(group) {
            None => {
                let ranges = classes.ranges_of(group);
                if known.has_most(&ranges) {
                    listed.inside += 1;
                    continue;
                }
                listed.shown.push(group);
                for range in ranges {
                    known.add(range);
                }
            }
            Some(class) => {
                listed.apart.push(group);
                listed.apart_by_class[class] += 1;
            }
        }
    }
    listed
}

/// What an occurrence has in common with the others, less a call that replaces it, counts more than the number of
/// occurrences. Groups of equal weight stay in their order.
fn in_list_order(groups: &[Group]) -> Vec<&Group> {
    let mut weighed: Vec<(f64, &Group)> = groups.iter().map(|it| (weight_of(it), it)).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, group)| group).collect()
}

/// In floating point, as the portable engine.
fn weight_of(group: &Group) -> f64 {
    let common = common_nodes(group).saturating_sub(LISTS.order.call_nodes) as f64;
    let further = (group.occurrences.len() + group.blocks.len() - 1) as f64;
    common * common * further
}

/// Finds the class that puts a group apart.
struct GroupClasses<'a> {
    scan: &'a Scan,
    /// Bits of classes.
    include: u32,
    /// Ids of groups that contain a group of identical types.
    identical: HashSet<&'a str>,
}

impl GroupClasses<'_> {
    fn of(&self, group: &Group) -> Option<usize> {
        let declarations = group.occurrences.iter().map(|it| it.file);
        let files = declarations.chain(group.blocks.iter().map(|it| it.file));
        let mut counts = [0_u64; FILE_CLASSES];
        let mut product = 0;
        for file in files {
            match self.excluded_class(file) {
                Some(class) => counts[class] += 1,
                None => product += 1,
            }
        }
        if product < 2 {
            let most = counts.iter().copied().max()?;
            return counts.iter().position(|it| *it == most);
        }
        if !self.includes(SMALL) && is_minor(group) {
            return Some(SMALL);
        }
        let may_be = !self.includes(FIELDS) && may_be_fields(group) && !self.identical.contains(group.id.as_str());
        (may_be && self.is_of_types(group)).then_some(FIELDS)
    }

    fn ranges_of(&self, group: &Group) -> Vec<FileRange> {
        let declarations = group.occurrences.iter().map(|it| {
            let own = &self.scan.declarations_of(it.file)[it.declaration as usize];
            FileRange {
                file: it.file,
                start: own.start_byte,
                end: own.end_byte,
            }
        });
        let blocks = group.blocks.iter().map(|it| FileRange {
            file: it.file,
            start: it.start_byte,
            end: it.end_byte,
        });
        declarations.chain(blocks).collect()
    }

    fn includes(&self, class: usize) -> bool {
        self.include & 1 << class != 0
    }

    /// The first class of a file that is not included.
    fn excluded_class(&self, file: FileIndex) -> Option<usize> {
        let bits = self.scan.entries[file as usize].file()?.roles.bits() & !self.include;
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    fn is_of_types(&self, group: &Group) -> bool {
        let is_type = |it: &DeclarationRef| {
            let declarations = self.scan.declarations_of(it.file);
            let own = &declarations[it.declaration as usize];
            has_only_types(declarations, own.start_byte, own.end_byte, None)
        };
        let is_block_of_types = |it: &BlockRange| {
            let declarations = self.scan.declarations_of(it.file);
            has_only_types(declarations, it.start_byte, it.end_byte, it.within)
        };
        group.occurrences.iter().all(is_type) && group.blocks.iter().all(is_block_of_types)
    }
}

/// Functions of few nodes, or declarations that share few.
fn is_minor(group: &Group) -> bool {
    let (small, similar) = (&LISTS.small, &LISTS.little_similar);
    let is_of = |kinds: &[String]| kinds.iter().any(|it| it == group.kind.name());
    let is_little_similar = is_of(&similar.kinds)
        && least_similarity(group) < similar.below_similarity
        && common_nodes(group) < similar.below_common_nodes;
    is_little_similar || is_of(&small.kinds) && group.nodes < small.below_nodes
}

/// An estimate of the nodes that an occurrence shares with the first one: the least similarity is one of 5-grams.
fn common_nodes(group: &Group) -> u64 {
    group.nodes * u64::from(least_similarity(group)) / 1000
}

/// In thousandths.
fn least_similarity(group: &Group) -> u32 {
    group.similarity.iter().copied().min().unwrap_or(1000)
}

/// Whether a group is of a kind of the rule, and its declarations are not identical.
fn may_be_fields(group: &Group) -> bool {
    let rule = &LISTS.fields;
    let is_edited = |its: &u32| *its < rule.below_similarity;
    let may_differ = group.similarity.is_empty() || group.similarity.iter().any(is_edited);
    rule.kinds.iter().any(|it| it == group.kind.name()) && may_differ
}

/// Ids of groups that contain a group of identical types, although more around them is renamed, such as their names.
fn with_identical_parts(groups: &[Group]) -> HashSet<&str> {
    let near = groups.iter().filter(|it| it.kind == GroupKind::Near);
    let identical = near.filter(|it| it.similarity.iter().all(|its| *its >= LISTS.fields.below_similarity));
    identical.filter_map(|it| it.folded_into.as_deref()).collect()
}

/// Whether types, but no functions, are in or around a range of a file. `around`: the innermost declaration around the
/// range; none also for the range of a declaration.
fn has_only_types(declarations: &[DeclarationFacts], start: u32, end: u32, around: Option<u32>) -> bool {
    let outer = |at: &u32| u32::try_from(declarations[*at as usize].within).ok();
    let around = std::iter::successors(around, outer).map(|at| &declarations[at as usize]);
    let from = declarations.partition_point(|it| it.start_byte < start);
    let inside = declarations[from..].iter().take_while(|it| it.start_byte < end);
    let mut types = 0;
    around.chain(inside).all(|it| {
        types += 1;
        !it.kind.is_function()
    }) && types > 0
}
