//! The differences of aligned words in lines between aligned lines.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::aligned_items::aligned_items;
use super::async_twins::without_words;
use super::compared_files::ComparedFiles;
use super::folder_pairs::FilePair;
use super::rules::RELATIONS;

/// Numbers of places by words of the left side, and those of the right side instead.
type Counts<'t> = FxHashMap<(Words<'t>, Words<'t>), u64>;

/// One or two.
type Words<'t> = (&'t [u8], Option<&'t [u8]>);

/// The most frequent differences of aligned words in lines between aligned lines, those that are mostly the only ones.
pub fn replaced_words(pairs: &[FilePair], compared: &mut ComparedFiles<'_>) -> Vec<(String, String)> {
    for pair in pairs {
        compared.load(pair.left);
        compared.load(pair.right);
    }
    let (compared, mut counts) = (&*compared, Counts::default());
    for pair in pairs {
        add_differences(pair, compared, &mut counts);
    }
    most_frequent(&counts)
}

fn add_differences<'t>(pair: &FilePair, compared: &'t ComparedFiles<'_>, counts: &mut Counts<'t>) {
    let [left, right] = [pair.left, pair.right].map(|it| compared.lines_of(it));
    if left.len() * right.len() > RELATIONS.differs.most_cells {
        return;
    }
    let tokens_of = |lines: &[u32]| -> Vec<&'t [u8]> {
        let tokens = lines.iter().map(|it| tokens_in(compared.content_of(*it)));
        tokens.flatten().collect()
    };
    let (mut from, mut other) = (0, 0);
    for (at, its) in aligned_items(left, right)
        .into_iter()
        .chain([(left.len(), right.len())])
    {
        if at > from && its > other {
            add_words(&tokens_of(&left[from..at]), &tokens_of(&right[other..its]), counts);
        }
        (from, other) = (at + 1, its + 1);
    }
}

/// Code that is mostly different says nothing.
fn add_words<'t>(left: &[&'t [u8]], right: &[&'t [u8]], counts: &mut Counts<'t>) {
    let rule = &RELATIONS.differs;
    if left.len() > rule.most_tokens || right.len() > rule.most_tokens {
        return;
    }
    let mut numbers: FxHashMap<&[u8], u32> = FxHashMap::default();
    let mut numbered = |tokens: &[&'t [u8]]| -> Vec<u32> {
        let number = |it: &&'t [u8]| {
            let next = numbers.len() as u32;
            *numbers.entry(it).or_insert(next)
        };
        tokens.iter().map(number).collect()
    };
    let aligned = aligned_items(&numbered(left), &numbered(right));
    if aligned.len() * 100 < left.len().max(right.len()) * rule.equal_percent {
        return;
    }
    let (mut from, mut other) = (0, 0);
    for (at, its) in aligned.into_iter().chain([(left.len(), right.len())]) {
        if let (Some(left), Some(right)) = (words_in(&left[from..at]), words_in(&right[other..its])) {
            add_difference(left, right, counts);
        }
        (from, other) = (at + 1, its + 1);
    }
}

/// Words are paired from the end, if there are as many of both sides, or the last ones have a part in common.
fn add_difference<'t>(left: &[&'t [u8]], right: &[&'t [u8]], counts: &mut Counts<'t>) {
    if let (Some(one), Some(other)) = (left.last(), right.last())
        && left.len() != right.len()
        && !have_common_part(one, other)
    {
        let words = words_of(left).zip(words_of(right));
        words.into_iter().for_each(|it| *counts.entry(it).or_default() += 1);
        return;
    }
    let paired = left.len().min(right.len());
    let (left, right) = (&left[left.len() - paired..], &right[right.len() - paired..]);
    for (one, other) in left.iter().zip(right) {
        let (one, other) = different_parts(one, other);
        *counts.entry(((one, None), (other, None))).or_default() += 1;
    }
}

fn have_common_part(left: &[u8], right: &[u8]) -> bool {
    let first = |name| split_first(name).map_or(name, |(first, _)| first);
    let last = |name| split_last(name).map_or(name, |(_, last)| last);
    first(left) == first(right) || last(left) == last(right)
}

fn words_of<'t>(words: &[&'t [u8]]) -> Option<Words<'t>> {
    words.first().map(|it| (*it, words.get(1).copied()))
}

