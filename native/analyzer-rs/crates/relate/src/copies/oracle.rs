//! Random projects, and the groups in them by definition: over all pairs of declarations, and over all runs of units.

use std::collections::{BTreeMap, BTreeSet};

use super::block_groups::find_block_groups;
use super::compared_file::{ComparedBodies, ComparedDeclaration, ComparedFile};
use super::gram_sets::read_gram_sets;
use super::limits::CopyLimits;
use super::near_groups::find_similar;
use crate::model::GroupKind;
use parse::elements::element_block::{Body, Element, ElementBlock, Opening, Unit};

const LIMITS: CopyLimits = CopyLimits {
    near_nodes: 3,
    block_nodes: 3,
    shape_nodes: 4,
    grams: 2,
};

/// Numbers below a bound (xorshift*; Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % u64::from(bound)) as u32
    }
}

/// Openings 0 to 3 have no role; 4 to 6 are names of variables, 7 and 8 of properties.
pub(super) fn openings() -> Vec<Opening> {
    let spread = |value: u64| (value + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opening = |at: u32| {
        let role = match at {
            0..4 => 0,
            4..7 => 1,
            _ => 2,
        };
        Opening {
            hash: spread(u64::from(at)),
            role,
            name: if role == 0 { 0 } else { at - 4 },
            bare: if role == 0 { 0 } else { spread(100 + u64::from(role)) },
        }
    };
    (0..9).map(opening).collect()
}

struct TestFile {
    block: ElementBlock,
    declarations: Vec<ComparedDeclaration>,
}

/// Declarations composed of parts of a few patterns; some contain another one.
fn file_of_declarations(random: &mut Random, patterns: &[Vec<Element>]) -> TestFile {
    let mut file = TestFile {
        block: ElementBlock {
            openings: openings(),
            ..ElementBlock::default()
        },
        declarations: Vec::new(),
    };
    for _ in 0..random.below(6) {
        let first = file.block.elements.len() as u32;
        for _ in 0..=random.below(3) {
            let pattern = &patterns[random.below(4) as usize];
            let from = random.below(3) as usize;
            let length = random.below(9) as usize + 5;
            file.block.elements.extend(&pattern[from..(from + length).min(16)]);
        }
        let count = file.block.elements.len() as u32 - first;
        let outer = file.declarations.len();
        add_body(&mut file, (first, count), 6 + random.below(6), -1);
        if random.below(2) == 0 {
            let inner = first + random.below(count);
            let length = (1 + random.below(12)).min(first + count - inner);
            add_body(&mut file, (inner, length), 2 + random.below(4), outer as i32);
        }
    }
    file
}

fn add_body(file: &mut TestFile, (first, count): (u32, u32), nodes: u32, within: i32) {
    file.block.bodies.push(Body {
        declaration: file.declarations.len() as u32,
        first,
        count,
        last_closings: u32::from(within < 0),
    });
    file.declarations.push(ComparedDeclaration {
        nodes,
        within,
        start_byte: first,
        end_byte: first + count,
    });
}

/// An element of a range as a text; `name` replaces the name.
fn written(block: &ElementBlock, at: u32, end: u32, last: u32, name: Option<u32>) -> String {
    let opening = block.elements[at as usize].opening;
    let closings = block.closings(at, end, last);
    match name {
        None => format!("{opening}/{closings}"),
        Some(name) => format!("{}#{name}/{closings}", block.openings[opening as usize].role),
    }
}

fn grams(block: &ElementBlock, first: u32, count: u32, last: u32) -> BTreeSet<String> {
    let is_variable = |at: u32| block.openings[block.elements[at as usize].opening as usize].role == 1;
    let end = first + count;
    let texts = (first..end).map(|at| written(block, at, end, last, is_variable(at).then_some(0)));
    let texts: Vec<String> = texts.collect();
    texts.windows(5).map(|gram| gram.join(" ")).collect()
}

type Members = Vec<(u32, u32, u32)>;

/// Nodes, position and 5-grams of a declaration.
type Compared = (std::cmp::Reverse<u32>, (u32, u32, u32), BTreeSet<String>);

/// The groups, and the declarations that are similar to one that is neither in nor around them.
fn near_by_all_pairs(files: &[TestFile]) -> (Vec<Members>, Vec<(u32, u32)>) {
    let mut free = Vec::new();
    for (number, file) in (0..).zip(files) {
        for body in &file.block.bodies {
            let grams = grams(&file.block, body.first, body.count, body.last_closings);
            let its = &file.declarations[body.declaration as usize];
            if u64::from(its.nodes) >= LIMITS.near_nodes && grams.len() >= LIMITS.grams {
                let body = (number, its.start_byte, body.declaration);
                free.push((std::cmp::Reverse(its.nodes), body, grams));
            }
        }
    }
    free.sort();
    let is_in = |inner: (u32, u32, u32), outer: (u32, u32, u32)| {
        let declarations = &files[inner.0 as usize].declarations;
        let around = |at: &i32| Some(declarations[*at as usize].within).filter(|at| *at >= 0);
        let mut chain = std::iter::successors(Some(inner.2 as i32), around);
        inner.0 == outer.0 && chain.any(|at| at == outer.2 as i32)
    };
    let mut partnered = BTreeSet::new();
    for (_, one, own) in &free {
        for (_, other, grams) in &free {
            let common = own.intersection(grams).count();
            let are_nested = is_in(*one, *other) || is_in(*other, *one);
            if !are_nested && 2 * common >= own.len() + grams.len() - common {
                partnered.insert(*one);
            }
        }
    }
    let partnered = partnered.into_iter().map(|(file, _, it)| (file, it)).collect();
    let mut groups = Vec::new();
    let mut grouped = Vec::new();
    while !free.is_empty() {
        let (nodes, leader, own) = free.remove(0);
        let similar_of = |others: &[Compared]| {
            let mut similar = Vec::new();
            for (_, body, grams) in others {
                let common = own.intersection(grams).count();
                let union = own.len() + grams.len() - common;
                if 2 * common >= union && !is_in(leader, *body) && !is_in(*body, leader) {
                    // In common fractions, the largest first.
                    similar.push((-((common * 1_000_000 / union) as i64), *body, 1000 * common / union));
                }
            }
            similar.sort_unstable();
            similar
        };
        let mut similar = similar_of(&free);
        if similar.is_empty() {
            similar = similar_of(&grouped);
            similar.truncate(1);
        }
        let mut members = vec![(leader, 1000)];
        for (_, body, similarity) in similar {
            if members
                .iter()
                .all(|(member, _)| !is_in(*member, body) && !is_in(body, *member))
            {
                members.push((body, similarity));
            }
        }
        if members.len() > 1 {
            let is_member = |body: &(u32, u32, u32)| members.iter().any(|(member, _)| member == body);
            grouped.extend(free.extract_if(.., |(_, body, _)| is_member(body)));
            grouped.push((nodes, leader, own));
            let members = members.into_iter();
            groups.push(
                members
                    .map(|((file, _, it), similarity)| (file, it, similarity as u32))
                    .collect(),
            );
        }
    }
    (groups, partnered)
}

fn compared<'a>(files: &'a [TestFile], blocks: &'a [Vec<u8>]) -> Vec<ComparedFile<'a>> {
    let pairs = files.iter().zip(blocks);
    let compared = pairs.map(|(file, elements)| ComparedFile {
        bodies: ComparedBodies::Declarations,
        elements: elements.as_slice().into(),
        declarations: file.declarations.clone(),
    });
    compared.collect()
}

#[test]
fn near_groups_equal_those_of_all_pairs() {
    let mut random = Random(7);
    let mut groups = 0;
    for _ in 0..2000 {
        let element = |random: &mut Random| Element {
            opening: random.below(9),
            closings: [0, 0, 0, 1, 4][random.below(5) as usize],
        };
        let patterns: Vec<Vec<Element>> = (0..4)
            .map(|_| (0..16).map(|_| element(&mut random)).collect())
            .collect();
        let files: Vec<TestFile> = (0..random.below(5))
            .map(|_| file_of_declarations(&mut random, &patterns))
            .collect();
        let blocks: Vec<Vec<u8>> = files.iter().map(|file| file.block.encode()).collect();
        let its = compared(&files, &blocks);
        let (found, partnered) = find_similar(&its, read_gram_sets(&its, &LIMITS, None), true);
        let members = |it: &super::near_groups::NearMember| (it.file, it.declaration, it.similarity);
        let found: Vec<Members> = found
            .iter()
            .map(|it| it.members.iter().map(members).collect())
            .collect();
        let partnered = partnered.iter().map(|it| (it.file, it.declaration)).collect();
        assert_eq!((found.clone(), partnered), near_by_all_pairs(&files));
        groups += found.len();
    }
    assert!(groups > 300, "only {groups} groups were compared");
}

/// Units composed of calls and of other units.
fn add_units(random: &mut Random, block: &mut ElementBlock, parent: Option<u32>, depth: u32) {
    let mut previous = None;
    for _ in 0..random.below(7 - depth) {
        let number = block.units.len() as u32;
        let first = block.elements.len() as u32;
        block.units.push(Unit {
            first,
            previous,
            parent,
            ..Unit::default()
        });
        let openings = [random.below(2), 4 + random.below(3)];
        // As in real units, it is computed from the stream.
        block.units[number as usize].is_function = openings[0] == 1;
        block
            .elements
            .extend(openings.map(|opening| Element { opening, closings: 0 }));
        if depth < 3 && random.below(2) == 0 {
            add_units(random, block, Some(number), depth + 1);
        }
        let end = block.elements.len() as u32;
        let last = block.elements.last_mut().expect("just added");
        last.closings += 1;
        let closings = last.closings;
        let unit = &mut block.units[number as usize];
        unit.count = end - first;
        unit.nodes = unit.count;
        unit.last_closings = closings;
        unit.start_byte = first;
        unit.end_byte = end;
        previous = Some(number);
    }
}

/// The stream of units, with names numbered from the first one if only the shape counts.
fn stream(block: &ElementBlock, units: &[u32], shape: bool) -> String {
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut text = String::new();
    for unit in units.iter().map(|unit| block.units[*unit as usize]) {
        let end = unit.first + unit.count;
        for at in unit.first..end {
            let opening = block.elements[at as usize].opening;
            let is_numbered = shape && block.openings[opening as usize].role != 0;
            let name = is_numbered.then(|| {
                let next = numbers.len() as u32;
                *numbers.entry(opening).or_insert(next)
            });
            text.push_str(&written(block, at, end, unit.last_closings, name));
            text.push(' ');
        }
    }
    text
}

struct Run {
    file: u32,
    units: Vec<u32>,
    before: Option<u32>,
    after: Option<u32>,
}

type Found = (&'static str, u64, Vec<(u32, u32, u32)>);

fn blocks_by_all_runs(files: &[ElementBlock]) -> Vec<Found> {
    let mut found = Vec::new();
    for shape in [false, true] {
        let mut runs: BTreeMap<Vec<String>, Vec<Run>> = BTreeMap::new();
        for (file, block) in (0..).zip(files) {
            let next =
                |unit: u32| (0..block.units.len() as u32).find(|it| block.units[*it as usize].previous == Some(unit));
            for start in 0..block.units.len() as u32 {
                let mut units = Vec::new();
                let mut at = Some(start);
                while let Some(unit) = at {
                    units.push(unit);
                    at = next(unit);
                    let key = units.iter().map(|unit| stream(block, &[*unit], shape)).collect();
                    runs.entry(key).or_default().push(Run {
                        file,
                        units: units.clone(),
                        before: block.units[start as usize].previous,
                        after: at,
                    });
                }
            }
        }
        for runs in runs.values().filter(|runs| runs.len() > 1) {
            found.extend(groups_of(files, runs, shape));
        }
    }
    found.sort();
    found
}

fn groups_of(files: &[ElementBlock], runs: &[Run], shape: bool) -> Vec<Found> {
    let block = |run: &Run| &files[run.file as usize];
    let first = &runs[0];
    let unit = |run: &Run, at: u32| block(run).units[at as usize];
    let nodes: u32 = first.units.iter().map(|at| unit(first, *at).nodes).sum();
    let least = if shape { LIMITS.shape_nodes } else { LIMITS.block_nodes };
    let is_function = first.units.len() == 1 && unit(first, first.units[0]).is_function;
    let are_equal = |side: fn(&Run) -> Option<u32>| {
        let texts = runs
            .iter()
            .map(|run| side(run).map(|at| stream(block(run), &[at], shape)));
        let texts: BTreeSet<Option<String>> = texts.collect();
        texts.len() == 1 && !texts.contains(&None)
    };
    let overlap = |a: &Run, b: &Run| a.file == b.file && a.units.iter().any(|it| b.units.contains(it));
    let overlaps = (1..runs.len()).any(|at| runs[..at].iter().any(|other| overlap(&runs[at], other)));
    let range = |run: &Run| {
        let last = unit(run, run.units[run.units.len() - 1]);
        (
            unit(run, run.units[0]).first,
            last.first + last.count,
            last.last_closings,
        )
    };
    let (start, end, last) = range(first);
    let grams = grams(block(first), start, end - start, last).len();
    if u64::from(nodes) < least
        || is_function
        || are_equal(|run| run.before)
        || are_equal(|run| run.after)
        || overlaps
        || grams < LIMITS.grams
    {
        return Vec::new();
    }
    let mut classes: BTreeMap<String, Vec<&Run>> = BTreeMap::new();
    for run in runs {
        let key = if shape {
            stream(block(run), &run.units, true)
        } else {
            String::new()
        };
        classes.entry(key).or_default().push(run);
    }
    let mut found = Vec::new();
    for runs in classes.values().filter(|runs| runs.len() > 1) {
        let same: BTreeSet<String> = runs.iter().map(|run| stream(block(run), &run.units, false)).collect();
        let around: BTreeSet<Option<(u32, String)>> = runs
            .iter()
            .map(|run| {
                let its = unit(run, run.units[0]);
                let parent = its.parent?;
                let text = stream(block(run), &[parent], shape);
                Some((its.first - unit(run, parent).first, text))
            })
            .collect();
        let is_in_equal_units = around.len() == 1 && !around.contains(&None);
        if shape && same.len() == 1 || is_in_equal_units {
            continue;
        }
        let ranges = runs.iter().map(|run| (run.file, range(run).0, range(run).1)).collect();
        let kind = if shape { "block-shape" } else { "block" };
        found.push((kind, u64::from(nodes), ranges));
    }
    found
}

#[test]
fn block_groups_equal_those_of_all_runs() {
    let mut random = Random(11);
    let mut groups = 0;
    for _ in 0..2000 {
        let mut files = Vec::new();
        for _ in 0..4 {
            let mut block = ElementBlock {
                openings: openings(),
                ..ElementBlock::default()
            };
            add_units(&mut random, &mut block, None, 0);
            parse::extract::elements::hash_units(&mut block, &mut Default::default());
            files.push(TestFile {
                block,
                declarations: Vec::new(),
            });
        }
        let blocks: Vec<Vec<u8>> = files.iter().map(|file| file.block.encode()).collect();
        let kinds = [GroupKind::Block, GroupKind::BlockShape];
        let units: Vec<_> = blocks.iter().map(|it| it.as_slice().into()).collect();
        let found = find_block_groups(&compared(&files, &blocks), &units, &kinds, &LIMITS, None).groups;
        let mut found: Vec<Found> = found
            .iter()
            .map(|group| {
                let ranges = group.occurrences.iter().map(|it| (it.file, it.start_byte, it.end_byte));
                (group.kind.name(), group.nodes, ranges.collect())
            })
            .collect();
        found.sort();
        let files: Vec<ElementBlock> = files.into_iter().map(|file| file.block).collect();
        assert_eq!(found, blocks_by_all_runs(&files));
        for (file, bytes) in files.iter().zip(&blocks) {
            assert_eq!(ElementBlock::decode(bytes).as_ref(), Some(file));
            let (mut without, mut alone) = (Vec::new(), Vec::new());
            ElementBlock::split_units(bytes, &mut without, &mut alone).expect("two blocks");
            let mut elements = file.clone();
            let units = std::mem::take(&mut elements.units);
            assert_eq!(ElementBlock::decode(&without), Some(elements));
            assert_eq!(ElementBlock::decode_units(&alone), Some(units));
        }
        groups += found.len();
    }
    assert!(groups > 300, "only {groups} groups were compared");
}
