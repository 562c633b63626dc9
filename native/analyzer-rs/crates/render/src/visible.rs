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
