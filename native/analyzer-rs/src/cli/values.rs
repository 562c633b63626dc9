//! Parsers of option values. Their errors say what is expected.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use clap::builder::{OsStringValueParser, TypedValueParser};

use relate::copies::LIMITS;
use relate::model::GroupKind;
use render::terminal::LIST_CLASSES;
use scan::options::MIN_COPY_NODES;
use tree::names::show_text;
use tree::roles::FILE_CLASSES;

/// The largest integer that is exact in the other engine.
const MOST: u64 = (1 << 53) - 1;

#[derive(Clone)]
pub struct Kinds(pub Vec<GroupKind>);

/// A string; bytes that are not UTF-8 as paths show them.
pub fn text() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|value: OsString| show_text(&value.into_vec()))
}

/// One of several words.
pub fn choice<T: Copy + Send + Sync>(choices: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    text().try_map(
        move |text: String| match choices.iter().find(|(name, _)| *name == text) {
            Some((_, value)) => Ok(*value),
            None => {
                let allowed: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
                Err(format!("Allowed choices are {}.", allowed.join(", ")))
            }
        },
    )
}

pub fn whole_number_from(least: u64) -> impl TypedValueParser<Value = u64> {
    number(least, MOST, format!("Expected a whole number from {least}."))
}

/// Syntax nodes of the smallest copy of a kind that is compared by 5-grams.
pub fn copy_nodes() -> impl TypedValueParser<Value = u64> {
    let reason = format!(
        "Smaller code does not have the {} different 5-grams that a comparison needs.",
        LIMITS.grams
    );
    let expected = format!("Expected a whole number from {MIN_COPY_NODES}. {reason}");
    number(MIN_COPY_NODES, MOST, expected)
}

pub fn whole_number(least: u64, most: u64) -> impl TypedValueParser<Value = u64> {
    number(least, most, format!("Expected a whole number from {least} to {most}."))
}

fn number(least: u64, most: u64, expected: String) -> impl TypedValueParser<Value = u64> {
    text().try_map(move |text: String| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| expected.clone())
    })
}

/// Digits with at most one point.
pub fn decimal() -> impl TypedValueParser<Value = f64> {
    text().try_map(|text: String| {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, part) = text.split_once('.').unwrap_or(("", &text));
        let is_decimal = digits(whole) && digits(part) && !part.is_empty();
        let number = text.parse::<f64>().ok().filter(|_| is_decimal);
        number.ok_or("Expected a number such as 0.7.")
    })
}

/// Kinds of clone groups, separated by commas, or `all`.
pub fn group_kinds() -> impl TypedValueParser<Value = Kinds> {
    text().try_map(|text: String| {
        if text == "all" {
            return Ok(Kinds(GroupKind::ALL.to_vec()));
        }
        let kind = |name: &str| GroupKind::ALL.into_iter().find(|kind| kind.name() == name);
        let kinds: Option<_> = text.split(',').map(kind).collect();
        kinds.map(Kinds).ok_or_else(|| {
            let names: Vec<&str> = GroupKind::ALL.into_iter().map(GroupKind::name).collect();
            format!("Kinds are {}, or all.", names.join(", "))
        })
    })
}

/// Bits of classes that lists of copies put apart, separated by commas, or `all`.
pub fn list_classes() -> impl TypedValueParser<Value = u32> {
    bits_of(&LIST_CLASSES)
}

/// Bits of classes of files, separated by commas, or `all`.
pub fn file_classes() -> impl TypedValueParser<Value = u32> {
    bits_of(&FILE_CLASSES)
}

fn bits_of(classes: &'static [&'static str]) -> impl TypedValueParser<Value = u32> {
    text().try_map(move |text: String| {
        if text == "all" {
            return Ok((1 << classes.len()) - 1);
        }
        let bit = |name: &str| classes.iter().position(|class| *class == name).map(|index| 1 << index);
        let bits = text.split(',').try_fold(0, |bits, name| Some(bits | bit(name)?));
        bits.ok_or_else(|| format!("Classes are {}, or all.", classes.join(", ")))
    })
}
