//! Text of the analyzed project made safe to print on one line: its characters cannot move the cursor, set a colour,
//! ring the bell, hide text or change its direction.

use std::borrow::Cow;

use unicode_general_category::{GeneralCategory, get_general_category};

/// Characters that a terminal or a viewer interprets instead of showing: control, invisible and reordering
/// characters.
fn is_invisible(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned};
    if matches!(character, ' '..='~') {
        return false;
    }
    matches!(
        get_general_category(character),
        Control | Format | Surrogate | PrivateUse | Unassigned | LineSeparator | ParagraphSeparator
    )
}

/// JSON in UTF-8 with the C1 and bidirectional control characters as escapes: the same strings.
pub fn visible_controls(json: &[u8]) -> Cow<'_, [u8]> {
    if !json.iter().any(|byte| matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2)) {
        return Cow::Borrowed(json);
    }
    let text = String::from_utf8_lossy(json);
    let is_control = |character: char| {
        matches!(character, '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_control(character) {
            shown.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown.into_bytes())
}

/// `ascii`: escape everything beyond ASCII too.
pub fn visible(text: &str, ascii: bool) -> Cow<'_, str> {
    let hidden = |character: char| {
        if ascii {
            !matches!(character, ' '..='~')
        } else {
            is_invisible(character)
        }
    };
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\u{1b}' => shown.push_str("\\e"),
            _ if hidden(character) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(character))),
            _ => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_of_json_are_escaped() {
        let hostile = "\"a\u{7f}\u{9b}31m\u{85}\u{61c}\u{200e}\u{202e}\u{2066}é–😀中\"";
        let shown = r#""a\u007f\u009b31m\u0085\u061c\u200e\u202e\u2066é–😀中""#;
        assert_eq!(visible_controls(hostile.as_bytes()), shown.as_bytes());
        assert!(matches!(visible_controls(b"{}"), Cow::Borrowed(_)));
    }
}
