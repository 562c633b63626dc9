//! Where the code of a group is, and how much of it is equal.

use rustc_hash::FxHashSet;

use relate::model::{BlockRange, Group};
use scan::model::Scan;

use crate::relations::async_twins::twin_sign;
use crate::relations::model::CopyRelations;

use super::group_words::{declared_around, declared_by, declared_inside};
use super::lists::SHOWN_LOCATIONS;
use super::numbers::grouped;
use super::screen_fact::{CodePlace, CodePlaces};
use super::worth::{equal_lines_of, is_worth_fact};

/// The name of a callback that nothing names.
const NO_NAME: &str = "function";

pub fn group_places<'a>(scan: &'a Scan, relations: &'a CopyRelations, group: &'a Group) -> CodePlaces<'a> {
    let evidence = relations.evidence.get(&group.id);
    let declarations = group.occurrences.iter().map(|it| {
        let its = scan.declaration(*it);
        CodePlace {
            path: scan.path_of(it.file),
            name: its.qualified_name.to_string(),
            within: None,
            lines: Some((its.start_line, its.end_line)),
        }
    });
    let blocks = group.blocks.iter().map(|it| place_of_block(scan, it));
    let of_product = evidence.map(|its| its.paths.iter().map(String::as_str).collect::<FxHashSet<&str>>());
    let is_shown = |it: &CodePlace<'_>| of_product.as_ref().is_none_or(|paths| paths.contains(it.path));
    let places: Vec<CodePlace<'_>> = declarations.chain(blocks).filter(is_shown).collect();
    let mut known = FxHashSet::default();
    let files = places.iter().map(|it| it.path).filter(|path| known.insert(*path));
    let files = files.collect();
    let named: Vec<(&str, &str)> = places.iter().map(|it| (it.path, it.name.as_str())).collect();
    let is_worth = evidence.is_none_or(|its| is_worth_fact(its, group.kind, places.iter().map(|it| it.name.as_str())));
    CodePlaces {
        twins: twin_sign(&named),
        saved: evidence.map_or_else(|| lines_saved(&places), |its| equal_lines_of(its, group.kind)),
        lines: evidence.map(|its| its.lines.as_slice()),
        is_worth,
        files,
        places,
    }
}

fn place_of_block<'a>(scan: &'a Scan, block: &'a BlockRange) -> CodePlace<'a> {
    let name = block.name.as_deref().or_else(|| declared_by(scan, block));
    let inside = || names_text(&declared_inside(scan, block));
    let name = name.filter(|it| *it != NO_NAME).map_or_else(inside, str::to_owned);
    CodePlace {
        path: scan.path_of(block.file),
        within: if name.is_empty() {
            declared_around(scan, block)
        } else {
            None
        },
        name,
        lines: Some((block.start_line, block.end_line)),
    }
}

/// Declarations of one name, such as overloads, are named once.
fn names_text(all: &[&str]) -> String {
    let mut seen = FxHashSet::default();
    let names: Vec<&str> = all.iter().copied().filter(|name| seen.insert(*name)).collect();
    let shown = names[..names.len().min(SHOWN_LOCATIONS)].join(", ");
    match names.len().saturating_sub(SHOWN_LOCATIONS) as u64 {
        0 => shown,
        rest => format!("{shown} and {} more", grouped(rest)),
    }
}

/// Lines of all places but the largest one.
fn lines_saved(places: &[CodePlace<'_>]) -> u64 {
    let lines = || {
        places
            .iter()
            .filter_map(|it| it.lines)
            .map(|(start, end)| u64::from(end - start + 1))
    };
    lines().sum::<u64>() - lines().max().unwrap_or_default()
}