/// Without other tokens around the words. `None`: more than two words, or others between them.
fn words_in<'a, 't>(tokens: &'a [&'t [u8]]) -> Option<&'a [&'t [u8]]> {
    let is_word = |it: &&[u8]| is_start(it[0]);
    let Some(first) = tokens.iter().position(is_word) else {
        return Some(&[]);
    };
    let last = tokens.iter().rposition(is_word).unwrap_or(first);
    let words = &tokens[first..=last];
    (words.len() <= 2 && words.iter().all(is_word)).then_some(words)
}

/// Names without equal parts at their start, then at their end: `asyncio.client` and `client` of `redis.asyncio.client` and
/// `redis.client`.
fn different_parts<'t>(left: &'t [u8], right: &'t [u8]) -> (&'t [u8], &'t [u8]) {
    let (mut one, mut other) = (left, right);
    while let (Some((first, rest)), Some((its, others))) = (split_first(one), split_first(other)) {
        if first != its {
            break;
        }
        (one, other) = (rest, others);
    }
    while let (Some((rest, last)), Some((others, its))) = (split_last(one), split_last(other)) {
        if last != its {
            break;
        }
        (one, other) = (rest, others);
    }
    (one, other)
}

fn split_first(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(b'.', name)?;
    Some((&name[..at], &name[at + 1..]))
}

fn split_last(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memrchr(b'.', name)?;
    Some((&name[..at], &name[at + 1..]))
}

/// Names that have a word in common, have this counterpart in most of their places, and are not the same without words of
/// asynchronous code.
fn most_frequent(counts: &Counts<'_>) -> Vec<(String, String)> {
    let rule = &RELATIONS.differs;
    let mut of_sides: [FxHashMap<Words<'_>, u64>; 2] = Default::default();
    for ((left, right), count) in counts {
        *of_sides[0].entry(*left).or_default() += count;
        *of_sides[1].entry(*right).or_default() += count;
    }
    let is_only = |(left, right): &(Words<'_>, Words<'_>), count: u64| {
        let totals = [of_sides[0][left], of_sides[1][right]];
        totals.iter().all(|total| count * 100 >= total * rule.same_percent)
    };
    let frequent = counts
        .iter()
        .filter(|(words, count)| **count >= rule.least && is_only(words, **count));
    let texts = frequent.map(|((left, right), count)| (Reverse(*count), (text_of(*left), text_of(*right))));
    let is_other =
        |left: &str, right: &str| have_common_word(left, right) && without_words(left) != without_words(right);
    let mut frequent: Vec<(Reverse<u64>, (String, String))> =
        texts.filter(|(_, (left, right))| is_other(left, right)).collect();
    frequent.sort_unstable();
    frequent.truncate(rule.most_replaced);
    frequent.into_iter().map(|(_, it)| it).collect()
}

/// Such as `BaseFilter` and `FormFilter`: other names in the same place are mostly other code.
fn have_common_word(left: &str, right: &str) -> bool {
    let words = parts_of_name(right);
    parts_of_name(left).iter().any(|it| words.contains(it))
}

/// `sql` and `filter` of `SQLFilter`.
fn parts_of_name(name: &str) -> Vec<String> {
    let bytes = name.as_bytes();
    let is_small = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
    };
    let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let mut end = at + 1;
        if is_small(at) || (is_upper(at) && is_small(end)) {
            while is_small(end) {
                end += 1;
            }
        } else if is_upper(at) {
            while is_upper(end) {
                end += 1;
            }
            if bytes.get(end).is_some_and(u8::is_ascii_lowercase) {
                end -= 1;
            }
        } else {
            at = end;
            continue;
        }
        parts.push(name[at..end].to_lowercase());
        at = end;
    }
    parts
}

fn text_of((first, second): Words<'_>) -> String {
    let first = String::from_utf8_lossy(first);
    match second {
        Some(second) => format!("{first} {}", String::from_utf8_lossy(second)),
        None => first.into_owned(),
    }
}

/// Names with dots, and other bytes that are not blank.
fn tokens_in(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = &rest[rest.iter().position(|it| !is_blank(*it))?..];
        let (token, after) = rest.split_at(token_length(rest));
        rest = after;
        Some(token)
    })
}

fn token_length(text: &[u8]) -> usize {
    let Some(mut length) = word_length(text) else { return 1 };
    while text.get(length) == Some(&b'.') {
        let Some(more) = word_length(&text[length + 1..]) else {
            break;
        };
        length += more + 1;
    }
    length
}

fn word_length(text: &[u8]) -> Option<usize> {
    let first = text.first()?;
    let is_part = |it: &u8| is_start(*it) || it.is_ascii_digit();
    is_start(*first).then(|| text.iter().position(|it| !is_part(it)).unwrap_or(text.len()))
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x0b)
}
