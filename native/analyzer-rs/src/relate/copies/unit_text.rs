//! The units of all files, and their sequences as one text.

use rustc_hash::FxHashMap;

use super::compared_file::ComparedFile;

/// A unit whose shape occurs more than once.
#[derive(Clone, Copy)]
pub struct RepeatedUnit {
    pub file: u32,
    pub nodes: u32,
    /// First element in its file, and number of elements.
    pub first: u32,
    pub count: u32,
    pub last_closings: u32,
    pub is_function: bool,
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
    /// The unit right after it in its sequence, and the nearest unit around it if that is one of these.
    pub next: Option<u32>,
    pub parent: Option<u32>,
    /// It follows none of these.
    pub is_start: bool,
    /// Numbers of equal units, and of units of equal shape.
    pub same: u32,
    pub shape: u32,
}

#[derive(Default)]
pub struct Units {
    /// Across all files.
    pub list: Vec<RepeatedUnit>,
    /// Hashes of equal units, by their number.
    pub sames: Vec<u64>,
    /// Hashes of shapes, by their number; also of shapes that occur once.
    pub shapes: Vec<u64>,
}

const NONE: u32 = u32::MAX;

pub fn read_units(files: &[ComparedFile<'_>]) -> Units {
    let mut units = Units::default();
    let ShapeNumbers { of_units, is_repeated } = number_shapes(files, &mut units.shapes);
    let mut rest = of_units.as_slice();
    let mut sames: FxHashMap<u64, u32> = FxHashMap::default();
    let mut offsets = Vec::new();
    for (file, its) in (0..).zip(files) {
        offsets.clear();
        let shapes;
        (shapes, rest) = rest.split_at(its.shapes().len());
        if !shapes.iter().any(|shape| is_repeated[*shape as usize]) {
            continue;
        }
        for (unit, &shape) in its.units().into_iter().zip(shapes) {
            if !is_repeated[shape as usize] {
                offsets.push(NONE);
                continue;
            }
            let at = units.list.len() as u32;
            let offset = |it: Option<u32>| it.map(|it| offsets[it as usize]).filter(|it| *it != NONE);
            let before = offset(unit.previous);
            let parent = offset(unit.parent);
            if let Some(before) = before {
                units.list[before as usize].next = Some(at);
            }
            offsets.push(at);
            let same = *sames.entry(unit.hash).or_insert_with(|| {
                units.sames.push(unit.hash);
                units.sames.len() as u32 - 1
            });
            units.list.push(RepeatedUnit {
                file,
                nodes: unit.nodes,
                first: unit.first,
                count: unit.count,
                last_closings: unit.last_closings,
                is_function: unit.is_function,
                start_line: unit.start_line,
                end_line: unit.end_line,
                start_byte: unit.start_byte,
                end_byte: unit.end_byte,
                next: None,
                parent,
                is_start: before.is_none(),
                same,
                shape,
            });
        }
    }
    units
}

struct ShapeNumbers {
    /// Of all units, in order.
    of_units: Vec<u32>,
    /// By number.
    is_repeated: Vec<bool>,
}

/// `shapes` gets the different ones.
fn number_shapes(files: &[ComparedFile<'_>], shapes: &mut Vec<u64>) -> ShapeNumbers {
    let mut known: FxHashMap<u64, u32> = FxHashMap::default();
    let mut numbers = ShapeNumbers {
        of_units: Vec::with_capacity(files.iter().map(|file| file.shapes().len()).sum()),
        is_repeated: Vec::new(),
    };
    for shape in files.iter().flat_map(ComparedFile::shapes) {
        let next = shapes.len() as u32;
        let number = *known.entry(shape).or_insert(next);
        if number == next {
            shapes.push(shape);
            numbers.is_repeated.push(false);
        } else {
            numbers.is_repeated[number as usize] = true;
        }
        numbers.of_units.push(number);
    }
    numbers
}

/// The sequences of all files, one after another, for a suffix array. A unit that occurs once is a separator, and so is
/// the end of a sequence; separators differ from each other.
#[derive(Default)]
pub struct UnitText {
    /// By position: the number of the unit; `None` for a separator.
    pub unit_at: Vec<Option<u32>>,
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
            if !units[start as usize].is_start {
                continue;
            }
            for unit in sequence(units, start) {
                let number = number(&units[unit as usize]);
                if counts[number as usize] < 2 {
                    separate(&mut text);
                } else {
                    text.unit_at.push(Some(unit));
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
    std::iter::successors(Some(start), |unit| units[*unit as usize].next)
}
