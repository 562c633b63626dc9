//! The units of all files, and their sequences as one text.

use std::num::NonZeroU32;

use rustc_hash::FxHashMap;

use super::hash_numbers::{HashNumbers, Sieve};
use super::unit_places::UnitPlaces;
use parse::elements::element_block::{ElementBlock, Unit};
use parse::elements::stored_block::BlockBytes;

/// The number of a unit, across all files. An optional one also has 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitNumber(NonZeroU32);

impl UnitNumber {
    /// # Panics
    /// if there are more than 2³² - 1 units
    fn of_index(index: usize) -> Self {
        let one_more = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(one_more.expect("fewer units than numbers"))
    }

    pub fn number(self) -> u32 {
        self.0.get() - 1
    }

    pub fn index(self) -> usize {
        self.number() as usize
    }
}

/// A unit whose shape occurs more than once.
#[derive(Clone, Copy)]
pub struct RepeatedUnit {
    pub file: u32,
    /// Nodes, then a bit whether it is a function and nothing else, then one whether it follows none of these.
    nodes_and_flags: u32,
    /// First element in its file.
    pub first: u32,
    /// The unit right after it in its sequence, and the nearest unit around it if that is one of these.
    pub next: Option<UnitNumber>,
    pub parent: Option<UnitNumber>,
    /// Numbers of equal units, and of units of equal shape.
    pub same: u32,
    pub shape: u32,
}

/// A function and nothing else.
const FUNCTION: u32 = 1;
/// The first of its sequence.
const START: u32 = 2;
const FLAG_BITS: u32 = 2;

impl RepeatedUnit {
    /// A file has at most 2²⁹ bytes, so it has fewer nodes than fit.
    pub fn nodes(&self) -> u32 {
        self.nodes_and_flags >> FLAG_BITS
    }

    pub fn is_function(&self) -> bool {
        self.nodes_and_flags & FUNCTION != 0
    }

    /// Whether it follows none of these.
    pub fn is_start(&self) -> bool {
        self.nodes_and_flags & START != 0
    }
}

#[derive(Default)]
pub struct Units {
    /// Across all files.
    pub list: Vec<RepeatedUnit>,
    /// By their numbers.
    pub places: UnitPlaces,
    /// Hashes of equal units, by their number.
    pub sames: Vec<u64>,
    /// Hashes of shapes, by their number; also of some that occur once.
    pub shapes: Vec<u64>,
}

/// Instead of the number of a shape that certainly occurs once.
const ONCE: u32 = u32::MAX;

/// `blocks`: element blocks of all files; only their units are read, so they may have nothing else.
///
/// # Panics
/// if the bytes are not blocks, as methods of `ComparedFile`
pub fn read_units(blocks: &[BlockBytes<'_>]) -> Units {
    let mut units = Units::default();
    let mut buffer = Vec::new();
    let mut counts: Vec<usize> = Vec::with_capacity(blocks.len());
    counts.extend(blocks.iter().map(|block| shapes_of(block.read(&mut buffer)).len()));
    let shapes_of_units = number_shapes(blocks, &counts, &mut units.shapes);
    units
        .list
        .reserve_exact(shapes_of_units.iter().filter(|shape| **shape != ONCE).count());
    let mut rest = shapes_of_units.as_slice();
    let mut sames: FxHashMap<u64, u32> = FxHashMap::default();
    let mut offsets: Vec<Option<UnitNumber>> = Vec::new();
    for (file, (block, count)) in (0..).zip(blocks.iter().zip(counts)) {
        offsets.clear();
        units.places.begin_file();
        let shapes;
        (shapes, rest) = rest.split_at(count);
        if shapes.iter().all(|shape| *shape == ONCE) {
            continue;
        }
        for (unit, &shape) in units_of(block.read(&mut buffer)).into_iter().zip(shapes) {
            if shape == ONCE {
                offsets.push(None);
                continue;
            }
            let at = UnitNumber::of_index(units.list.len());
            let offset = |it: Option<u32>| it.and_then(|it| offsets[it as usize]);
            let before = offset(unit.previous);
            let parent = offset(unit.parent);
            if let Some(before) = before {
                units.list[before.index()].next = Some(at);
            }
            offsets.push(Some(at));
            let same = *sames.entry(unit.hash).or_insert_with(|| {
                units.sames.push(unit.hash);
                units.sames.len() as u32 - 1
            });
            let function = u32::from(unit.is_function) * FUNCTION;
            let start = u32::from(before.is_none()) * START;
            units.places.add(&unit);
            units.list.push(RepeatedUnit {
                file,
                nodes_and_flags: unit.nodes << FLAG_BITS | function | start,
                first: unit.first,
                next: None,
                parent,
                same,
                shape,
            });
        }
    }
    units.places.begin_file();
    units
}

fn units_of(block: &[u8]) -> Vec<Unit> {
    ElementBlock::decode_units(block).expect("an element block")
}

/// The hashes of its units with names numbered.
fn shapes_of(block: &[u8]) -> impl ExactSizeIterator<Item = u64> + '_ {
    ElementBlock::decode_shapes(block).expect("an element block")
}

