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

#[cfg(test)]
mod tests {
    use super::are_twins;

    #[test]
    fn twins_differ_only_by_words_for_asynchronous_code() {
        for (names, expected) in [
            (["lib/asyncio/index.py", "lib/index.py"], true),
            (["lib/_client/_async_client.py", "lib/_client/_client.py"], true),
            (["lib/fs.js readFile", "lib/fs.js readFileSync"], true),
            (["lib/task.py async_wait", "lib/task.py wait_for"], false),
            (["lib/async.py wait", "lib/async.py wait"], false),
        ] {
            assert_eq!(are_twins(&names.map(str::to_owned)), expected, "{names:?}");
        }
    }
}
