//! Calls and control structures of one file, in memory or in a temporary file: of a large project they are a third of all
//! facts, and every reader reads those of one file after another.

use std::borrow::Cow;
use std::fmt::Debug;
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// Rows with a form in bytes.
pub trait Rows: Clone + Debug + Default + PartialEq {
    fn count(&self) -> usize;

    /// Appends them.
    fn write(&self, bytes: &mut Vec<u8>);

    /// `bytes`: of `count` rows, from `write`.
    fn read(bytes: &[u8], count: usize) -> Self;
}

#[derive(Clone, Debug)]
pub enum StoredRows<T> {
    Held(T),
    Spilled {
        file: Arc<File>,
        start: u64,
        length: u32,
        /// Number of rows.
        count: u32,
    },
}

impl<T: Rows> StoredRows<T> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Held(rows) => rows.count(),
            Self::Spilled { count, .. } => *count as usize,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// # Panics
    /// if the temporary file cannot be read
    pub fn read(&self) -> Cow<'_, T> {
        match self {
            Self::Held(rows) => Cow::Borrowed(rows),
            Self::Spilled {
                file,
                start,
                length,
                count,
            } => {
                let mut bytes = vec![0; *length as usize];
                file.read_exact_at(&mut bytes, *start)
                    .expect("the temporary file of facts is readable");
                Cow::Owned(T::read(&bytes, *count as usize))
            }
        }
    }

    /// Appends rows that are in memory. Returns their range in the bytes; `None` if there are none.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) -> Option<Range<usize>> {
        let Self::Held(rows) = self else { return None };
        let start = bytes.len();
        rows.write(bytes);
        (rows.count() > 0).then_some(start..bytes.len())
    }

    /// `written`: from `write`; `start`: the position of these bytes in the file.
    pub(crate) fn move_to(&mut self, file: &Arc<File>, start: u64, written: Option<Range<usize>>) {
        let Some(range) = written else { return };
        let (Ok(count), Ok(length)) = (u32::try_from(self.len()), u32::try_from(range.len())) else {
            return;
        };
        *self = Self::Spilled {
            file: Arc::clone(file),
            start: start + range.start as u64,
            length,
            count,
        };
    }
}

impl<T: Default> Default for StoredRows<T> {
    fn default() -> Self {
        Self::Held(T::default())
    }
}

impl<T> From<T> for StoredRows<T> {
    fn from(rows: T) -> Self {
        Self::Held(rows)
    }
}

impl<T: Rows> PartialEq for StoredRows<T> {
    fn eq(&self, other: &Self) -> bool {
        self.read() == other.read()
    }
}

impl<T: Rows + Eq> Eq for StoredRows<T> {}

/// Bytes of a row: its three numbers.
pub(super) const ROW: usize = 3 * size_of::<u32>();

pub(super) fn push_row(bytes: &mut Vec<u8>, numbers: [u32; 3]) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

/// The rows at the start of some bytes, and the bytes after them.
pub(super) fn split_rows(bytes: &[u8], count: usize) -> (impl Iterator<Item = [u32; 3]> + '_, &[u8]) {
    let (rows, rest) = bytes.split_at(count * ROW);
    let (rows, _) = rows.as_chunks::<ROW>();
    let rows = rows.iter().map(|row| {
        let (numbers, _) = row.as_chunks();
        [0, 1, 2].map(|at| u32::from_le_bytes(numbers[at]))
    });
    (rows, rest)
}
