//! The canonical stream of a file as elements, with the units and bodies in it: the input of the clone groups of the
//! kinds `near`, `block` and `block-shape` (docs/use/copies.md). `element-block.ts` writes and reads the same bytes.
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
    /// The bodies of functions without a name that are not declarations, in pre-order.
    pub callbacks: Vec<Callback>,
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callback {
    /// What the function is passed or assigned to.
    pub name: String,
    pub first: u32,
    pub count: u32,
    pub last_closings: u32,
    pub nodes: u32,
    /// Of the function.
    pub start_line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
    /// As those of units.
    pub hash: u64,
    pub shape: u64,
}

impl Callback {
    /// As the body of a declaration.
    fn body(&self, declaration: u32) -> Body {
        Body {
            declaration,
            first: self.first,
            count: self.count,
            last_closings: self.last_closings,
        }
    }
}

const MAX_SHORT_CLOSINGS: u32 = 3;
const ROLE_BITS: u32 = 8;
/// Numbers of a unit in a block.
const UNIT_NUMBERS: usize = 11;
/// Numbers of a body.
const BODY_NUMBERS: usize = 4;
/// Numbers of a callback after those of its body.
const CALLBACK_NUMBERS_AFTER_BODY: usize = 5;
/// Bytes of a hash.
const HASH: usize = 8;

