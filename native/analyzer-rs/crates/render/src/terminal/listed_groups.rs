//! The groups of a scan for the summary: unfolded ones; copies outside of product code, small ones and data are apart
//! (`languages/lists.json`).

use relate::model::Group;
use scan::model::Scan;

use super::group_classes::{GroupClasses, LIST_CLASSES};
use super::list_order::in_list_order;
use super::listed_ranges::{FileRange, ListedRanges};

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
    let mut classes = GroupClasses::new(scan, include);
    let mut known = ListedRanges::default();
    for group in in_list_order(&scan.groups) {
        if group.folded_into.is_some() {
            listed.inside += 1;
            continue;
        }
        match classes.of(group) {
            None => {
                let ranges = classes.ranges_of(group);
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
            Some(class) => {
                listed.apart.push(group);
                listed.apart_by_class[class] += 1;
            }
        }
    }
    listed
}
