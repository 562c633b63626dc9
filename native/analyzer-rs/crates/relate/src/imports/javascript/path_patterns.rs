//! `paths` of a compiler configuration.

use rustc_hash::FxHashMap;

use super::star_patterns::StarPatterns;

#[derive(Debug, Default)]
pub struct PathPatterns {
    rows: Vec<Vec<String>>,
    exact: FxHashMap<String, usize>,
    /// Patterns with their rows.
    patterns: StarPatterns<usize>,
}

impl PathPatterns {
    pub fn new(rows: impl Iterator<Item = (String, Vec<String>)>) -> Self {
        let (patterns, rows): (Vec<String>, Vec<Vec<String>>) = rows.unzip();
        let indexed = || {
            patterns
                .iter()
                .cloned()
                .enumerate()
                .map(|(row, pattern)| (pattern, row))
        };
        Self {
            exact: indexed().collect(),
            patterns: StarPatterns::new(indexed()),
            rows,
        }
    }

    /// The targets of a specifier and the text that `*` matches: of the equal pattern, else of the first one with the
    /// longest text before its `*`.
    pub fn best<'s>(&self, specifier: &'s str) -> Option<(&[String], &'s str)> {
        if let Some(row) = self.exact.get(specifier) {
            return Some((&self.rows[*row], ""));
        }
        let found = self.patterns.matches(specifier, 0);
        let first = found.into_iter().min_by_key(|it| it.order)?;
        Some((&self.rows[*first.value], first.star))
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
