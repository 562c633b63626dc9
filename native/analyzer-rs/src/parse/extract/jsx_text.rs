//! The text that JSX means by a run of characters.

use std::borrow::Cow;

use super::literals::normal_newlines;

/// Lines trimmed of blanks and tabs where they meet a line break, empty lines dropped, the rest joined by one blank
/// (the rule of every JSX compiler).
pub fn clean_jsx_text(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\n', '\r']) {
        return raw.into();
    }
    let text = normal_newlines(raw.into());
    let last = text.matches('\n').count();
    let mut clean = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        let open = if at == 0 {
            line
        } else {
            line.trim_start_matches([' ', '\t'])
        };
        let kept = if at == last {
            open
        } else {
            open.trim_end_matches([' ', '\t'])
        };
        if kept.is_empty() {
            continue;
        }
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(kept);
    }
    clean.into()
}

/// Whether a string says the same as JSX text or attribute as it does in quotes.
pub fn is_plain_jsx_string(value: &str) -> bool {
    !value.contains(['&', '"', '\'', '\\', '{', '}', '<', '>', '\n', '\r'])
}
