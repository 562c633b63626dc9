//! The large lists of the facts of a scan: element blocks, calls and control structures. Those of the first files are in
//! memory; those after them are in a temporary file, so that the memory of a large project does not grow with them. Where
//! no such file can be written, all are in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::elements::element_block::ElementBlock;
use super::elements::stored_block::StoredBlock;
use super::facts::FileFacts;
use super::stored_rows::ROW;
use super::temporary_file::TemporaryFile;

/// Bytes of the lists that stay in memory: those of most projects.
const HELD_BYTES: usize = 8 << 20;

/// Stores lists from all threads of a scan.
#[derive(Default)]
pub struct FactStore {
    state: Mutex<StoreState>,
}

#[derive(Default)]
struct StoreState {
    /// Bytes in memory, about.
    held: usize,
    file: TemporaryFile,
}

impl FactStore {
    /// Moves the lists of valid facts to the file, unless they stay in memory.
    pub fn store(&self, facts: &mut FileFacts) {
        if !self.holds(bytes_of(facts)) {
            self.spill(facts);
        }
    }

    /// Whether so many bytes stay in memory.
    fn holds(&self, bytes: usize) -> bool {
        let mut state = self.state();
        let holds = state.file.is_unusable() || state.held + bytes <= HELD_BYTES;
        if holds {
            state.held += bytes;
        }
        holds
    }

    /// Does nothing if that is not possible.
    fn spill(&self, facts: &mut FileFacts) {
        let mut bytes = Vec::with_capacity(bytes_of(facts) + SPARE_BYTES);
        let elements = split_block(facts, &mut bytes);
        let calls = facts.calls.write(&mut bytes);
        let control = facts.control.write(&mut bytes);
        if bytes.is_empty() {
            return;
        }
        let Some((file, start)) = self.state().file.append(&bytes) else {
            return;
        };
        facts.calls.move_to(&file, start, calls);
        facts.control.move_to(&file, start, control);
        if let Some((elements, units)) = elements {
            facts.elements = Some(StoredBlock::Spilled {
                file,
                start,
                elements,
                units,
            });
        }
    }

    fn state(&self) -> MutexGuard<'_, StoreState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For the second header of a block and for callees.
const SPARE_BYTES: usize = 1 << 12;

fn bytes_of(facts: &FileFacts) -> usize {
    let block = facts.elements.as_ref().and_then(StoredBlock::held);
    block.map_or(0, <[u8]>::len) + (facts.calls.len() + facts.control.len()) * ROW
}

/// Appends the block without its units, and its units; returns their numbers of bytes.
fn split_block(facts: &FileFacts, bytes: &mut Vec<u8>) -> Option<(u32, u32)> {
    let block = facts.elements.as_ref()?.held()?;
    let mut units = Vec::new();
    ElementBlock::split_units(block, bytes, &mut units)?;
    let lengths = (u32::try_from(bytes.len()).ok()?, u32::try_from(units.len()).ok()?);
    bytes.append(&mut units);
    Some(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::element_block::{Element, Opening, Unit};
    use crate::facts::{Calls, Control, ControlKind};
    use crate::stored_rows::StoredRows;

    fn block(closings: u32) -> ElementBlock {
        ElementBlock {
            openings: vec![Opening::default()],
            elements: vec![Element { opening: 0, closings }],
            units: vec![Unit {
                count: 1,
                nodes: closings,
                start_line: 1,
                end_line: 1,
                ..Unit::default()
            }],
            ..ElementBlock::default()
        }
    }

    /// With two calls and two control structures.
    fn facts_of(number: u32) -> FileFacts {
        let mut calls = Calls::default();
        for (line, callee) in (number..).zip(["b.é", "…"]) {
            calls.push(callee, line, -1);
        }
        let control = vec![
            Control::new(ControlKind::Loop, 7, number, -1),
            Control::new(ControlKind::Call, 0, u32::MAX, 9),
        ];
        FileFacts {
            elements: Some(block(number).encode().into()),
            calls: calls.into(),
            control: control.into(),
            ..FileFacts::default()
        }
    }

    #[test]
    fn lists_in_a_file_are_read_as_they_were_stored() {
        let store = FactStore::default();
        let mut stored: Vec<FileFacts> = (0..3).map(facts_of).collect();
        stored.iter_mut().for_each(|it| store.spill(it));
        let mut buffer = vec![1; 1000];
        for (number, it) in (0..).zip(&stored) {
            let (expected, facts) = (block(number), facts_of(number));
            let its = it.elements.as_ref().expect("a block");
            let elements = ElementBlock::decode(its.elements().read(&mut buffer)).expect("a block");
            assert_eq!(elements.elements, expected.elements);
            let units = ElementBlock::decode_units(its.units().read(&mut buffer));
            assert_eq!(units, Some(expected.units));
            assert_eq!(its.held(), None);
            assert!(matches!(it.calls, StoredRows::Spilled { .. }));
            assert!(matches!(it.control, StoredRows::Spilled { .. }));
            assert_eq!((it.calls.len(), it.control.len()), (2, 2));
            assert_eq!((&it.calls, &it.control), (&facts.calls, &facts.control));
        }
    }

    #[test]
    fn lists_of_a_small_project_and_empty_ones_stay_in_memory() {
        let store = FactStore::default();
        let mut facts = facts_of(1);
        store.store(&mut facts);
        assert!(matches!(facts.calls, StoredRows::Held(_)));
        let mut empty = FileFacts::default();
        store.spill(&mut empty);
        assert!(matches!(empty.control, StoredRows::Held(_)) && empty.elements.is_none());
    }

    #[test]
    fn lists_stay_in_memory_where_no_file_can_be_written() {
        let store = FactStore::default();
        store.state().file = TemporaryFile::unusable();
        let mut facts = facts_of(1);
        store.spill(&mut facts);
        assert_eq!(facts, facts_of(1));
        assert!(store.holds(2 * HELD_BYTES));
    }
}
