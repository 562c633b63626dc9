//! The element blocks of the files of a scan. The first ones are in memory; those after them are in a temporary file, so
//! that the memory of a large project does not grow with its source. The file has no name: the system removes it when the
//! program ends, for any reason. Where no such file can be written, all blocks are in memory.

use std::fs::{File, OpenOptions, remove_file};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{Resource, getrlimit};

use super::element_block::ElementBlock;

/// Bytes of the blocks that stay in memory: those of most projects.
const HELD_BYTES: usize = 8 << 20;

/// The element block of one file.
#[derive(Clone, Debug)]
pub enum StoredBlock {
    Held(Vec<u8>),
    /// Two blocks one after another in a file: the block without its units, and its units.
    Spilled {
        file: Arc<File>,
        start: u64,
        elements: u32,
        units: u32,
    },
}

/// The bytes of a block, which may have to be read.
#[derive(Clone, Copy)]
pub enum BlockBytes<'a> {
    Held(&'a [u8]),
    Spilled { file: &'a File, start: u64, length: u32 },
}

/// Stores the blocks of a scan, from all of its threads.
#[derive(Default)]
pub struct BlockStore {
    state: Mutex<StoreState>,
}

#[derive(Default)]
struct StoreState {
    /// Bytes in memory.
    held: usize,
    file: Option<Arc<File>>,
    /// Bytes in the file.
    end: u64,
    /// The file cannot be created or written.
    is_unusable: bool,
}

impl StoredBlock {
    /// The block if it is in memory, as that of a new file.
    pub fn held(&self) -> Option<&[u8]> {
        match self {
            Self::Held(bytes) => Some(bytes),
            Self::Spilled { .. } => None,
        }
    }

    /// A block for all but units, which it may have too.
    pub fn elements(&self) -> BlockBytes<'_> {
        match self {
            Self::Held(bytes) => BlockBytes::Held(bytes),
            Self::Spilled {
                file, start, elements, ..
            } => BlockBytes::Spilled {
                file,
                start: *start,
                length: *elements,
            },
        }
    }

    /// A block for units, which may have all else too.
    pub fn units(&self) -> BlockBytes<'_> {
        match self {
            Self::Held(bytes) => BlockBytes::Held(bytes),
            Self::Spilled {
                file,
                start,
                elements,
                units,
            } => BlockBytes::Spilled {
                file,
                start: start + u64::from(*elements),
                length: *units,
            },
        }
    }
}

impl From<Vec<u8>> for StoredBlock {
    fn from(block: Vec<u8>) -> Self {
        Self::Held(block)
    }
}

impl PartialEq for StoredBlock {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |it: BlockBytes<'_>| it.read(&mut Vec::new()).to_vec();
        bytes(self.elements()) == bytes(other.elements()) && bytes(self.units()) == bytes(other.units())
    }
}

impl Eq for StoredBlock {}

impl<'a> BlockBytes<'a> {
    /// Length in bytes.
    pub fn length(self) -> usize {
        match self {
            Self::Held(bytes) => bytes.len(),
            Self::Spilled { length, .. } => length as usize,
        }
    }

    /// `buffer`: overwritten if the bytes are in a file.
    ///
    /// # Panics
    /// if the temporary file cannot be read
    pub fn read<'b>(self, buffer: &'b mut Vec<u8>) -> &'b [u8]
    where
        'a: 'b,
    {
        match self {
            Self::Held(bytes) => bytes,
            Self::Spilled { file, start, length } => {
                buffer.resize(length as usize, 0);
                file.read_exact_at(buffer, start)
                    .expect("the temporary file of element blocks is readable");
                buffer
            }
        }
    }
}

impl<'a> From<&'a [u8]> for BlockBytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Held(bytes)
    }
}

impl BlockStore {
    /// Stores a valid block.
    pub fn store(&self, block: Vec<u8>) -> StoredBlock {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_unusable || state.held + block.len() <= HELD_BYTES {
            state.held += block.len();
            return StoredBlock::Held(block);
        }
        if let Some(spilled) = state.spill(&block) {
            return spilled;
        }
        state.is_unusable = true;
        StoredBlock::Held(block)
    }
}

impl StoreState {
    /// `None` if that is not possible.
    fn spill(&mut self, block: &[u8]) -> Option<StoredBlock> {
        if self.file.is_none() {
            self.file = Some(Arc::new(nameless_file()?));
        }
        let file = self.file.clone()?;
        let (mut bytes, mut units) = (Vec::with_capacity(block.len() + 16), Vec::new());
        ElementBlock::split_units(block, &mut bytes, &mut units)?;
        let elements = u32::try_from(bytes.len()).ok()?;
        bytes.append(&mut units);
        let start = self.end;
        file.write_all_at(&bytes, start).ok()?;
        self.end += bytes.len() as u64;
        let units = u32::try_from(bytes.len()).ok()? - elements;
        Some(StoredBlock::Spilled {
            file,
            start,
            elements,
            units,
        })
    }
}

/// Names to try, in case that a file of an earlier process has the same name.
const ATTEMPTS: u32 = 16;

/// An open file in the folder of temporary files, without a name.
fn nameless_file() -> Option<File> {
    // A process that exceeds this limit gets a signal.
    if getrlimit(Resource::Fsize).current.is_some() {
        return None;
    }
    let folder = std::env::temp_dir();
    (0..ATTEMPTS).find_map(|attempt| {
        let path = folder.join(format!(".analyzer-{}-{attempt}", std::process::id()));
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .ok()?;
        remove_file(&path).ok()?;
        Some(file)
    })
}

#[cfg(test)]
mod tests {
    use super::super::element_block::{Element, Opening, Unit};
    use super::*;

    #[test]
    fn a_block_in_a_file_is_read_as_its_elements_and_its_units() {
        let block = |closings: u32| ElementBlock {
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
        };
        let mut state = StoreState::default();
        let stored: Vec<StoredBlock> = (0..3)
            .map(|it| state.spill(&block(it).encode()).expect("a file"))
            .collect();
        let mut buffer = vec![1; 1000];
        for (closings, it) in (0..).zip(&stored) {
            let expected = block(closings);
            let elements = ElementBlock::decode(it.elements().read(&mut buffer)).expect("a block");
            assert_eq!(elements.elements, expected.elements);
            let units = ElementBlock::decode_units(it.units().read(&mut buffer));
            assert_eq!(units, Some(expected.units));
            assert_eq!(it.held(), None);
        }
    }
}
