//! The classes that put groups apart in lists for people (`languages/lists.json`).

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use base::languages::policy::LISTS;
use relate::model::{BlockRange, FileIndex, Group, GroupKind};
use scan::model::Scan;

use super::file_code::{CodeRange, FileCode};
use super::list_order::{least_similarity, weight_of};
use super::test_callback::is_test_callback;

/// What lists for people put apart: copies in classes of files, in the order of the bits of `Roles::bits`, and two classes
/// of groups.
pub const LIST_CLASSES: [&str; 8] = [
    "tests",
    "vendored",
    "generated",
    "examples",
    "benchmarks",
    "configuration",
    "small",
    "data",
];
const FILE_CLASSES: usize = 6;
const TESTS: usize = 0;
const SMALL: usize = 6;
const DATA: usize = 7;

/// Finds the class that puts a group apart.
pub struct GroupClasses<'a> {
    scan: &'a Scan,
    /// Bits of classes.
    include: u32,
    /// Ids of groups that contain a group of identical types.
    identical: HashSet<&'a str>,
    codes: FxHashMap<FileIndex, FileCode<'a>>,
}

impl<'a> GroupClasses<'a> {
    /// `include`: bits of classes.
    pub fn new(scan: &'a Scan, include: u32) -> Self {
        GroupClasses {
            scan,
            include,
            identical: with_identical_parts(&scan.groups),
            codes: FxHashMap::default(),
        }
    }

    pub fn of(&mut self, group: &Group) -> Option<usize> {
        let declarations = group.occurrences.iter().map(|it| self.excluded_class(it.file));
        let classes = declarations.chain(group.blocks.iter().map(|it| self.class_of_range(it)));
        let mut counts = [0_u64; FILE_CLASSES];
        let mut product = 0;
        for class in classes {
            match class {
                Some(class) => counts[class] += 1,
                None => product += 1,
            }
        }
        if product < 2 {
            let most = counts.iter().copied().max()?;
            return counts.iter().position(|it| *it == most);
        }
        let minor = self.unless_included(SMALL).filter(|_| is_minor(group));
        minor.or_else(|| self.of_code(group))
    }

    /// By what the code of a group does.
    fn of_code(&mut self, group: &Group) -> Option<usize> {
        let ranges = ranges_of(self.scan, group);
        let first = ranges.first()?;
        if ranges.iter().all(|it| self.code_of(it.file).is_of_types(it)) {
            let is_alias = self.code_of(first.file).is_alias(first);
            let is_minor_alias = is_alias && weight_of(group) < LISTS.types.aliases_below_weight;
            let is_similar = are_similar_types(group) && !self.identical.contains(group.id.as_str());
            return self.unless_included(DATA).filter(|_| is_minor_alias || is_similar);
        }
        let code = self.code_of(first.file);
        let method = code.method_name(first);
        if method.is_some_and(|name| is_protocol_method(group, name)) {
            return self.unless_included(SMALL);
        }
        if code.has_control(first) {
            return None;
        }
        let kinds = if code.has_calls(first) {
            &LISTS.data.kinds_with_calls
        } else {
            &LISTS.data.kinds
        };
        if is_of(kinds, group) {
            return self.unless_included(DATA);
        }
        let rule = &LISTS.straight_line;
        let limit = match group.kind {
            _ if method.is_some() => rule.methods_below_weight,
            GroupKind::FunctionBody => rule.identical_below_weight,
            _ => rule.below_weight,
        };
        let is_minor = weight_of(group) < limit;
        self.unless_included(SMALL).filter(|_| is_minor)
    }

    fn unless_included(&self, class: usize) -> Option<usize> {
        (self.include & 1 << class == 0).then_some(class)
    }

    fn code_of(&mut self, file: FileIndex) -> &FileCode<'a> {
        let scan = self.scan;
        self.codes
            .entry(file)
            .or_insert_with(|| FileCode::new(scan.facts_of(file)))
    }

    /// A callback of a test is a test in any file.
    fn class_of_range(&self, it: &BlockRange) -> Option<usize> {
        let is_test = !it.is_declaration && it.name.as_deref().is_some_and(is_test_callback);
        let own = self.unless_included(TESTS).filter(|_| is_test);
        own.or_else(|| self.excluded_class(it.file))
    }

    /// The first class of a file that is not included.
    fn excluded_class(&self, file: FileIndex) -> Option<usize> {
        let bits = self.scan.entries[file as usize].file()?.roles.bits() & !self.include;
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }
}

/// The occurrences of a group.
pub fn ranges_of(scan: &Scan, group: &Group) -> Vec<CodeRange> {
    let declarations = group.occurrences.iter().map(|it| {
        let own = &scan.declarations_of(it.file)[it.declaration as usize];
        CodeRange {
            file: it.file,
            start_line: own.start_line,
            end_line: own.end_line,
            start_byte: own.start_byte,
            end_byte: own.end_byte,
            own: Some(it.declaration),
            around: None,
        }
    });
    let blocks = group.blocks.iter().map(|it| CodeRange {
        file: it.file,
        start_line: it.start_line,
        end_line: it.end_line,
        start_byte: it.start_byte,
        end_byte: it.end_byte,
        own: it.within.filter(|_| it.is_declaration),
        around: it.within.filter(|_| !it.is_declaration),
    });
    declarations.chain(blocks).collect()
}

/// Functions of few nodes, and groups that save little.
fn is_minor(group: &Group) -> bool {
    let (small, little, frames) = (&LISTS.small, &LISTS.little_saved, &LISTS.frames);
    let weight = weight_of(group);
    let is_small = is_of(&small.kinds, group) && group.nodes < small.below_nodes;
    let is_frame = is_of(&frames.kinds, group) && least_similarity(group) < frames.below_similarity;
    is_small || is_of(&little.kinds, group) && weight < little.below_weight || is_frame && weight < frames.below_weight
}

/// Whether a protocol of the language calls the methods of a group, which are small.
fn is_protocol_method(group: &Group, name: &str) -> bool {
    let rule = &LISTS.protocol_methods;
    let has = |names: &[String]| names.iter().any(|it| it == name);
    let is_named = has(&rule.names) || name.starts_with(&rule.prefix) && name.ends_with(&rule.suffix);
    is_named && !has(&rule.except) && is_of(&rule.kinds, group) && group.nodes < rule.below_nodes
}

fn is_of(kinds: &[String], group: &Group) -> bool {
    kinds.iter().any(|it| it == group.kind.name())
}

/// Whether a group is of a kind of the rule for types, and its declarations are not identical.
fn are_similar_types(group: &Group) -> bool {
    let rule = &LISTS.types;
    let is_edited = |its: &u32| *its < rule.below_similarity;
    let may_differ = group.similarity.is_empty() || group.similarity.iter().any(is_edited);
    is_of(&rule.kinds, group) && may_differ
}

/// Ids of groups that contain a group of identical types, although more around them is renamed, such as their names.
fn with_identical_parts(groups: &[Group]) -> HashSet<&str> {
    let near = groups.iter().filter(|it| it.kind == GroupKind::Near);
    let identical = near.filter(|it| it.similarity.iter().all(|its| *its >= LISTS.types.below_similarity));
    identical.filter_map(|it| it.folded_into.as_deref()).collect()
}
