//! Inputs on which a comparison of pairs would be quadratic.

use rustix::time::{ClockId, clock_gettime};

use super::block_groups::{BlockGroup, find_block_groups};
use super::compared_file::{ComparedBodies, ComparedDeclaration, ComparedFile};
use super::gram_sets::read_gram_sets;
use super::limits::LIMITS;
use super::near_groups::{NearGroup, find_similar};
use super::oracle::openings;
use crate::model::GroupKind;
use parse::elements::element_block::{Body, Element, ElementBlock, Unit};

/// CPU time of this thread in seconds, which other processes hardly change.
fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Runs the work with a size and with four times this size: linear work takes 4 times as long, quadratic work 16 times.
fn assert_linear<T>(size: usize, work: impl Fn(usize) -> T) -> T {
    let timed = |size: usize| {
        let started = cpu_time();
        let result = work(size);
        (result, cpu_time() - started)
    };
    let small = (0..3).map(|_| timed(size / 4).1).fold(f64::INFINITY, f64::min);
    let is_linear = |large: f64| large < 9.0 * small + 0.05;
    let (mut result, mut large) = timed(size);
    // Other processes on the same core can slow one run down.
    for _ in 0..2 {
        if !is_linear(large) {
            (result, large) = timed(size);
        }
    }
    assert!(is_linear(large), "{small} s for a quarter, {large} s for all");
    result
}

/// Elements that differ from each other in their closings.
fn different(from: u32, count: u32) -> Vec<Element> {
    let element = |at: u32| Element {
        opening: at % 3,
        closings: at,
    };
    (from..from + count).map(element).collect()
}

/// A file of one declaration.
fn file_of(elements: Vec<Element>) -> (Vec<u8>, Vec<ComparedDeclaration>) {
    let count = elements.len() as u32;
    let block = ElementBlock {
        openings: openings(),
        elements,
        units: Vec::new(),
        bodies: vec![Body {
            declaration: 0,
            first: 0,
            count,
            last_closings: 0,
        }],
        callbacks: Vec::new(),
    };
    let declaration = ComparedDeclaration {
        nodes: 40,
        within: -1,
        start_byte: 0,
        end_byte: 60,
    };
    (block.encode(), vec![declaration])
}

fn similar(files: &[(Vec<u8>, Vec<ComparedDeclaration>)]) -> (Vec<NearGroup>, usize) {
    let compared = files.iter().map(|(elements, declarations)| ComparedFile {
        bodies: ComparedBodies::Declarations,
        elements: elements.as_slice().into(),
        declarations: declarations.clone(),
    });
    let compared: Vec<ComparedFile<'_>> = compared.collect();
    let (groups, partnered) = find_similar(&compared, read_gram_sets(&compared, &LIMITS, None), true);
    (groups, partnered.len())
}

#[test]
fn groups_100_000_identical_declarations_in_linear_time() {
    let same = file_of(different(0, 60));
    let (groups, partnered) = assert_linear(100_000, |size| similar(&vec![same.clone(); size]));
    let sizes: Vec<usize> = groups.iter().map(|it| it.members.len()).collect();
    assert_eq!((sizes, partnered), (vec![100_000], 100_000));
}

#[test]
fn groups_20_000_declarations_that_differ_in_one_element_in_linear_time() {
    let edited = |at: u32| {
        let mut elements = different(0, 60);
        elements[30].closings = 1000 + at;
        file_of(elements)
    };
    let (groups, partnered) = assert_linear(20_000, |size| {
        let files: Vec<_> = (0..size as u32).map(edited).collect();
        similar(&files)
    });
    let sizes: Vec<usize> = groups.iter().map(|it| it.members.len()).collect();
    assert_eq!((sizes, partnered), (vec![20_000], 20_000));
}

/// One sequence of units, each with 40 elements of a pattern and a name.
fn sequence(units: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    const COUNT: u32 = 40;
    let mut block = ElementBlock {
        openings: openings(),
        ..ElementBlock::default()
    };
    for (at, (pattern, name)) in (0..).zip(units) {
        let first = at * COUNT;
        block.elements.extend(different(pattern * 100, COUNT - 1));
        block.elements.push(Element {
            opening: 4 + name,
            closings: 1,
        });
        block.units.push(Unit {
            first,
            count: COUNT,
            last_closings: 1,
            nodes: COUNT,
            previous: at.checked_sub(1),
            start_byte: first,
            end_byte: first + COUNT,
            ..Unit::default()
        });
    }
    parse::extract::elements::hash_units(&mut block, &mut Default::default());
    block.encode()
}

fn blocks(elements: &[u8]) -> Vec<BlockGroup> {
    let file = ComparedFile {
        bodies: ComparedBodies::Declarations,
        elements: elements.into(),
        declarations: Vec::new(),
    };
    let mut repeats = Vec::new();
    let kinds = [GroupKind::Block, GroupKind::BlockShape];
    find_block_groups(&[file], &[elements.into()], &kinds, &LIMITS, Some(&mut repeats)).groups
}

#[test]
fn a_table_of_50_000_equal_rows_is_one_group_of_rows_in_linear_time() {
    let groups = assert_linear(50_000, |size| blocks(&sequence((0..size).map(|_| (0, 0)))));
    // Longer runs overlap.
    let sizes: Vec<(usize, u64)> = groups.iter().map(|it| (it.occurrences.len(), it.nodes)).collect();
    assert_eq!(sizes, [(50_000, 40)]);
}

#[test]
fn a_table_of_50_000_rows_with_other_names_has_a_group_of_each_row_in_linear_time() {
    let mut state = 1_u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let names: Vec<u32> = (0..50_000).map(|_| next() % 3).collect();
    assert_linear(50_000, |size| {
        blocks(&sequence(names[..size].iter().map(|name| (0, *name))))
    });
}

#[test]
fn code_with_a_period_of_three_statements_is_searched_in_linear_time() {
    let groups = assert_linear(50_000, |size| blocks(&sequence((0..size as u32).map(|at| (at % 3, 0)))));
    assert!(groups.iter().all(|it| it.occurrences.len() > 1));
}
