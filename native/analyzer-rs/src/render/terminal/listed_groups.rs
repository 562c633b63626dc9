//! The groups of a scan for the summary: unfolded ones; copies outside of product code, small functions and types without
//! functions are apart (`languages/lists.json`).

use rustc_hash::FxHashMap;

use crate::languages::policy::LISTS;
use crate::parse::facts::DeclarationFacts;
use crate::relate::model::{DeclarationRef, FileIndex, Group};
use crate::scan::model::Scan;

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
    pub folded: u64,
}

/// In the order of the scan. `include`: bits of classes.
pub fn listed_groups(scan: &Scan, include: u32) -> ListedGroups<'_> {
    let mut listed = ListedGroups {
        shown: Vec::new(),
        apart: Vec::new(),
        apart_by_class: [0; LIST_CLASSES.len()],
        folded: 0,
    };
    let mut classes = GroupClasses {
        scan,
        include,
        without_functions: FxHashMap::default(),
    };
    for group in &scan.groups {
        if group.folded_into.is_some() {
            listed.folded += 1;
            continue;
        }
        match classes.of(group) {
            None => listed.shown.push(group),
            Some(class) => {
                listed.apart.push(group);
                listed.apart_by_class[class] += 1;
            }
        }
    }
    listed
}

/// Finds the class that puts a group apart.
struct GroupClasses<'a> {
    scan: &'a Scan,
    /// Bits of classes.
    include: u32,
    /// By file, then by declaration.
    without_functions: FxHashMap<FileIndex, Vec<bool>>,
}

impl GroupClasses<'_> {
    fn of(&mut self, group: &Group) -> Option<usize> {
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
        if !self.includes(SMALL) && is_small(group) {
            return Some(SMALL);
        }
        let has_only_fields = !self.includes(FIELDS)
            && may_be_fields(group)
            && group.occurrences.iter().all(|it| self.has_only_fields(*it));
        has_only_fields.then_some(FIELDS)
    }

    fn includes(&self, class: usize) -> bool {
        self.include & 1 << class != 0
    }

    /// The first class of a file that is not included.
    fn excluded_class(&self, file: FileIndex) -> Option<usize> {
        let bits = self.scan.entries[file as usize].file()?.roles.bits() & !self.include;
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    fn has_only_fields(&mut self, it: DeclarationRef) -> bool {
        let of_file = self.without_functions.entry(it.file);
        let without = of_file.or_insert_with(|| without_functions(self.scan.declarations_of(it.file)));
        without[it.declaration as usize]
    }
}

/// Functions of few nodes.
fn is_small(group: &Group) -> bool {
    let rule = &LISTS.small;
    rule.kinds.iter().any(|it| it == group.kind.name()) && group.nodes < rule.below_nodes
}

/// Whether a group is of declarations that are similar but not identical.
fn may_be_fields(group: &Group) -> bool {
    let rule = &LISTS.fields;
    let is_edited = |its: &u32| *its < rule.below_similarity;
    rule.kinds.iter().any(|it| it == group.kind.name()) && group.similarity.iter().any(is_edited)
}

/// By declaration: whether there is no function in it, nor is it one itself.
fn without_functions(declarations: &[DeclarationFacts]) -> Vec<bool> {
    let mut without = vec![true; declarations.len()];
    let around = |at: &usize| usize::try_from(declarations[*at].within).ok();
    for (index, declaration) in declarations.iter().enumerate() {
        if !declaration.kind.is_function() {
            continue;
        }
        for at in std::iter::successors(Some(index), around) {
            if !std::mem::take(&mut without[at]) {
                break;
            }
        }
    }
    without
}
