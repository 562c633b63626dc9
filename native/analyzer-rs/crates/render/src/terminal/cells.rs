//! Terminal columns of text.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Characters of one column: ASCII, Latin letters, dashes, arrows and lines, which are most characters of a view.
fn is_narrow(character: char) -> bool {
    matches!(character, ' '..='~' | '\u{a1}'..='\u{2ff}' | '\u{2010}'..='\u{2027}' | '\u{2190}'..='\u{21ff}'
        | '\u{2248}' | '\u{2500}'..='\u{257f}')
}

/// Of a string without control characters.
pub fn width_of(text: &str) -> i64 {
    if text.is_ascii() {
        text.len() as i64
    } else {
        let narrow = text.chars().try_fold(0, |count, it| is_narrow(it).then_some(count + 1));
        narrow.unwrap_or_else(|| text.graphemes(true).map(|it| it.width() as i64).sum())
    }
}

/// The string, cut to at most `width` columns, with `ellipsis` if it was cut.
pub fn cut<'t>(text: &'t str, width: i64, ellipsis: &str) -> Cow<'t, str> {
    if width_of(text) <= width {
        return Cow::Borrowed(text);
    }
    let available = width - width_of(ellipsis);
    if available < 0 {
        return Cow::Borrowed("");
    }
    let mut used = 0;
    let mut end = 0;
    for (at, segment) in text.grapheme_indices(true) {
        used += width_of(segment);
        if used > available {
            break;
        }
        end = at + segment.len();
    }
    Cow::Owned(format!("{}{ellipsis}", &text[..end]))
}

pub fn pad_end(text: &str, width: i64) -> String {
    let mut padded = text.to_owned();
    push_blanks(&mut padded, width - width_of(text));
    padded
}

pub fn pad_start(text: &str, width: i64) -> String {
    let mut padded = String::new();
    push_blanks(&mut padded, width - width_of(text));
    padded + text
}

/// Empty for a negative count.
pub fn push_blanks(out: &mut String, count: i64) {
    out.extend(std::iter::repeat_n(' ', usize::try_from(count).unwrap_or(0)));
}
