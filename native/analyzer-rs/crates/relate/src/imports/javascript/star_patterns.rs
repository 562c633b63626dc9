//! Patterns with `*` for any text, of which the first one counts.

use rustc_hash::FxHashMap;

/// A look-up takes time in the text and in the number of patterns that match its start, not in the number of all patterns.
#[derive(Debug, Default)]
pub struct StarPatterns<Value> {
    /// By the text before `*`.
    groups: FxHashMap<String, Group<Value>>,
    /// Lengths of these texts, the longest first.
    lengths: Vec<usize>,
}

#[derive(Debug)]
struct Group<Value> {
    /// By the text after `*`, with the position of the pattern in the given order.
    rows: FxHashMap<String, (Value, usize)>,
    /// Lengths of these texts, the longest first.
    lengths: Vec<usize>,
}

pub struct StarMatch<'p, 't, Value> {
    pub value: &'p Value,
    /// Position of the pattern in the given order.
    pub order: usize,
    /// The text that `*` matches.
    pub star: &'t str,
}

impl<Value> StarPatterns<Value> {
    /// Patterns without `*` have no effect; no pattern occurs twice.
    pub fn new(rows: impl Iterator<Item = (String, Value)>) -> Self {
        let mut groups: FxHashMap<String, Group<Value>> = FxHashMap::default();
        for (order, (pattern, value)) in rows.enumerate() {
            let Some((before, after)) = pattern.split_once('*') else {
                continue;
            };
            let group = groups.entry(before.to_owned()).or_insert_with(|| Group {
                rows: FxHashMap::default(),
                lengths: Vec::new(),
            });
            group.rows.insert(after.to_owned(), (value, order));
        }
        for group in groups.values_mut() {
            group.lengths = descending(group.rows.keys());
        }
        let lengths = descending(groups.keys());
        Self { groups, lengths }
    }

    /// The matching patterns among which a rule of precedence chooses: those with the longest text before `*`, in
    /// descending order of the text after it. `least` is the smallest length of the text that `*` matches.
    pub fn matches<'t>(&self, text: &'t str, least: usize) -> Vec<StarMatch<'_, 't, Value>> {
        for length in &self.lengths {
            let Some((before, rest)) = text.split_at_checked(*length) else {
                continue;
            };
            let Some(group) = self.groups.get(before) else { continue };
            let matching = |after: &usize| {
                let end = rest.len().checked_sub(*after).filter(|end| *end >= least)?;
                let (star, after) = rest.split_at_checked(end)?;
                let (value, order) = group.rows.get(after)?;
                Some(StarMatch {
                    value,
                    order: *order,
                    star,
                })
            };
            let found: Vec<_> = group.lengths.iter().filter_map(matching).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }
}

fn descending<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<usize> {
    let mut lengths: Vec<usize> = texts.map(String::len).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths.dedup();
    lengths
}
