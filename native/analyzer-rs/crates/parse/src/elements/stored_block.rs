//! The element block of one file, in memory or in a temporary file (`fact_store.rs`).

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

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
