//! `exports` and `imports` of a `package.json`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::settings::json::Json;

use super::star_patterns::StarPatterns;

/// Maximum number of targets of one subpath; further ones have no effect.
const MAX_TARGETS: usize = 64;
/// Maximum number of `*` in a target, each of which is replaced; a target with more has no effect.
const MAX_STARS: usize = 16;

/// The conditions that a resolver of sources uses; targets with fewer other conditions are tried first.
fn is_usual(condition: &str) -> bool {
    matches!(
        condition,
        "types" | "import" | "require" | "node" | "module" | "source" | "default"
    )
}

/// https://nodejs.org/api/esm.html#resolution-algorithm-specification, PACKAGE_IMPORTS_EXPORTS_RESOLVE
#[derive(Debug)]
pub struct Subpaths {
    exact: FxHashMap<String, Rc<[String]>>,
    patterns: StarPatterns<Rc<[String]>>,
}

impl Subpaths {
    /// `report` is called with the reason if something has no effect.
    pub fn new(value: &Json, report: &dyn Fn(&str)) -> Self {
        let map = value
            .table()
            .filter(|rows| rows.iter().any(|(key, _)| key.starts_with(['.', '#'])));
        let rows: Vec<(String, Rc<[String]>)> = match map {
            Some(rows) => rows
                .iter()
                .map(|(key, targets)| (key.clone(), targets_of(targets, report)))
                .collect(),
            None => vec![(".".to_owned(), targets_of(value, report))],
        };
        let patterns = rows.iter().filter(|(key, _)| key.find('*') == key.rfind('*'));
        Self {
            patterns: StarPatterns::new(patterns.cloned()),
            exact: rows.into_iter().collect(),
        }
    }

    /// The targets of a subpath (`.`, `./x` or `#x`), those with the fewest unusual conditions first, then in written
    /// order. A key with `*` matches by its longest prefix, then by its longest suffix.
    pub fn targets(&self, subpath: &str) -> Vec<String> {
        let replaced = |targets: &[String], star: &str| targets.iter().map(|it| it.replace('*', star)).collect();
        if !subpath.contains('*')
            && let Some(exact) = self.exact.get(subpath)
        {
            return replaced(exact, "");
        }
        let found = self.patterns.matches(subpath, 1).into_iter().next();
        found.map_or_else(Vec::new, |it| replaced(it.value, it.star))
    }
}

fn targets_of(value: &Json, report: &dyn Fn(&str)) -> Rc<[String]> {
    let mut targets = Vec::new();
    collect(value, 0, report, &mut targets);
    targets.sort_by_key(|(unusual, _)| *unusual);
    targets.into_iter().map(|(_, target)| target).collect()
}

/// Each target with the number of unusual conditions around it. Depth is bounded by that of JSON.
fn collect(at: &Json, unusual: usize, report: &dyn Fn(&str), into: &mut Vec<(usize, String)>) {
    match at {
        Json::Text(text) if text.matches('*').count() > MAX_STARS => {
            report(&format!("has a target with more than {MAX_STARS} \"*\""));
        }
        Json::Text(_) if into.len() >= MAX_TARGETS => {
            report(&format!("has a key with more than {MAX_TARGETS} targets"));
        }
        Json::Text(text) => into.push((unusual, text.clone())),
        Json::List(items) => {
            for item in items {
                collect(item, unusual, report, into);
            }
        }
        Json::Table(rows) => {
            for (key, inside) in rows {
                collect(inside, unusual + usize::from(!is_usual(key)), report, into);
            }
        }
        Json::True | Json::Other => {}
    }
}
