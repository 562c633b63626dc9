//! `exports` and `imports` of a `package.json`.

use crate::relate::settings::json::Json;

/// Maximum number of targets of one subpath.
const MOST_TARGETS: usize = 64;

/// The conditions that a resolver of sources uses; targets with fewer other conditions are tried first.
fn is_usual(condition: &str) -> bool {
    matches!(
        condition,
        "types" | "import" | "require" | "node" | "module" | "source" | "default"
    )
}

/// The targets of a subpath (`.`, `./x` or `#x`), those with the fewest unusual conditions first, then in written order.
/// A key with `*` matches by its longest prefix.
/// https://nodejs.org/api/esm.html#resolution-algorithm-specification, PACKAGE_IMPORTS_EXPORTS_RESOLVE
pub fn export_targets(exports: &Json, subpath: &str) -> Vec<String> {
    let map = exports
        .table()
        .filter(|rows| rows.iter().any(|(key, _)| key.starts_with(['.', '#'])));
    let Some(rows) = map else {
        return if subpath == "." {
            targets_of(exports, "")
        } else {
            Vec::new()
        };
    };
    if !subpath.contains('*')
        && let Some(exact) = exports.at(subpath)
    {
        return targets_of(exact, "");
    }
    let mut best: Option<(&Json, &str, usize, usize)> = None;
    for (key, value) in rows {
        let Some(star) = key.find('*') else { continue };
        let end = &key[star + 1..];
        if end.contains('*') || subpath.len() < key.len() {
            continue;
        }
        if !subpath.starts_with(&key[..star]) || !subpath.ends_with(end) {
            continue;
        }
        if best.is_some_and(|(_, _, prefix, length)| prefix > star || prefix == star && length >= key.len()) {
            continue;
        }
        best = Some((value, &subpath[star..subpath.len() - end.len()], star, key.len()));
    }
    best.map_or_else(Vec::new, |(value, star, ..)| targets_of(value, star))
}

fn targets_of(value: &Json, star: &str) -> Vec<String> {
    let mut targets = Vec::new();
    collect(value, 0, star, &mut targets);
    targets.sort_by_key(|(unusual, _)| *unusual);
    targets.into_iter().map(|(_, target)| target).collect()
}

/// Each target with the number of unusual conditions around it. Depth is bounded by that of JSON.
fn collect(at: &Json, unusual: usize, star: &str, into: &mut Vec<(usize, String)>) {
    if into.len() >= MOST_TARGETS {
        return;
    }
    match at {
        Json::Text(text) => into.push((unusual, text.replace('*', star))),
        Json::List(items) => {
            for item in items {
                collect(item, unusual, star, into);
            }
        }
        Json::Table(rows) => {
            for (key, inside) in rows {
                collect(inside, unusual + usize::from(!is_usual(key)), star, into);
            }
        }
        Json::Other => {}
    }
}
