//! Cuts strings that facts quote.

use std::borrow::Cow;

/// Maximum length of a quoted string in Unicode scalar values, including the `…`.
pub const LONGEST: usize = 200;

/// At most `longest` scalar values; the last one is `…` if the string was cut.
pub fn cut_at(text: Cow<'_, str>, longest: usize) -> Cow<'_, str> {
    if text.len() <= longest {
        return text;
    }
    let mut offsets = text.char_indices().map(|(at, _)| at).skip(longest - 1);
    match (offsets.next(), offsets.next()) {
        (Some(end), Some(_)) => Cow::Owned(format!("{}…", &text[..end])),
        _ => text,
    }
}

pub fn cut(text: Cow<'_, str>) -> Cow<'_, str> {
    cut_at(text, LONGEST)
}

pub fn scalar_count(text: &str) -> usize {
    text.chars().count()
}
