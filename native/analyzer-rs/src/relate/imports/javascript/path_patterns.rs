//! `paths` of a compiler configuration.

use rustc_hash::FxHashMap;

/// Patterns with their targets. A look-up takes time in the specifier, not in the number of patterns.
#[derive(Debug, Default)]
pub struct PathPatterns {
    rows: Vec<(String, Vec<String>)>,
    exact: FxHashMap<String, usize>,
    /// Rows by the text before their `*`, in written order.
    by_prefix: FxHashMap<String, Vec<usize>>,
    /// Lengths of these texts, the longest first.
    lengths: Vec<usize>,
}

/// Maximum number of patterns with the same text before `*`; others have no effect.
const MOST_OF_PREFIX: usize = 64;

impl PathPatterns {
    pub fn new(rows: impl Iterator<Item = (String, Vec<String>)>) -> Self {
        let mut patterns = Self {
            rows: rows.collect(),
            ..Self::default()
        };
        for (row, (pattern, _)) in patterns.rows.iter().enumerate() {
            patterns.exact.insert(pattern.clone(), row);
            let Some(star) = pattern.find('*') else { continue };
            let same = patterns.by_prefix.entry(pattern[..star].to_owned()).or_default();
            if same.is_empty() {
                patterns.lengths.push(star);
            }
            if same.len() < MOST_OF_PREFIX {
                same.push(row);
            }
        }
        patterns.lengths.sort_unstable_by(|a, b| b.cmp(a));
        patterns.lengths.dedup();
        patterns
    }

    /// The targets of a specifier and the text that `*` matches: of the equal pattern, else of the first one with the
    /// longest text before its `*`.
    pub fn best<'s>(&self, specifier: &'s str) -> Option<(&[String], &'s str)> {
        if let Some(row) = self.exact.get(specifier) {
            return Some((&self.rows[*row].1, ""));
        }
        self.lengths.iter().find_map(|star| {
            let rows = self.by_prefix.get(specifier.get(..*star)?)?;
            rows.iter().find_map(|row| {
                let (pattern, targets) = &self.rows[*row];
                let text = specifier[*star..].strip_suffix(&pattern[star + 1..])?;
                Some((targets.as_slice(), text))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_thousand_patterns_and_specifiers_take_linear_time() {
        let count = 100_000;
        let rows = (0..count).map(|number| (format!("@p{number}/*"), vec![format!("src/{number}/*")]));
        let patterns = PathPatterns::new(rows);
        for number in 0..count {
            let specifier = format!("@p{number}/a");
            let targets = vec![format!("src/{number}/*")];
            assert_eq!(patterns.best(&specifier), Some((targets.as_slice(), "a")));
            assert_eq!(patterns.best(&format!("@q{number}/a")), None);
        }
    }
}