impl ElementBlock {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = VarintWriter::default();
        out.bytes.reserve(self.usual_length());
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
        let counts = Counts {
            openings: words.len(),
            bares: bares.len(),
            elements: self.elements.len(),
            units: self.units.len(),
            bodies: self.bodies.len(),
            callbacks: self.callbacks.len(),
        };
        counts.write(&mut out);
        for (word, opening) in words.iter().zip(&self.openings) {
            out.unsigned(*word);
            if *word != 0 {
                out.unsigned(opening.name);
            }
        }
        for element in &self.elements {
            out.unsigned(element.opening * 4 + element.closings.min(MAX_SHORT_CLOSINGS));
            if element.closings >= MAX_SHORT_CLOSINGS {
                out.unsigned(element.closings - MAX_SHORT_CLOSINGS);
            }
        }
        write_units(&self.units, &mut out);
        for body in &self.bodies {
            for value in [body.declaration, body.first, body.count, body.last_closings] {
                out.unsigned(value);
            }
        }
        write_callbacks(&self.callbacks, &mut out);
        let hashes = self.openings.iter().map(|it| it.hash);
        let hashes = hashes.chain(bares);
        let hashes = hashes.chain(self.callbacks.iter().map(|it| it.hash));
        let hashes = hashes.chain(self.callbacks.iter().map(|it| it.shape));
        let hashes = hashes.chain(self.units.iter().map(|it| it.hash));
        let hashes = hashes.chain(self.units.iter().map(|it| it.shape));
        for hash in hashes {
            out.bytes.extend_from_slice(&hash.to_be_bytes());
        }
        out.bytes.shrink_to_fit();
        out.bytes
    }

    /// Bytes of the block if most numbers are small.
    fn usual_length(&self) -> usize {
        let hashes = self.openings.len() + 2 * self.units.len();
        hashes * HASH + self.openings.len() * 3 + self.elements.len() * 2 + self.units.len() * (UNIT_NUMBERS + 4)
    }

    /// `None` for bytes that are not a block.
    pub fn decode(block: &[u8]) -> Option<Self> {
        let mut lists = BlockReader::new(block)?;
        let mut read = lists.elements()?;
        read.units = lists.units()?;
        read.bodies = lists.bodies()?;
        read.callbacks = lists.callbacks()?;
        Some(read)
    }

    /// The same without units.
    pub fn decode_elements(block: &[u8]) -> Option<Self> {
        let mut lists = BlockReader::new(block)?;
        let mut read = lists.elements()?;
        lists.skip_units()?;
        read.bodies = lists.bodies()?;
        read.callbacks = lists.callbacks()?;
        Some(read)
    }

    /// Calls back with each element: what `of` makes of its opening, and its closings. Returns the bodies.
    ///
    /// `openings`: a list that is filled with what `of` makes of all openings.
    pub fn visit_elements<'b, T: Copy>(
        block: &'b [u8],
        openings: &mut Vec<T>,
        of: impl Fn(&Opening) -> T,
        mut visit: impl FnMut(T, u32),
    ) -> Option<BlockBodies<'b>> {
        let mut lists = BlockReader::new(block)?;
        openings.clear();
        lists.openings(|opening| openings.push(of(&opening)))?;
        lists.spans(|opening, closings| {
            visit(*openings.get(opening as usize)?, closings);
            Some(())
        })?;
        lists.skip_units()?;
        Some(BlockBodies {
            declarations: lists.bodies()?,
            rest: lists,
        })
    }

    /// The callbacks of a block.
    pub fn decode_callbacks(block: &[u8]) -> Option<Vec<Callback>> {
        let mut lists = BlockReader::new(block)?;
        if lists.counts.callbacks == 0 {
            return Some(Vec::new());
        }
        lists.skip_elements()?;
        lists.skip_units()?;
        lists.skip_bodies()?;
        lists.callbacks()
    }

    /// The units of a block.
    pub fn decode_units(block: &[u8]) -> Option<Vec<Unit>> {
        let mut lists = BlockReader::new(block)?;
        lists.skip_elements()?;
        lists.units()
    }

    /// The hashes of its units with names numbered.
    pub fn decode_shapes(block: &[u8]) -> Option<impl ExactSizeIterator<Item = u64> + '_> {
        let lists = BlockReader::new(block)?;
        let (hashes, _) = lists.hashes.as_chunks();
        let shapes = &hashes[hashes.len() - lists.counts.units..];
        Some(shapes.iter().map(|bytes: &[u8; HASH]| u64::from_be_bytes(*bytes)))
    }

    /// Appends the block without its units, and a block that has only these.
    pub fn split_units(block: &[u8], to: &mut Vec<u8>, units_to: &mut Vec<u8>) -> Option<()> {
        let mut lists = BlockReader::new(block)?;
        let start = lists.input.rest;
        lists.skip_elements()?;
        let elements = &start[..start.len() - lists.input.rest.len()];
        let start = lists.input.rest;
        lists.skip_units()?;
        let units = &start[..start.len() - lists.input.rest.len()];
        let rest = lists.input.rest;
        let bodies = &rest[..rest.len().checked_sub(lists.hashes.len())?];
        let (own_hashes, unit_hashes) = lists.hashes.split_at(lists.counts.hashes_before_units() * HASH);
        let (mut without, mut alone) = (lists.counts, Counts::default());
        alone.units = std::mem::take(&mut without.units);
        join(without, [elements, bodies, own_hashes], to);
        join(alone, [units, unit_hashes, &[]], units_to);
        Some(())
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

/// A name is its number of UTF-8 bytes, then each of them as a number.
fn write_callbacks(callbacks: &[Callback], out: &mut VarintWriter) {
    for it in callbacks {
        out.unsigned(it.name.len() as u32);
        for byte in it.name.bytes() {
            out.unsigned(u32::from(byte));
        }
        let range = [it.first, it.count, it.last_closings, it.nodes];
        for value in range
            .into_iter()
            .chain([it.start_line, it.end_line, it.start_byte, it.end_byte])
        {
            out.unsigned(value);
        }
    }
}

/// The bodies of a block whose elements are read.
pub struct BlockBodies<'b> {
    pub declarations: Vec<Body>,
    rest: BlockReader<'b>,
}

impl BlockBodies<'_> {
    /// Those of callbacks, with their numbers as declarations from the first one on; `None` for bytes that are not a block.
    pub fn of_callbacks(mut self, first: u32) -> Option<Vec<Body>> {
        self.rest.callback_bodies(first)
    }
}

/// The bodies of callbacks, with their numbers as declarations from the first one on.
pub fn callback_bodies(callbacks: &[Callback], first: u32) -> Vec<Body> {
    (first..).zip(callbacks).map(|(at, it)| it.body(at)).collect()
}

