//! Splits a canonical stream into elements and numbers their distinct openings in order of appearance.

use rustc_hash::FxHashMap;

use crate::parse::elements::element_block::Element;
use crate::parse::extract::node_headers::{CLOSE, OPEN, text_end};
use crate::parse::extract::stream::Stream;

/// Roles whose names are numbered in shapes: variable, property, type, label, function.
const LAST_NAMED_ROLE: u8 = 5;

/// Range of the first of equal openings in the stream, with its role and spelling.
#[derive(Clone, Copy)]
pub struct OpeningSpan {
    pub from: u32,
    /// After the kind, which is the end of an inner node's opening.
    pub kind_end: u32,
    pub to: u32,
    pub role: u8,
    /// Number from `Identifiers`; `None` without a role.
    pub spelling: Option<u32>,
}

#[derive(Default)]
pub struct ScannedElements {
    pub openings: Vec<OpeningSpan>,
    pub elements: Vec<Element>,
    /// By element: offsets in the stream of its start and of the end of its opening.
    pub ranges: Vec<(u32, u32)>,
}

pub fn scan_elements(stream: &Stream) -> ScannedElements {
    let bytes = stream.bytes.as_slice();
    let mut scanned = ScannedElements::default();
    let mut numbers: FxHashMap<(&[u8], u8), u32> = FxHashMap::default();
    let mut identifiers = stream.identifiers.list.iter().peekable();
    let mut at = 0;
    while let Some(&mark) = bytes.get(at) {
        if mark == CLOSE {
            if let Some(last) = scanned.elements.last_mut() {
                last.closings += 1;
            }
            at += 1;
            continue;
        }
        let kind_end = text_end(bytes, at + 1);
        let to = if mark == OPEN {
            kind_end
        } else {
            text_end(bytes, kind_end)
        };
        let identifier = identifiers.next_if(|it| it.from as usize == at);
        let named = identifier.filter(|it| it.role <= LAST_NAMED_ROLE);
        let role = named.map_or(0, |it| it.role);
        let next = scanned.openings.len() as u32;
        let opening = *numbers.entry((&bytes[at..to], role)).or_insert(next);
        if opening == next {
            scanned.openings.push(OpeningSpan {
                from: at as u32,
                kind_end: kind_end as u32,
                to: to as u32,
                role,
                spelling: named.map(|it| it.spelling),
            });
        }
        scanned.elements.push(Element { opening, closings: 0 });
        scanned.ranges.push((at as u32, to as u32));
        at = to;
    }
    scanned
}
