//! Who has a package: the owner of its repository, and the holders of its licence.

use std::collections::BTreeSet;

use serde_json::Value;

use super::rules::RELATIONS;

/// The owner of the repository that a manifest of npm, Composer or Bower names, in lower case.
pub fn owner_of_json(bytes: &[u8]) -> Option<String> {
    let manifest: Value = serde_json::from_slice(bytes).ok()?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_ascii_lowercase);
    let repository = manifest.get("repository");
    let short = text(repository);
    let addresses = [
        short.clone(),
        text(repository.and_then(|it| it.get("url"))),
        text(manifest.get("support").and_then(|it| it.get("source"))),
        text(manifest.get("homepage")),
    ];
    let of_short = short.and_then(|it| owner_of_short(&it));
    of_short.or_else(|| addresses.into_iter().flatten().find_map(|it| owner_of_address(&it)))
}

/// Of `github:owner/name` or `owner/name`; other properties can have an address without a scheme, such as `example.com/docs`.
fn owner_of_short(lower: &str) -> Option<String> {
    let prefixes = ["github:", "gitlab:", "bitbucket:"];
    let short = prefixes.iter().find_map(|it| lower.strip_prefix(it)).unwrap_or(lower);
    let (owner, name) = short.split_once('/')?;
    (is_name(owner) && is_name(name)).then(|| owner.to_owned())
}

/// Of an address on a host of the rules.
fn owner_of_address(lower: &str) -> Option<String> {
    let hosts = &RELATIONS.vendored_library.repository_hosts;
    let (at, host) = hosts.iter().find_map(|host| Some((lower.find(host.as_str())?, host)))?;
    let after = lower[at + host.len()..].strip_prefix(['/', ':'])?;
    let (owner, name) = after.split_once('/')?;
    let is_named = name.bytes().next().is_some_and(is_name_byte);
    (is_name(owner) && is_named).then(|| owner.to_owned())
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_name_byte)
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_.-".contains(&byte)
}

/// The words of the holders in the lines of a licence that have a year and say copyright.
pub fn holders_of(bytes: &[u8]) -> BTreeSet<Vec<u8>> {
    let lower = bytes.to_ascii_lowercase();
    let has = |line: &[u8], words: &[u8]| line.windows(words.len()).any(|it| it == words);
    let is_year = |it: &[u8]| (it.starts_with(b"19") || it.starts_with(b"20")) && it.iter().all(u8::is_ascii_digit);
    lower
        .split(|byte| *byte == b'\n')
        .filter(|line| (has(line, b"copyright") || has(line, b"(c)")) && line.windows(4).any(is_year))
        .flat_map(|line| line.split(|byte| !byte.is_ascii_lowercase()))
        .filter(|word| word.len() > 1 && !is_no_holder(word))
        .map(<[u8]>::to_vec)
        .collect()
}

fn is_no_holder(word: &[u8]) -> bool {
    let words = &RELATIONS.vendored_library.no_holders;
    words.iter().any(|it| it.as_bytes() == word)
}

#[cfg(test)]
mod tests {
    use super::owner_of_json;

    #[test]
    fn an_address_without_a_scheme_names_no_owner_of_a_repository() {
        for (manifest, expected) in [
            (r#"{"homepage":"a.example.com/docs"}"#, None),
            (r#"{"repository":"Acme/app"}"#, Some("acme")),
            (r#"{"homepage":"https://github.com/acme/app"}"#, Some("acme")),
            (
                r#"{"repository":{"url":"git+https://github.com/acme/app.git"}}"#,
                Some("acme"),
            ),
            (r#"{"repository":{"url":"acme/app"}}"#, None),
        ] {
            assert_eq!(owner_of_json(manifest.as_bytes()).as_deref(), expected, "{manifest}");
        }
    }
}
