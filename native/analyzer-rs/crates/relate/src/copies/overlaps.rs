//! Overlaps of the occurrences of a run.

/// Finds overlaps in time proportional to the text that the occurrences are in, divided by their length.
pub struct Overlaps {
    /// Stamp and position.
    buckets: Vec<(u32, u32)>,
    stamp: u32,
}

impl Overlaps {
    pub fn new(length: usize) -> Self {
        Self {
            // One for each two positions, because runs of one unit cannot overlap; one before the first, and one after the last.
            buckets: vec![(0, 0); length / 2 + 3],
            stamp: 0,
        }
    }

    /// Whether two of the occurrences of a run of this length overlap. Two in one bucket of its length do.
    pub fn among(&mut self, positions: &[u32], length: u32) -> bool {
        if length == 1 {
            return false;
        }
        self.stamp += 1;
        positions.iter().any(|position| {
            // One more, so that there is a bucket before the first.
            let at = (position / length) as usize + 1;
            let is_near = |(stamp, other): (u32, u32)| stamp == self.stamp && position.abs_diff(other) < length;
            let overlaps = (at - 1..=at + 1).any(|at| self.buckets.get(at).copied().is_some_and(is_near));
            self.buckets[at] = (self.stamp, *position);
            overlaps
        })
    }
}
