//! Locations of copies in lines of limited width: the path and its lines are always complete.

use std::borrow::Cow;

use super::cells::width_of;
use super::lists::SHOWN_LOCATIONS;
use super::numbers::grouped;
use super::style::TerminalStyle;

/// A location after some words, below them if the line were too long.
pub fn place_lines(words: &str, location: &str, width: i64, style: &TerminalStyle) -> Vec<String> {
    let line = format!("{words} {}", style.name(location));
    if width_of(&line) <= width {
        return vec![line];
    }
    vec![words.to_owned(), cut_place(location, width, style)]
}

/// The first few locations that fit, at least one, and the number of further ones.
pub fn fitting_places(locations: &[String], width: i64, style: &TerminalStyle) -> String {
    for shown in (1..=SHOWN_LOCATIONS.min(locations.len())).rev() {
        let more = match locations.len() - shown {
            0 => String::new(),
            rest => format!(" {} +{}", style.glyphs.ellipsis, grouped(rest as u64)),
        };
        if shown == 1 {
            return cut_place(&locations[0], width - width_of(&more), style) + &more;
        }
        let names: Vec<Cow<'_, str>> = locations[..shown].iter().map(|text| style.name(text)).collect();
        let line = names.join(", ") + &more;
        if width_of(&line) <= width {
            return line;
        }
    }
    String::new()
}

/// A location, with less of its name if it does not fit.
fn cut_place(location: &str, width: i64, style: &TerminalStyle) -> String {
    let text = style.name(location);
    if width_of(&text) <= width {
        return text.into_owned();
    }
    let place = &text[..end_of_place(&text).unwrap_or(text.len())];
    if width_of(place) + 2 > width {
        return place.to_owned();
    }
    style.cut(&text, width).into_owned()
}

/// After the first `:12` or `:12-40` before a blank or the end.
fn end_of_place(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let after_digits = |start: usize| {
        let digits = bytes[start..].iter().take_while(|it| it.is_ascii_digit()).count();
        (digits > 0).then_some(start + digits)
    };
    let is_end = |at: &usize| matches!(bytes.get(*at), None | Some(b' '));
    let mut ends = text.match_indices(':').filter_map(|(colon, _)| {
        let line = after_digits(colon + 1)?;
        let range = (bytes.get(line) == Some(&b'-'))
            .then(|| after_digits(line + 1))
            .flatten();
        range.filter(is_end).or(Some(line).filter(is_end))
    });
    ends.next()
}

#[cfg(test)]
mod tests {
    use super::end_of_place;

    #[test]
    fn a_place_ends_after_its_lines() {
        for (text, place) in [
            ("a.py:12-40 f (86 %)", "a.py:12-40"),
            ("a:1b/c.py:7", "a:1b/c.py:7"),
            ("a.py:12-x f", ""),
        ] {
            assert_eq!(end_of_place(text).map_or("", |end| &text[..end]), place);
        }
    }
}
