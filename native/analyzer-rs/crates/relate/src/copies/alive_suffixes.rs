//! A list of suffixes from which some are removed.

/// Each one that is not removed leads to itself, others to a later one (union-find with path halving; Tarjan 1975).
pub struct AliveSuffixes(Vec<u32>);

impl AliveSuffixes {
    pub fn new(count: usize) -> Self {
        // One after the last.
        Self((0..=count as u32).collect())
    }

    /// Calls back with each one of a range that is not removed; those for which `keep` is false are.
    pub fn visit(&mut self, from: usize, to: usize, mut keep: impl FnMut(usize) -> bool) {
        let mut at = self.next(from);
        while at < to {
            if !keep(at) {
                self.0[at] = at as u32 + 1;
            }
            at = self.next(at + 1);
        }
    }

    /// The first one from an index on.
    fn next(&mut self, mut at: usize) -> usize {
        while self.0[at] as usize != at {
            let over = self.0[self.0[at] as usize];
            self.0[at] = over;
            at = over as usize;
        }
        at
    }
}
