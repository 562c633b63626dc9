//! The paths of a Git index in bytewise order.

use rustc_hash::FxHashSet;

const SUBMODULE: u32 = 0o160000;
const DIRECTORY: u32 = 0o040000;
const KIND: u32 = 0o170000;

pub struct TrackedPaths {
    bytes: Vec<u8>,
    /// Start of each path, and at last the end of the last one.
    starts: Vec<u32>,
    submodules: FxHashSet<Vec<u8>>,
}

impl Default for TrackedPaths {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            starts: vec![0],
            submodules: FxHashSet::default(),
        }
    }
}

impl TrackedPaths {
    pub fn has(&self, path: &[u8]) -> bool {
        self.get(self.first_from(path)) == Some(path)
    }

    /// Whether there is a path in this directory.
    pub fn has_below(&self, directory: &[u8]) -> bool {
        let wanted = [directory, b"/"].concat();
        self.get(self.first_from(&wanted))
            .is_some_and(|path| path.starts_with(&wanted))
    }

    /// The directory is another repository, of which the index names only the commit.
    pub fn is_submodule(&self, directory: &[u8]) -> bool {
        self.submodules.contains(directory)
    }

    /// Bytes of all paths.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Adds the next path in order. `shared`: number of bytes of the previous path at its start. Returns whether the
    /// index may have this path at this position.
    pub fn add(&mut self, mode: u32, shared: usize, rest: &[u8]) -> bool {
        let count = self.starts.len() - 1;
        let before = count.checked_sub(1).map_or(0, |last| self.starts[last] as usize);
        let start = self.bytes.len();
        self.bytes.extend_from_within(before..before + shared);
        self.bytes.extend_from_slice(rest);
        let (earlier, path) = self.bytes.split_at(start);
        if path.is_empty() || (count > 0 && path < &earlier[before..]) {
            return false;
        }
        if mode & KIND == SUBMODULE {
            self.submodules.insert(path.to_vec());
        }
        let is_sound = mode & KIND != DIRECTORY || path.ends_with(b"/");
        self.starts.push(self.bytes.len() as u32);
        is_sound
    }

    fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.starts.get(index + 1)? as usize;
        Some(&self.bytes[self.starts[index] as usize..end])
    }

    /// Index of the first path that is not less.
    fn first_from(&self, wanted: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.starts.len() - 1);
        while low < high {
            let middle = (low + high) / 2;
            if self.get(middle).is_some_and(|path| path < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
