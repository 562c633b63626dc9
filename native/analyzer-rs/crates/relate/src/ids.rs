//! The ids of a file's declarations.

use std::cmp::Ordering;
use std::fmt;
use std::iter::once;

use rustc_hash::{FxHashMap, FxHashSet};

use base::json_text::push_number;
use parse::facts::DeclarationFacts;

/// The part of the ids of a file's declarations that its path and facts do not determine. Ids are built on demand:
/// stored ids of 236 MB of sources need 40 MB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclarationIds {
    /// The 1-based ordinal of each declaration among those with its name and line; empty if all differ.
    ordinals: Vec<u32>,
}

/// `<path>#<qualified_name>@<start_line>`. If several have that prefix, the first by `start_byte` is unchanged and
/// the others get `:2`, `:3`, … A prefix ends in `@` and digits, so an id with an ordinal never equals another
/// prefix.
#[derive(Clone, Copy)]
pub struct DeclarationId<'a> {
    path: &'a str,
    qualified_name: &'a str,
    start_line: u32,
    ordinal: u32,
}

impl DeclarationIds {
    pub fn new(declarations: &[DeclarationFacts]) -> Self {
        // Most declarations start on different lines.
        if declarations.is_sorted_by(|a, b| a.start_line < b.start_line) {
            return Self::default();
        }
        let mut different: FxHashSet<(&str, u32)> = FxHashSet::default();
        if declarations
            .iter()
            .all(|it| different.insert((&it.qualified_name, it.start_line)))
        {
            return Self::default();
        }
        let mut by_start: Vec<usize> = (0..declarations.len()).collect();
        by_start.sort_by_key(|index| {
            let it = &declarations[*index];
            (it.start_byte, std::cmp::Reverse(it.end_byte), *index)
        });
        let mut seen: FxHashMap<(&str, u32), u32> = FxHashMap::default();
        let mut ordinals = vec![1; declarations.len()];
        for index in by_start {
            let it = &declarations[index];
            let count = seen.entry((&it.qualified_name, it.start_line)).or_default();
            *count += 1;
            ordinals[index] = *count;
        }
        Self { ordinals }
    }

    /// `path` and `declarations`: of the file.
    pub fn of<'a>(&self, path: &'a str, declarations: &'a [DeclarationFacts], index: u32) -> DeclarationId<'a> {
        let it = &declarations[index as usize];
        DeclarationId {
            path,
            qualified_name: &it.qualified_name,
            start_line: it.start_line,
            ordinal: self.ordinals.get(index as usize).copied().unwrap_or(1),
        }
    }
}

impl<'a> DeclarationId<'a> {
    /// Its 1-based ordinal among those with its path, name and line.
    pub fn ordinal(self) -> u32 {
        self.ordinal
    }

    /// `push` adds path and name, which may contain any character.
    pub fn push_to(self, out: &mut String, push: fn(&mut String, &str)) {
        push(out, self.path);
        out.push('#');
        push(out, self.qualified_name);
        out.push('@');
        push_number(out, self.start_line);
        if self.ordinal > 1 {
            out.push(':');
            push_number(out, self.ordinal);
        }
    }

    fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        let ordinal = (self.ordinal > 1).then(|| once(b':').chain(digits(self.ordinal)));
        self.path
            .bytes()
            .chain(once(b'#'))
            .chain(self.qualified_name.bytes())
            .chain(once(b'@'))
            .chain(digits(self.start_line))
            .chain(ordinal.into_iter().flatten())
    }
}

fn digits(number: u32) -> impl Iterator<Item = u8> {
    let last = number.checked_ilog10().unwrap_or(0);
    (0..=last)
        .rev()
        .map(move |digit| b'0' + (number / 10_u32.pow(digit) % 10) as u8)
}

/// Ordered like the strings, bytewise.
impl Ord for DeclarationId<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let shared = self.path.len().min(other.path.len());
        self.path.as_bytes()[..shared]
            .cmp(&other.path.as_bytes()[..shared])
            .then_with(|| self.bytes().skip(shared).cmp(other.bytes().skip(shared)))
    }
}

impl PartialOrd for DeclarationId<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for DeclarationId<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for DeclarationId<'_> {}

impl fmt::Display for DeclarationId<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_to(&mut text, String::push_str);
        to.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ordered_like_their_strings() {
        let mut ids = Vec::new();
        for path in ["a", "a!", "a#", "a#b", "a/b", "é"] {
            for qualified_name in ["", "b", "b@1", "b.c", "é"] {
                for start_line in [0, 1, 9, 10, 19, 100, u32::MAX] {
                    for ordinal in [1, 2, 10] {
                        ids.push(DeclarationId {
                            path,
                            qualified_name,
                            start_line,
                            ordinal,
                        });
                    }
                }
            }
        }
        for a in &ids {
            for b in &ids {
                assert_eq!(a.cmp(b), a.to_string().cmp(&b.to_string()), "{a} {b}");
            }
        }
    }
}
