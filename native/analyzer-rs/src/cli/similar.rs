//! Suggests similar words.

/// Largest edit distance of a suggestion.
const FARTHEST: usize = 3;
/// Least share of the longer word that must match.
const LEAST_SIMILARITY: f64 = 0.4;

/// The nearest words; options are compared without their dashes.
pub fn suggest(word: &str, candidates: &[&str]) -> Option<String> {
    let dashes = if word.starts_with("--") { "--" } else { "" };
    let word = &word[dashes.len()..];
    let mut best = FARTHEST;
    let mut similar: Vec<&str> = Vec::new();
    for candidate in candidates.iter().filter_map(|it| it.strip_prefix(dashes)) {
        if candidate.chars().count() <= 1 {
            continue;
        }
        let distance = edit_distance(word, candidate);
        let length = word.chars().count().max(candidate.chars().count());
        let similarity = (length as f64 - distance as f64) / length as f64;
        if similarity <= LEAST_SIMILARITY {
            continue;
        }
        if distance < best {
            best = distance;
            similar = vec![candidate];
        } else if distance == best {
            similar.push(candidate);
        }
    }
    similar.sort_unstable();
    match similar.as_slice() {
        [] => None,
        [only] => Some(format!("Did you mean {dashes}{only}?")),
        several => {
            let all: Vec<String> = several.iter().map(|it| format!("{dashes}{it}")).collect();
            Some(format!("Did you mean one of {}?", all.join(", ")))
        }
    }
}

/// Insertions, deletions, substitutions and transpositions (Damerau–Levenshtein, optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > FARTHEST {
        return a.len().max(b.len());
    }
    let mut distance = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in distance.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in distance[0].iter_mut().enumerate() {
        *cell = j;
    }
    for j in 1..=b.len() {
        for i in 1..=a.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (distance[i - 1][j] + 1)
                .min(distance[i][j - 1] + 1)
                .min(distance[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(distance[i - 2][j - 2] + 1);
            }
            distance[i][j] = least;
        }
    }
    distance[a.len()][b.len()]
}