/// The number of the shape of each unit in order, `ONCE` for a shape that occurs once. `counts`: the number of units of each
/// block. `shapes` gets the hashes.
fn number_shapes(blocks: &[BlockBytes<'_>], counts: &[usize], shapes: &mut Vec<u64>) -> Vec<u32> {
    let count: usize = counts.iter().sum();
    let mut buffer = Vec::new();
    let mut sieve = Sieve::with_slots(SLOTS_OF_UNIT * count);
    for block in blocks {
        shapes_of(block.read(&mut buffer)).for_each(|shape| sieve.count(shape));
    }
    let mut numbers = HashNumbers::new(sieve);
    let mut of_units = vec![ONCE; count];
    let mut is_repeated = Vec::new();
    let mut rest = of_units.as_mut_slice();
    let mut hashes = Vec::new();
    for block in blocks {
        hashes.clear();
        hashes.extend(shapes_of(block.read(&mut buffer)));
        let its;
        (its, rest) = rest.split_at_mut(hashes.len());
        numbers.of_all(&hashes, |index, number| {
            if number as usize == shapes.len() {
                shapes.push(hashes[index]);
                is_repeated.push(false);
            } else {
                is_repeated[number as usize] = true;
            }
            its[index] = number;
        });
    }
    for shape in &mut of_units {
        if *shape != ONCE && !is_repeated[*shape as usize] {
            *shape = ONCE;
        }
    }
    of_units
}

/// Slots of the sieve: with more, fewer shapes that occur once have a number.
const SLOTS_OF_UNIT: usize = 8;

/// The sequences of all files, one after another, for a suffix array. A unit that occurs once is a separator, and so is
/// the end of a sequence; separators differ from each other.
#[derive(Default)]
pub struct UnitText {
    /// By position: the number of the unit; `None` for a separator.
    pub unit_at: Vec<Option<UnitNumber>>,
    /// By position: equal for equal units; different for separators.
    pub symbols: Vec<u32>,
}

impl UnitText {
    /// `number`: equal for equal units, below `distinct`.
    pub fn new(units: &[RepeatedUnit], number: impl Fn(&RepeatedUnit) -> u32, distinct: u32) -> Self {
        let mut counts = vec![0_u32; distinct as usize];
        for unit in units {
            counts[number(unit) as usize] += 1;
        }
        let mut text = Self::default();
        let mut separators = 0;
        let mut separate = |text: &mut Self| {
            if text.unit_at.last().is_some_and(Option::is_some) {
                text.unit_at.push(None);
                text.symbols.push(distinct + separators);
                separators += 1;
            }
        };
        for start in 0..units.len() as u32 {
            if !units[start as usize].is_start() {
                continue;
            }
            for unit in sequence(units, start) {
                let number = number(&units[unit as usize]);
                if counts[number as usize] < 2 {
                    separate(&mut text);
                } else {
                    text.unit_at.push(Some(UnitNumber::of_index(unit as usize)));
                    text.symbols.push(number);
                }
            }
            separate(&mut text);
        }
        text
    }
}

/// A unit and those after it.
pub fn sequence(units: &[RepeatedUnit], start: u32) -> impl Iterator<Item = u32> + '_ {
    let next = |unit: &u32| units[*unit as usize].next.map(UnitNumber::number);
    std::iter::successors(Some(start), next)
}
