//! Places of code by file.

use rustc_hash::FxHashMap;

use super::screen_fact::CodePlace;

/// Whether another place has a line of one of some places.
pub struct PlaceIndex<'a> {
    /// The starts of the places of a file in order, each with the last line of all up to it.
    by_file: FxHashMap<&'a str, Vec<(u32, u32)>>,
}

impl<'a> PlaceIndex<'a> {
    pub fn new(places: &[CodePlace<'a>]) -> Self {
        let mut by_file: FxHashMap<&str, Vec<(u32, u32)>> = FxHashMap::default();
        for place in places {
            by_file
                .entry(place.path)
                .or_default()
                .push(place.lines.unwrap_or_default());
        }
        for its in by_file.values_mut() {
            its.sort_unstable();
            let mut last = 0;
            for (_, end) in its {
                last = last.max(*end);
                *end = last;
            }
        }
        Self { by_file }
    }

    pub fn overlaps(&self, place: &CodePlace<'_>) -> bool {
        let (start, end) = place.lines.unwrap_or_default();
        self.by_file.get(place.path).is_some_and(|its| {
            let before = its.partition_point(|(from, _)| *from <= end);
            before > 0 && its[before - 1].1 >= start
        })
    }
}
