//! Character classes as Git defines them, in ASCII in every locale.

use crate::globs::Class;

fn named(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[('\t', '\n'), ('\r', '\r'), (' ', ' ')],
        "upper" => &[('A', 'Z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return None,
    })
}

/// Reads the class at `[` as Git's `wildmatch` does. Returns the class and the position after it; `None` if it is
/// malformed.
pub fn read_class(pattern: &[char], open: usize) -> Option<(Class, usize)> {
    let negated = matches!(pattern.get(open + 1), Some('!' | '^'));
    let mut ranges = Vec::new();
    // The character before a `-`; `None` after a range or a named class.
    let mut previous: Option<char> = None;
    let mut at = open + if negated { 2 } else { 1 };
    loop {
        let char = *pattern.get(at)?;
        let next = pattern.get(at + 1).copied();
        match (char, previous, next) {
            ('-', Some(from), Some(upper)) if upper != ']' => {
                at += if upper == '\\' { 2 } else { 1 };
                let to = *pattern.get(at)?;
                if from <= to {
                    ranges.push((from, to));
                }
                previous = None;
            }
            ('[', _, Some(':')) => {
                let end = at + 2 + pattern.get(at + 2..)?.iter().position(|it| *it == ']')?;
                if end > at + 2 && pattern[end - 1] == ':' {
                    let name: String = pattern[at + 2..end - 1].iter().collect();
                    ranges.extend_from_slice(named(&name)?);
                    previous = None;
                    at = end;
                } else {
                    ranges.push((char, char));
                    previous = Some(char);
                }
            }
            _ => {
                if char == '\\' {
                    at += 1;
                }
                let literal = *pattern.get(at)?;
                ranges.push((literal, literal));
                previous = Some(literal);
            }
        }
        at += 1;
        if pattern.get(at) == Some(&']') {
            return Some((Class { negated, ranges }, at + 1));
        }
    }
}
