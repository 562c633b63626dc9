//! The groups of a scan for the summary: unfolded ones, those of product code first.

use crate::relate::model::{FileIndex, Group};
use crate::scan::model::Scan;

/// Classes of files whose copies are listed only on request, in the order of the bits of `Roles::bits`.
pub const FILE_CLASSES: [&str; 5] = ["tests", "vendored", "generated", "examples", "benchmarks"];

pub struct ListedGroups<'a> {
    /// Unfolded groups of which at least two occurrences are in product code, or in included classes.
    pub shown: Vec<&'a Group>,
    /// The other unfolded groups, and their number by the class that excludes most of their occurrences.
    pub apart: Vec<&'a Group>,
    pub apart_by_class: [u64; FILE_CLASSES.len()],
    pub folded: u64,
}

/// In the order of the scan. `include`: bits of classes.
pub fn listed_groups(scan: &Scan, include: u32) -> ListedGroups<'_> {
    let mut listed = ListedGroups {
        shown: Vec::new(),
        apart: Vec::new(),
        apart_by_class: [0; FILE_CLASSES.len()],
        folded: 0,
    };
    for group in &scan.groups {
        if group.folded_into.is_some() {
            listed.folded += 1;
            continue;
        }
        let declarations = group.occurrences.iter().map(|it| it.file);
        let files = declarations.chain(group.blocks.iter().map(|it| it.file));
        let mut counts = [0_u64; FILE_CLASSES.len()];
        let mut product = 0;
        for file in files {
            match excluded_class(scan, file, include) {
                Some(class) => counts[class] += 1,
                None => product += 1,
            }
        }
        if product > 1 {
            listed.shown.push(group);
            continue;
        }
        listed.apart.push(group);
        let most = counts.iter().copied().max().unwrap_or(0);
        if let Some(class) = counts.iter().position(|it| *it == most) {
            listed.apart_by_class[class] += 1;
        }
    }
    listed
}

/// The first class of a file that is not included.
fn excluded_class(scan: &Scan, file: FileIndex, include: u32) -> Option<usize> {
    let bits = scan.entries[file as usize].file()?.roles.bits() & !include;
    (bits != 0).then(|| bits.trailing_zeros() as usize)
}