#[derive(Clone, Copy, Default)]
struct Counts {
    openings: usize,
    bares: usize,
    elements: usize,
    units: usize,
    bodies: usize,
    callbacks: usize,
}

impl Counts {
    fn write(self, out: &mut VarintWriter) {
        let Self {
            openings,
            bares,
            elements,
            units,
            bodies,
            callbacks,
        } = self;
        for count in [openings, bares, elements, units, bodies, callbacks] {
            out.unsigned(count as u32);
        }
    }

    fn hashes_before_units(&self) -> usize {
        self.openings + self.bares + 2 * self.callbacks
    }
}

fn join(counts: Counts, parts: [&[u8]; 3], to: &mut Vec<u8>) {
    let mut header = VarintWriter::default();
    counts.write(&mut header);
    to.extend_from_slice(&header.bytes);
    for part in parts {
        to.extend_from_slice(part);
    }
}

/// Reads the lists of a block in their order.
struct BlockReader<'b> {
    counts: Counts,
    input: VarintReader<'b>,
    /// Of openings, of names without their spelling, of units, and of units with names numbered.
    hashes: &'b [u8],
}

impl<'b> BlockReader<'b> {
    fn new(block: &'b [u8]) -> Option<Self> {
        let mut input = VarintReader { rest: block };
        let mut count = || input.unsigned().map(|it| it as usize);
        let counts = Counts {
            openings: count()?,
            bares: count()?,
            elements: count()?,
            units: count()?,
            bodies: count()?,
            callbacks: count()?,
        };
        let hashes = counts
            .openings
            .checked_add(counts.bares)?
            .checked_add(counts.callbacks.checked_mul(2)?)?
            .checked_add(counts.units.checked_mul(2)?)?
            .checked_mul(HASH)?;
        let hashes = block.get(block.len().checked_sub(hashes)?..)?;
        let is_possible = [counts.elements, counts.bodies, counts.callbacks]
            .iter()
            .all(|it| *it <= block.len());
        is_possible.then_some(Self { counts, input, hashes })
    }

    fn hash(&self, at: usize) -> Option<u64> {
        let bytes = self.hashes.get(at * HASH..(at + 1) * HASH)?;
        Some(u64::from_be_bytes(bytes.try_into().ok()?))
    }

    fn elements(&mut self) -> Option<ElementBlock> {
        let mut openings = Vec::with_capacity(self.counts.openings);
        self.openings(|opening| openings.push(opening))?;
        let mut elements = Vec::with_capacity(self.counts.elements);
        self.spans(|opening, closings| {
            elements.push(Element { opening, closings });
            Some(())
        })?;
        Some(ElementBlock {
            openings,
            elements,
            ..ElementBlock::default()
        })
    }

    fn openings(&mut self, mut add: impl FnMut(Opening)) -> Option<()> {
        for at in 0..self.counts.openings {
            let word = self.input.unsigned()?;
            let mut opening = Opening {
                hash: self.hash(at)?,
                ..Opening::default()
            };
            if word != 0 {
                opening.role = (word % ROLE_BITS) as u8;
                opening.bare = self.hash(self.counts.openings + (word / ROLE_BITS) as usize)?;
                opening.name = self.input.unsigned()?;
            }
            add(opening);
        }
        Some(())
    }

    /// Calls back with the number of each element's opening, and its closings.
    #[inline]
    fn spans(&mut self, mut visit: impl FnMut(u32, u32) -> Option<()>) -> Option<()> {
        for _ in 0..self.counts.elements {
            let word = self.input.unsigned()?;
            let mut closings = word % 4;
            if closings == MAX_SHORT_CLOSINGS {
                closings += self.input.unsigned()?;
            }
            visit(word / 4, closings)?;
        }
        Some(())
    }

    fn skip_bodies(&mut self) -> Option<()> {
        self.input.skip(self.counts.bodies * BODY_NUMBERS)
    }

