//! The groups of a scan for the summary: unfolded ones; copies outside of product code, small ones and data are apart
//! (`languages/lists.json`).

use std::borrow::Cow;

use relate::model::Group;
use scan::model::Scan;

use super::group_classes::{GroupClasses, LIST_CLASSES, ranges_of};
use super::ignored_code::counted_groups;
use super::list_order::in_list_order;
use super::listed_ranges::{FileRange, ListedRanges};

pub struct ApartGroup<'a> {
    pub group: Cow<'a, Group>,
    /// Index in `LIST_CLASSES`.
    pub by: usize,
}

#[derive(Default)]
pub struct ListedGroups<'a> {
    /// Unfolded groups of which at least two occurrences are in product code, and that no other class puts apart.
    pub shown: Vec<Cow<'a, Group>>,
    /// The other unfolded groups, each with the class that puts it apart.
    pub apart: Vec<ApartGroup<'a>>,
    /// Folded groups, and those mostly inside groups that are shown before.
    pub inside: u64,
    /// Number of unfolded groups of which comments in the source leave fewer than two occurrences.
    pub silenced: u64,
}

/// In the order of lists. `include`: bits of classes.
pub fn listed_groups(scan: &Scan, include: u32) -> ListedGroups<'_> {
    let counted = counted_groups(scan);
    let mut listed = ListedGroups {
        shown: Vec::new(),
        apart: Vec::new(),
        inside: 0,
        silenced: counted.silenced,
    };
    let mut classes = GroupClasses::new(scan, include);
    let mut known = ListedRanges::default();
    for group in in_list_order(counted.groups) {
        if group.folded_into.is_some() {
            listed.inside += 1;
            continue;
        }
        match classes.of(&group) {
            None => {
                let ranges = ranges_of(scan, &group);
                let ranges: Vec<FileRange> = ranges.iter().map(FileRange::of).collect();
                if known.has_most(&ranges) {
                    listed.inside += 1;
                    continue;
                }
                listed.shown.push(group);
                for range in ranges {
                    known.add(range);
                }
            }
            Some(by) => listed.apart.push(ApartGroup { group, by }),
        }
    }
    listed
}

/// The number of groups that each class puts apart.
pub fn counts_apart(apart: &[ApartGroup<'_>]) -> [u64; LIST_CLASSES.len()] {
    let mut counts = [0; LIST_CLASSES.len()];
    for it in apart {
        counts[it.by] += 1;
    }
    counts
}
