//! Parameters and return type of a function, as written.

use parse::facts::{DeclarationFacts, DeclarationKind};

/// Parameters and return type on one line, for display; empty for other declarations.
pub fn shown_signature(facts: &DeclarationFacts) -> String {
    if !matches!(facts.kind, DeclarationKind::Function | DeclarationKind::Method) {
        return String::new();
    }
    let mut text = format!("({})", facts.parameters.join(", "));
    if let Some(returns) = &facts.returns {
        text.push_str(": ");
        text.push_str(returns);
    }
    let mut shown = String::with_capacity(text.len());
    let mut blank = false;
    for character in text.chars() {
        if is_blank(character) {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) {
            shown.push(' ');
        }
        shown.push(character);
    }
    shown
}

/// The same for comparisons, without choices of a formatter: blanks, kinds of quotes and separators, separators before
/// a closing bracket.
pub fn signature_of(facts: &DeclarationFacts) -> String {
    let mut signature = String::new();
    for parameter in &facts.parameters {
        push_without_layout(&mut signature, parameter);
        signature.push('\n');
    }
    push_without_layout(&mut signature, facts.returns.as_deref().unwrap_or(""));
    signature
}

fn push_without_layout(out: &mut String, text: &str) {
    let start = out.len();
    for character in text.chars().filter(|it| !is_blank(*it)) {
        match character {
            '"' => out.push('\''),
            ';' => out.push(','),
            ')' | ']' | '}' => {
                let length = out[start..].trim_end_matches(',').len();
                out.truncate(start + length);
                out.push(character);
            }
            _ => out.push(character),
        }
    }
}

/// White space of JavaScript's regular expressions.
fn is_blank(character: char) -> bool {
    character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
}
