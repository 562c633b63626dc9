//! A group of copies in words: its kind, its length and where its copies are.

use std::borrow::Cow;

use crate::lists::group_classes::ranges_of;
use parse::facts::DeclarationFacts;
use relate::model::{BlockRange, Group, GroupKind};
use scan::model::Scan;

use super::numbers::plural;

/// The kind of a group in words; of a near group with the least similarity. Declarations whose parts are all equal may
/// differ in names of variables and types, or in the order of statements.
pub fn kind_word(scan: &Scan, group: &Group) -> Cow<'static, str> {
    match group.kind {
        GroupKind::FunctionBody => "identical".into(),
        GroupKind::FunctionShape => "renamed".into(),
        GroupKind::Near => {
            let least = group.similarity.iter().copied().min().unwrap_or(1000);
            if least < 1000 {
                return format!("edited {} %", least / 10).into();
            }
            let mut hashes = group.occurrences.iter().map(|it| {
                let its = scan.declaration(*it);
                its.function.map(|it| it.body).or(its.tree_hash)
            });
            let first = hashes.next().flatten();
            let are_identical = first.is_some() && hashes.all(|it| it == first);
            if are_identical { "identical" } else { "equal parts" }.into()
        }
        GroupKind::Block => "block".into(),
        GroupKind::BlockShape => "renamed block".into(),
    }
}

/// Lines of the longest occurrence.
pub fn lines_of(scan: &Scan, group: &Group) -> u64 {
    lengths_of(scan, group).max().unwrap_or(0)
}

/// `12 lines`, or `up to 12 lines` if some occurrence is shorter.
pub fn length_text(scan: &Scan, group: &Group) -> String {
    let most = lines_of(scan, group);
    let is_equal = lengths_of(scan, group).all(|it| it == most);
    format!("{}{}", if is_equal { "" } else { "up to " }, plural(most, "line"))
}

fn lengths_of(scan: &Scan, group: &Group) -> impl Iterator<Item = u64> {
    let ranges = ranges_of(scan, group).into_iter();
    ranges.map(|it| (it.end_line - it.start_line + 1).into())
}

/// Files with lines and the name of the declaration, if the occurrence is one, and in a near group with the similarity to the
/// first one.
pub fn locations_of<'a>(scan: &'a Scan, group: &'a Group) -> impl Iterator<Item = String> + 'a {
    let declarations = group.occurrences.iter().map(|it| {
        let its = scan.declaration(*it);
        let lines = (its.start_line, its.end_line);
        place_text(scan.path_of(it.file), lines, Some(&its.qualified_name))
    });
    let blocks = group.blocks.iter().map(|it| {
        let lines = (it.start_line, it.end_line);
        let name = it.name.as_deref().or_else(|| declared_by(scan, it));
        place_text(scan.path_of(it.file), lines, name)
    });
    let places = declarations.chain(blocks).enumerate();
    places.map(
        |(index, place)| match group.similarity.get(index).filter(|_| index > 0) {
            Some(similarity) => format!("{place} ({} %)", similarity / 10),
            None => place,
        },
    )
}

/// As terminals and editors open it.
fn place_text(path: &str, (start, end): (u32, u32), name: Option<&str>) -> String {
    let lines = if start == end {
        start.to_string()
    } else {
        format!("{start}-{end}")
    };
    match name {
        Some(name) => format!("{path}:{lines} {name}"),
        None => format!("{path}:{lines}"),
    }
}

/// The name of the outermost declaration in a block that has the same lines: what is before it is such as `export`.
pub fn declared_by<'a>(scan: &'a Scan, block: &BlockRange) -> Option<&'a str> {
    let has_lines = |it: &&DeclarationFacts| it.start_line == block.start_line && it.end_line == block.end_line;
    declarations_in(scan, block)
        .find(has_lines)
        .map(|it| it.qualified_name.as_str())
}

/// The names of the outermost declarations in a block, if most of its lines are theirs; else none.
pub fn declared_inside<'a>(scan: &'a Scan, block: &BlockRange) -> Vec<&'a str> {
    let mut end = 0;
    let outermost = declarations_in(scan, block).filter(|it| {
        let is_outermost = it.start_byte >= end;
        end = end.max(it.end_byte);
        is_outermost
    });
    let its: Vec<&DeclarationFacts> = outermost.collect();
    let lines: u32 = its.iter().map(|it| it.end_line - it.start_line + 1).sum();
    if lines * 2 <= block.end_line - block.start_line + 1 {
        return Vec::new();
    }
    its.iter().map(|it| it.qualified_name.as_str()).collect()
}

/// In order of their starts.
fn declarations_in<'a>(scan: &'a Scan, block: &BlockRange) -> impl Iterator<Item = &'a DeclarationFacts> {
    let declarations = scan.declarations_of(block.file);
    let first = declarations.partition_point(|it| it.start_byte < block.start_byte);
    let end = block.end_byte;
    let its = declarations[first..].iter().take_while(move |it| it.start_byte < end);
    its.filter(move |it| it.end_byte <= end)
}

/// The name of the innermost declaration with a block.
pub fn declared_around<'a>(scan: &'a Scan, block: &BlockRange) -> Option<&'a str> {
    let declarations = scan.declarations_of(block.file);
    let before = declarations.partition_point(|it| it.start_byte <= block.start_byte);
    let mut around = before.checked_sub(1);
    while let Some(its) = around
        .map(|at| &declarations[at])
        .filter(|it| it.end_byte < block.end_byte)
    {
        around = usize::try_from(its.within).ok();
    }
    around.map(|at| declarations[at].qualified_name.as_str())
}
