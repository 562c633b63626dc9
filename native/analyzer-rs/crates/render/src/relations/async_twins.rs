//! Code that is written once synchronous and once asynchronous, as far as its names tell.

use super::rules::RELATIONS;

/// What tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwinSign {
    /// They differ, and are equal without words such as `async`; those of the declarations alone are enough.
    Names,
    /// Code is in a file or folder for asynchronous code, and in one that is not.
    Paths,
}

/// `places`: paths, with the names of declarations in them.
pub fn twin_sign(places: &[(&str, &str)]) -> Option<TwinSign> {
    let names = places.iter().map(|(path, name)| format!("{path} {name}"));
    let have_names = places.iter().all(|(_, name)| !name.is_empty());
    if differ_only_by_words(names) || (have_names && differ_only_by_words(places.iter().map(|(_, name)| *name))) {
        return Some(TwinSign::Names);
    }
    let mut marked = places.iter().map(|(path, _)| is_marked(path));
    let first = marked.next()?;
    marked.any(|it| it != first).then_some(TwinSign::Paths)
}

/// A name in lower case without words of asynchronous code.
pub fn without_words(name: &str) -> String {
    without_words_of(&plain(name))
}

fn differ_only_by_words(names: impl Iterator<Item = impl AsRef<str>>) -> bool {
    let names: Vec<String> = names.map(|it| plain(it.as_ref())).collect();
    let Some((first, others)) = names.split_first() else {
        return false;
    };
    let rest = without_words_of(first);
    others.iter().any(|it| it != first) && others.iter().all(|it| without_words_of(it) == rest)
}

fn plain(name: &str) -> String {
    let is_word = |it: &char| !matches!(it, '_' | '-' | ' ');
    name.to_lowercase().chars().filter(is_word).collect()
}

fn without_words_of(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(next) = rest.chars().next() {
        let mut words = RELATIONS.screen.asynchronous.words.iter();
        if let Some(word) = words.find(|it| rest.starts_with(it.as_str())) {
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

fn is_marked(path: &str) -> bool {
    let path = path.to_lowercase();
    let mut words = path.split(|it: char| !(it.is_ascii_lowercase() || it.is_ascii_digit()));
    words.any(|word| RELATIONS.screen.asynchronous.marks.iter().any(|it| it == word))
}

#[cfg(test)]
mod tests {
    use super::TwinSign::{Names, Paths};
    use super::twin_sign;

    #[test]
    fn twins_differ_only_by_words_for_asynchronous_code() {
        for (places, expected) in [
            ([("lib/asyncio/index.py", ""), ("lib/index.py", "")], Some(Names)),
            (
                [("lib/_client/_async_client.py", ""), ("lib/_client/_client.py", "")],
                Some(Names),
            ),
            ([("lib/fs.js", "readFile"), ("lib/fs.js", "readFileSync")], Some(Names)),
            (
                [("lib/client.py", "Client"), ("lib/aio/main.py", "AsyncClient")],
                Some(Names),
            ),
            ([("lib/async_index.py", ""), ("lib/index/__init__.py", "")], Some(Paths)),
            ([("lib/task.py", "async_wait"), ("lib/task.py", "wait_for")], None),
            ([("lib/async.py", "wait"), ("lib/async.py", "wait")], None),
        ] {
            assert_eq!(twin_sign(&places), expected, "{places:?}");
        }
    }
}
