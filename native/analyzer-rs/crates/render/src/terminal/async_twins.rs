//! Code that is written once synchronous and once asynchronous.

/// Whether code is such, as far as its names tell: they differ, and are equal without the words `async`, `asyncio` and `sync`.
/// `names`: paths, with the names of declarations.
pub fn are_twins(names: &[String]) -> bool {
    let is_word = |it: &char| !matches!(it, '_' | '-');
    let names: Vec<String> = names
        .iter()
        .map(|name| name.to_lowercase().chars().filter(is_word).collect())
        .collect();
    let Some((first, others)) = names.split_first() else {
        return false;
    };
    let plain = without_words(first);
    others.iter().any(|it| it != first) && others.iter().all(|it| without_words(it) == plain)
}

fn without_words(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(next) = rest.chars().next() {
        let word = ["asyncio", "async", "sync"].into_iter().find(|it| rest.starts_with(it));
        if let Some(word) = word {
            rest = &rest[word.len()..];
            continue;
        }
        if next != '/' || !(plain.is_empty() || plain.ends_with('/')) {
            plain.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    plain
}
