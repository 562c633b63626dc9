//! The value of JSX text.

use std::borrow::Cow;

use super::literals::normal_newlines;

/// Lines trimmed of blanks and tabs at line breaks, empty lines dropped, the others joined by one blank (the rule of
/// every JSX compiler).
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
        let trimmed_line = if at == last {
            open
        } else {
            open.trim_end_matches([' ', '\t'])
        };
        if trimmed_line.is_empty() {
            continue;
        }
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(trimmed_line);
    }
    clean.into()
}

/// Whether a string has the same value as JSX text or attribute and in quotes.
pub fn is_plain_jsx_string(value: &str) -> bool {
    !value.contains(['&', '"', '\'', '\\', '{', '}', '<', '>', '\n', '\r'])
}
