//! The canonical stream of a file as elements, with the units and bodies in it: the input of the clone groups of the
//! kinds `near`, `block` and `block-shape` (docs/copies.md). `element-block.ts` writes and reads the same bytes.
//!
//! An element is a leaf or the opening of an inner node, with the brackets that close right after it. Elements that are
//! equal apart from these brackets share an opening.

use rustc_hash::FxHashMap;

use super::varints::{VarintReader, VarintWriter};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ElementBlock {
    pub openings: Vec<Opening>,
    pub elements: Vec<Element>,
    /// Statements, members, items and the like, in pre-order.
    pub units: Vec<Unit>,
    /// The bodies of declarations, by declaration.
    pub bodies: Vec<Body>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub hash: u64,
    /// 1 variable, 2 property, 3 type, 4 label, 5 function; 0 for others.
    pub role: u8,
    /// Number of the name in the file; 0 without a role.
    pub name: u32,
    /// Hash of kind and role without the name; 0 without a role.
    pub bare: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Element {
    pub opening: u32,
    pub closings: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// First element, and number of elements.
    pub first: u32,
    pub count: u32,
    /// Brackets of the unit itself that close after its last element.
    pub last_closings: u32,
    pub nodes: u32,
    /// A function and nothing else.
    pub is_function: bool,
    /// The unit before it in its sequence, and the nearest unit around it.
    pub previous: Option<u32>,
    pub parent: Option<u32>,
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
    /// Hash of its stream, and of its stream with names numbered.
    pub hash: u64,
    pub shape: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Body {
    pub declaration: u32,
    pub first: u32,
    pub count: u32,
    pub last_closings: u32,
}

const MOST_SHORT_CLOSINGS: u32 = 3;
const ROLE_BITS: u32 = 8;
/// Bytes of a hash.
const HASH: usize = 8;

impl ElementBlock {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = VarintWriter::default();
        let mut bares: Vec<u64> = Vec::new();
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let words: Vec<u32> = self
            .openings
            .iter()
            .map(|opening| {
                if opening.role == 0 {
                    return 0;
                }
                let number = *numbers.entry(opening.bare).or_insert_with(|| {
                    bares.push(opening.bare);
                    bares.len() as u32 - 1
                });
                number * ROLE_BITS + u32::from(opening.role)
            })
            .collect();
        for length in [
            words.len(),
            bares.len(),
            self.elements.len(),
            self.units.len(),
            self.bodies.len(),
        ] {
            out.unsigned(length as u32);
        }
        for (word, opening) in words.iter().zip(&self.openings) {
            out.unsigned(*word);
            if *word != 0 {
                out.unsigned(opening.name);
            }
        }
        for element in &self.elements {
            out.unsigned(element.opening * 4 + element.closings.min(MOST_SHORT_CLOSINGS));
            if element.closings >= MOST_SHORT_CLOSINGS {
                out.unsigned(element.closings - MOST_SHORT_CLOSINGS);
            }
        }
        write_units(&self.units, &mut out);
        for body in &self.bodies {
            for value in [body.declaration, body.first, body.count, body.last_closings] {
                out.unsigned(value);
            }
        }
        let hashes = self.openings.iter().map(|it| it.hash);
        let hashes = hashes.chain(bares);
        let hashes = hashes.chain(self.units.iter().map(|it| it.hash));
        let hashes = hashes.chain(self.units.iter().map(|it| it.shape));
        for hash in hashes {
            out.bytes.extend_from_slice(&hash.to_be_bytes());
        }
        out.bytes
    }

    /// `None` for bytes that are not a block.
    pub fn decode(block: &[u8]) -> Option<Self> {
        let mut input = VarintReader { rest: block };
        let mut length = || input.unsigned().map(|it| it as usize);
        let (openings, bares, elements, units, bodies) = (length()?, length()?, length()?, length()?, length()?);
        let tail = openings
            .checked_add(bares)?
            .checked_add(units.checked_mul(2)?)?
            .checked_mul(HASH)?;
        let tail_at = block.len().checked_sub(tail)?;
        if elements > block.len() || bodies > block.len() {
            return None;
        }
        let hash = |at: usize| {
            let from = tail_at + at * HASH;
            Some(u64::from_be_bytes(block.get(from..from + HASH)?.try_into().ok()?))
        };
        let mut read = Self {
            openings: Vec::with_capacity(openings),
            elements: Vec::with_capacity(elements),
            units: Vec::with_capacity(units),
            bodies: Vec::with_capacity(bodies),
        };
        for at in 0..openings {
            let word = input.unsigned()?;
            let mut opening = Opening {
                hash: hash(at)?,
                ..Opening::default()
            };
            if word != 0 {
                opening.role = (word % ROLE_BITS) as u8;
                opening.bare = hash(openings + (word / ROLE_BITS) as usize)?;
                opening.name = input.unsigned()?;
            }
            read.openings.push(opening);
        }
        for _ in 0..elements {
            let word = input.unsigned()?;
            let mut closings = word % 4;
            if closings == MOST_SHORT_CLOSINGS {
                closings += input.unsigned()?;
            }
            let opening = word / 4;
            read.elements.push(Element { opening, closings });
        }
        read_units(&mut input, units, &mut read.units)?;
        for (at, unit) in read.units.iter_mut().enumerate() {
            unit.hash = hash(openings + bares + at)?;
            unit.shape = hash(openings + bares + units + at)?;
        }
        for _ in 0..bodies {
            read.bodies.push(Body {
                declaration: input.unsigned()?,
                first: input.unsigned()?,
                count: input.unsigned()?,
                last_closings: input.unsigned()?,
            });
        }
        Some(read)
    }

    /// The closings of an element in a range that ends before `end`, where `last` closings belong to the range.
    #[inline]
    pub fn closings(&self, at: u32, end: u32, last: u32) -> u32 {
        if at + 1 == end {
            last
        } else {
            self.elements[at as usize].closings
        }
    }
}

fn write_units(units: &[Unit], out: &mut VarintWriter) {
    let (mut first, mut line, mut byte) = (0, 1, 0);
    for (at, unit) in (0..).zip(units) {
        out.unsigned(unit.first - first);
        out.unsigned(unit.count);
        out.unsigned(unit.last_closings);
        out.unsigned(unit.nodes);
        out.unsigned(u32::from(unit.is_function));
        out.unsigned(unit.previous.map_or(0, |it| at - it));
        out.unsigned(unit.parent.map_or(0, |it| at - it));
        out.signed(unit.start_line.wrapping_sub(line) as i32);
        out.unsigned(unit.end_line - unit.start_line);
        out.signed(unit.start_byte.wrapping_sub(byte) as i32);
        out.unsigned(unit.end_byte - unit.start_byte);
        (first, line, byte) = (unit.first, unit.start_line, unit.start_byte);
    }
}

fn read_units(input: &mut VarintReader<'_>, count: usize, units: &mut Vec<Unit>) -> Option<()> {
    let (mut first, mut line, mut byte) = (0_u32, 1_u32, 0_u32);
    for at in 0..count as u32 {
        first = first.checked_add(input.unsigned()?)?;
        let mut unit = Unit {
            first,
            count: input.unsigned()?,
            last_closings: input.unsigned()?,
            nodes: input.unsigned()?,
            is_function: input.unsigned()? == 1,
            ..Unit::default()
        };
        unit.previous = before(at, input.unsigned()?)?;
        unit.parent = before(at, input.unsigned()?)?;
        line = line.wrapping_add_signed(input.signed()?);
        unit.start_line = line;
        unit.end_line = line.checked_add(input.unsigned()?)?;
        byte = byte.wrapping_add_signed(input.signed()?);
        unit.start_byte = byte;
        unit.end_byte = byte.checked_add(input.unsigned()?)?;
        units.push(unit);
    }
    Some(())
}

/// `Some(None)` for distance 0.
fn before(at: u32, distance: u32) -> Option<Option<u32>> {
    match distance {
        0 => Some(None),
        _ => at.checked_sub(distance).map(Some),
    }
}
