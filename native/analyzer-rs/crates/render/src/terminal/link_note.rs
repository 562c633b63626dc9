//! The target of an import or a call, or why it has none.

use relate::model::LinkState;

use super::row::Note;
use super::style::TerminalStyle;

/// Maximum number of candidates in a line; JSON has all.
const NAMED: usize = 3;

pub fn link_note(state: LinkState, targets: &[impl AsRef<str>], reason: Option<&str>, style: &TerminalStyle) -> Note {
    if matches!(state, LinkState::External | LinkState::Unresolved) {
        return Note::faint(match reason {
            None => state.name().to_owned(),
            Some(reason) => format!("{}: {}", state.name(), style.name(reason)),
        });
    }
    let named: Vec<_> = targets
        .iter()
        .take(NAMED)
        .map(|target| style.name(target.as_ref()))
        .collect();
    let more = if targets.len() > NAMED {
        format!(" or {} more", targets.len() - NAMED)
    } else {
        String::new()
    };
    Note::faint(format!("{} {}{more}", style.glyphs.arrow, named.join(" or ")))
}
