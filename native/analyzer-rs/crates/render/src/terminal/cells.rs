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

/// The string, cut to at most `width` columns, with `ellipsis` if it was cut. A number is shown completely, or not.
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
    Cow::Owned(format!("{}{ellipsis}", &text[..end_before_number(text, end)]))
}

/// `end`: where a text is cut, in bytes. The same, or the start of the number that it would cut.
fn end_before_number(text: &str, end: usize) -> usize {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b".,:-".contains(byte);
    let (before, after) = text.as_bytes().split_at(end);
    let length = before.iter().rev().take_while(|it| is_of_number(it)).count();
    let mut rest = after.iter().take_while(|it| is_of_number(it));
    let is_number = length > 0 && rest.any(u8::is_ascii_digit);
    if is_number { end - length } else { end }
}

/// Lines of at most `width` columns, broken at spaces; a longer word is a line.
pub fn wrapped(text: &str, width: i64) -> Vec<String> {
    if width_of(text) <= width {
        return vec![text.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(last) if width_of(last) + 1 + width_of(word) <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::{cut, wrapped};

    #[test]
    fn a_number_is_cut_before_its_first_digit() {
        for (text, width, shown) in [
            ("274,132 lines", 5, "…"),
            ("274,132 lines", 8, "274,132…"),
            ("a.php:905-944 f", 11, "a.php…"),
            ("a.php:905-944 f", 15, "a.php:905-944 f"),
            ("f (87 %)", 5, "f (…"),
            ("价格 1234", 8, "价格 …"),
            ("v2 and more", 6, "v2 an…"),
        ] {
            assert_eq!(cut(text, width, "…"), shown);
        }
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("longer-than-it is", 5), ["longer-than-it", "is"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