    fn callbacks(&mut self) -> Option<Vec<Callback>> {
        let count = self.counts.callbacks;
        let first_hash = self.counts.openings + self.counts.bares;
        let mut callbacks = Vec::with_capacity(count);
        for at in 0..count {
            let input = &mut self.input;
            let length = input.unsigned()?;
            let name: Option<Vec<u8>> = (0..length).map(|_| u8::try_from(input.unsigned()?).ok()).collect();
            callbacks.push(Callback {
                name: String::from_utf8(name?).ok()?,
                first: input.unsigned()?,
                count: input.unsigned()?,
                last_closings: input.unsigned()?,
                nodes: input.unsigned()?,
                start_line: input.unsigned()?,
                end_line: input.unsigned()?,
                start_byte: input.unsigned()?,
                end_byte: input.unsigned()?,
                hash: self.hash(first_hash + at)?,
                shape: self.hash(first_hash + count + at)?,
            });
        }
        Some(callbacks)
    }

    /// Their bodies without their names.
    fn callback_bodies(&mut self, first: u32) -> Option<Vec<Body>> {
        let mut bodies = Vec::with_capacity(self.counts.callbacks);
        for declaration in (first..).take(self.counts.callbacks) {
            let input = &mut self.input;
            let length = input.unsigned()? as usize;
            input.skip(length)?;
            bodies.push(Body {
                declaration,
                first: input.unsigned()?,
                count: input.unsigned()?,
                last_closings: input.unsigned()?,
            });
            input.skip(CALLBACK_NUMBERS_AFTER_BODY)?;
        }
        Some(bodies)
    }

    fn skip_units(&mut self) -> Option<()> {
        self.input.skip(self.counts.units * UNIT_NUMBERS)
    }

    fn skip_elements(&mut self) -> Option<()> {
        for _ in 0..self.counts.openings {
            if self.input.unsigned()? != 0 {
                self.input.skip(1)?;
            }
        }
        for _ in 0..self.counts.elements {
            // The low bits of a number are in its first byte.
            let is_long = u32::from(*self.input.rest.first()?) % 4 == MAX_SHORT_CLOSINGS;
            self.input.skip(1 + usize::from(is_long))?;
        }
        Some(())
    }

    fn units(&mut self) -> Option<Vec<Unit>> {
        let count = self.counts.units;
        let mut units = Vec::with_capacity(count);
        let first_hash = self.counts.hashes_before_units();
        let (mut first, mut line, mut byte) = (0_u32, 1_u32, 0_u32);
        for at in 0..count {
            let input = &mut self.input;
            first = first.checked_add(input.unsigned()?)?;
            let mut unit = Unit {
                first,
                count: input.unsigned()?,
                last_closings: input.unsigned()?,
                nodes: input.unsigned()?,
                is_function: input.unsigned()? == 1,
                ..Unit::default()
            };
            unit.previous = before(at as u32, input.unsigned()?)?;
            unit.parent = before(at as u32, input.unsigned()?)?;
            line = line.wrapping_add_signed(input.signed()?);
            unit.start_line = line;
            unit.end_line = line.checked_add(input.unsigned()?)?;
            byte = byte.wrapping_add_signed(input.signed()?);
            unit.start_byte = byte;
            unit.end_byte = byte.checked_add(input.unsigned()?)?;
            unit.hash = self.hash(first_hash + at)?;
            unit.shape = self.hash(first_hash + count + at)?;
            units.push(unit);
        }
        Some(units)
    }

    fn bodies(&mut self) -> Option<Vec<Body>> {
        let input = &mut self.input;
        let mut bodies = Vec::with_capacity(self.counts.bodies);
        for _ in 0..self.counts.bodies {
            bodies.push(Body {
                declaration: input.unsigned()?,
                first: input.unsigned()?,
                count: input.unsigned()?,
                last_closings: input.unsigned()?,
            });
        }
        Some(bodies)
    }
}

/// `Some(None)` for distance 0.
fn before(at: u32, distance: u32) -> Option<Option<u32>> {
    match distance {
        0 => Some(None),
        _ => at.checked_sub(distance).map(Some),
    }
}
