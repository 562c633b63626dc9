//! Where an import or a call leads, or why nowhere.

use crate::relate::model::LinkState;

use super::look::Look;
use super::row::Note;

/// A line names this many candidates; JSON has them all.
const NAMED: usize = 3;

pub fn link_note(state: LinkState, targets: &[impl AsRef<str>], reason: Option<&str>, look: &Look) -> Note {
    if matches!(state, LinkState::External | LinkState::Unresolved) {
        return Note::faint(match reason {
            None => state.name().to_owned(),
            Some(reason) => format!("{}: {}", state.name(), look.name(reason)),
        });
    }
    let named: Vec<_> = targets
        .iter()
        .take(NAMED)
        .map(|target| look.name(target.as_ref()))
        .collect();
    let more = if targets.len() > NAMED {
        format!(" or {} more", targets.len() - NAMED)
    } else {
        String::new()
    };
    Note::faint(format!("{} {}{more}", look.glyphs.arrow, named.join(" or ")))
}
